import * as z from "zod";

/**
 * The eleven statuses as they appear on the wire; each has one queue. In a separate file because the visitor's pages must
 * not load the queues' texts.
 */
export const ORDER_STATUSES = [
  "New",
  "Priority",
  "Pending",
  "Future",
  "Awaiting",
  "Refunds",
  "Completed",
  "Deleted",
  "Contact Customer",
  "AwaitingGovt",
  "Customer Called",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
export const orderStatusSchema = z.enum(ORDER_STATUSES);

/** Open work: orders that somebody has to do something about. */
export const OPEN_STATUSES = [
  "New",
  "Priority",
  "Awaiting",
  "AwaitingGovt",
  "Contact Customer",
  "Customer Called",
] as const satisfies readonly OrderStatus[];

export function isOpenStatus(status: OrderStatus): boolean {
  return (OPEN_STATUSES as readonly OrderStatus[]).includes(status);
}

/** The input of the transition rules. */
export interface TransitionFacts {
  status: OrderStatus;
  previousStatus: OrderStatus | null;
  isPaid: boolean;
}

/** True when the order may return to its previous status (Undo). To Pending only while unpaid (decision record 0012). */
export function canReturn(facts: TransitionFacts): boolean {
  const { status, previousStatus, isPaid } = facts;
  if (previousStatus === null || previousStatus === status) return false;
  return previousStatus !== "Pending" || !isPaid;
}
