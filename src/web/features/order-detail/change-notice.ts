import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { statusLabel } from "#contract/orders/status-labels.ts";
import { type TimelineEntry, type TimelineType, timelineActor, timelineSentence } from "#contract/timeline/timeline.ts";

const MOVES: ReadonlySet<TimelineType> = new Set(["moved", "returned", "released", "paid"]);

type Seen = Pick<OrderDetails, "process_status" | "refund_date" | "timeline">;

/**
 * Changes by others between two readings of an order in one sentence, or null: moves by anyone, other changes by
 * colleagues. Changes by the program and the customer are in the timeline, and the member's own need no notice.
 */
export function changeNotice(before: Seen, after: Seen, memberId: number | undefined): string | null {
  const lastSeen = Math.max(0, ...before.timeline.map(({ id }) => id));
  const others = after.timeline
    .filter(({ id, actor }) => id > lastSeen && (actor === null || actor.id !== memberId))
    .toSorted((a, b) => a.id - b.id);
  const move = others.findLast(({ type }) => MOVES.has(type));
  if (before.process_status !== after.process_status && move !== undefined) {
    return `${timelineActor(move)} moved this order to ${statusLabel(after.process_status, after.refund_date)}.`;
  }
  const doings = others.filter(({ actor }) => actor !== null);
  const last = doings.at(-1);
  return last === undefined ? null : sentence(last, doings.length - 1);
}

function sentence(entry: TimelineEntry, more: number): string {
  const rest = more === 0 ? "" : `, and ${more} more ${more === 1 ? "change" : "changes"} before`;
  return `${timelineActor(entry)} ${timelineSentence(entry)}${rest}.`;
}
