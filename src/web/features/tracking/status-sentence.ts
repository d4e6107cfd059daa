import type { OrderStatus } from "#contract/orders/order-status.ts";
import type { VisitorQuestion } from "#contract/tracking/tracking.ts";

/** The sentence shown to a customer for each status, as a key of the locale files. */
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

/** Statuses whose own sentence is shown even if there is a document: refunds, and those in which someone must still act. */
const UNFINISHED: ReadonlySet<OrderStatus> = new Set([
  "Awaiting",
  "AwaitingGovt",
  "Contact Customer",
  "Refunds",
  "Deleted",
]);

interface Progress {
  status: OrderStatus;
  question?: Pick<VisitorQuestion, "answered_at"> | undefined;
  file1: string | null;
  refundDate: string | null;
}

/** A document completes the application, unless the status says otherwise (decision record 0044). */
export function sentenceKey({ status, file1, refundDate, question }: Progress) {
  if (question?.answered_at === null) return "order.answerBelow";
  if (status === "Awaiting" && question !== undefined) return STATUS_SENTENCE["Customer Called"];
  if (status === "Refunds" && refundDate !== null) return "order.refunded";
  return file1 === null || UNFINISHED.has(status) ? STATUS_SENTENCE[status] : STATUS_SENTENCE.Completed;
}

/** False where no document will follow, so that none is promised. */
export const mayBringDocument = (status: OrderStatus) => status !== "Refunds" && status !== "Deleted";

/** Statuses in which the customer is asked to get in touch, with a contact link. */
export const asksForContact = (status: OrderStatus) => status === "Awaiting" || status === "Contact Customer";
