import { useSelector } from "react-redux";
import { useSession } from "#web/platform/use-session.ts";
import { claimWords } from "./claim-words.ts";
import { type ClaimsState, peopleOf } from "./known-claims.ts";

/** The name of who has an order; a dash for nobody, an ellipsis while the claims are not known. */
export function ClaimHolder({ orderId }: { orderId: number }) {
  const me = useSession()?.user.id;
  const isKnown = useSelector((state: ClaimsState) => peopleOf(state, orderId) !== undefined);
  const claim = useSelector((state: ClaimsState) => peopleOf(state, orderId)?.claim);
  if (claim === undefined) return isKnown ? "-" : "…";
  return <span title={claimWords(claim, me)}>{claim.member.name}</span>;
}
