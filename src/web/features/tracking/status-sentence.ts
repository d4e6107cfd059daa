import type { OrderStatus } from "#contract/order-status.ts";

/** What a customer is told of each status, as a key of the locale files. */
export const STATUS_SENTENCE = {
  New: "order.received",
  Priority: "order.priority",
  Pending: "order.unpaid",
  Future: "order.early",
  Awaiting: "order.awaiting",
  AwaitingGovt: "order.authorities",
  "Contact Customer": "order.needed",
  "Customer Called": "order.called",
  Completed: "order.completed",
  Refunds: "order.refund",
  Deleted: "order.closed",
} as const satisfies Record<OrderStatus, string>;

/** A document, once there, is the completed application, whatever queue the order stands in since (doubt D-11). */
export function sentenceKey(status: OrderStatus, file1: string | null): (typeof STATUS_SENTENCE)[OrderStatus] {
  return file1 === null ? STATUS_SENTENCE[status] : STATUS_SENTENCE.Completed;
}
