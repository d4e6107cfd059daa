import { useDisputeCountsQuery } from "#web/features/disputes/disputes.api.ts";
import { DISPUTES_LINK } from "../navigation.ts";
import { CountedLink } from "./counted-link.tsx";

/** Maximum age of the count: due dates come closer every day. */
const POLL_MS = 300_000;
const MOST_SHOWN = 99;

/** A link to the disputes on every page, with the number of those due soon. */
export function DisputesLink() {
  const { data } = useDisputeCountsQuery(undefined, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true });
  const soon = data?.due_soon ?? 0;
  const paid = data?.paid_while_deleted.length ?? 0;
  const due = soon + paid;
  const shown = due > MOST_SHOWN ? `${MOST_SHOWN}+` : `${due}`;
  const reasons = [
    ...(soon === 0 ? [] : [`${soon.toLocaleString("en-US")} due soon`]),
    ...(paid === 0 ? [] : [`${paid} paid after deletion`]),
  ].join(", ");
  const { label } = DISPUTES_LINK;
  const words = due === 0 ? label : `${label}, ${shown} to look at: ${reasons}`;
  return <CountedLink link={DISPUTES_LINK} count={due === 0 ? null : shown} words={words} />;
}
