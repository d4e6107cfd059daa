import { ORDER_STATUSES, type OrderStatus } from "./order-status.ts";
import { QUEUES } from "./queues.ts";

/** The text shown for a status. Sorting by status sorts by these labels, see `STATUSES_BY_LABEL`. */
export const STATUS_LABELS = Object.fromEntries(
  QUEUES.flatMap(({ status, label }) => (status === null ? [] : [[status, label]])),
) as Record<OrderStatus, string>;

/** The order in which the database enum is declared, so that its native sort is the sort by label. */
export const STATUSES_BY_LABEL = ORDER_STATUSES.toSorted((a, b) => (STATUS_LABELS[a] < STATUS_LABELS[b] ? -1 : 1)) as [
  OrderStatus,
  ...OrderStatus[],
];

/**
 * The label of an order's status. Refunds has two: for money still owed and for money recorded as returned
 * (decision record 0017).
 */
export function statusLabel(status: OrderStatus, refundDate: string | null = null): string {
  if (status === "Refunds") return refundDate === null ? "Refund due" : "Refunded";
  return STATUS_LABELS[status];
}
