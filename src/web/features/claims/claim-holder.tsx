import { useSession } from "#web/platform/use-session.ts";
import { claimText } from "./claim-text.ts";
import { useOrderPeople } from "./known-claims.ts";

/** The name of who has an order; a dash for nobody, an ellipsis while the claims are not known. */
export function ClaimHolder({ orderId }: { orderId: number }) {
  const me = useSession()?.user.id;
  const people = useOrderPeople(orderId);
  if (people === undefined) return <span key="unknown">…</span>;
  const { claim } = people;
  if (claim === undefined) return <span key="nobody">-</span>;
  return <span title={claimText(claim, me)}>{claim.member.name}</span>;
}
