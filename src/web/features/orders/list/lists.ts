import type { LayoutColumn } from "#contract/orders/order-columns.ts";
import type { SortField } from "#contract/orders/orders.ts";
import { LIST_NAMES, type ListName } from "#contract/orders/queues.ts";

/** The settings of a list screen, in addition to its queue. */
interface ListScreen {
  /** Its data columns in order; selection and Action are added around them. */
  columns: readonly (LayoutColumn & SortField)[];
  /** "Order Id", but "Order ID" on Future Order (decision record 0044). */
  idLabel: "Order Id" | "Order ID";
}

/** The columns of most lists. */
export const SHARED_COLUMNS = [
  "order_id",
  "full_name",
  "email",
  "telephone_number",
  "created_at",
  "process_status",
] as const satisfies readonly LayoutColumn[];

const SHARED: ListScreen = {
  columns: SHARED_COLUMNS,
  idLabel: "Order Id",
};
const OWN: Partial<Record<ListName, ListScreen>> = {
  contactCustomerOrder: { ...SHARED, columns: SHARED.columns.filter((column) => column !== "telephone_number") },
  refundOrder: {
    ...SHARED,
    columns: ["order_id", "email", "telephone_number", "created_at", "refund_date", "process_status"],
  },
  futureOrder: {
    columns: [
      "order_id",
      "full_name",
      "email",
      "telephone_number",
      "created_at",
      "processing_date",
      "process_month",
      "process_status",
    ],
    idLabel: "Order ID",
  },
  openOrder: {
    ...SHARED,
    columns: ["order_id", "full_name", "email", "telephone_number", "arrival_date", "due_at", "process_status"],
  },
};

export function listScreen(list: ListName): ListScreen {
  return OWN[list] ?? SHARED;
}

/** The lists on the shared table alone; Future Order and open work have their own screens around it. */
export const ORDER_LISTS = LIST_NAMES.filter((list) => list !== "futureOrder" && list !== "openOrder");

/** The queues that the dashboard shows as tiles. */
export const DASHBOARD_LISTS = [
  "newOrder",
  "priorityOrder",
  "pendingOrder",
  "completedOrder",
  "contactCustomerOrder",
] as const satisfies readonly ListName[];
