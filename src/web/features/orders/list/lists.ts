import type { ListName } from "#contract/order-status.ts";

import type { ColumnId } from "#web/ui/order-table/order-columns.ts";

/** What tells one list screen from another. */
export interface ListScreen {
  /** The page's h1 (specification section 2). */
  title: string;
  /** Its data columns in order; selection and Action stand around them. */
  columns: readonly ColumnId[];
  /** "Order Id", but "Order ID" on Future Order (doubt D-42). */
  idLabel: "Order Id" | "Order ID";
}

const SHARED = ["order_id", "full_name", "email", "telephone_number", "created_at", "process_status"] as const;
const NO_TELEPHONE = SHARED.filter((column) => column !== "telephone_number");
const REFUND = ["order_id", "email", "telephone_number", "created_at", "refund_date", "process_status"] as const;
const FUTURE = [
  "order_id",
  "full_name",
  "email",
  "telephone_number",
  "created_at",
  "processing_date",
  "process_month",
  "process_status",
] as const;

function screen(title: string, columns: readonly ColumnId[] = SHARED): ListScreen {
  return { title, columns, idLabel: "Order Id" };
}

export const LIST_SCREENS: Record<ListName, ListScreen> = {
  newOrder: screen("New Order"),
  priorityOrder: screen("Priority Order"),
  pendingOrder: screen("Pending Orders"),
  completedOrder: screen("Completed Orders"),
  deletedOrder: screen("Deleted Orders"),
  awaitingOrder: screen("Awaiting Response"),
  awaitingGovtOrder: screen("Awaiting Govt"),
  customerCalledOrder: screen("Customer Called"),
  allOrder: screen("Order History"),
  contactCustomerOrder: screen("Contact Customer", NO_TELEPHONE),
  refundOrder: screen("Refund Orders", REFUND),
  futureOrder: { title: "Future Order", columns: FUTURE, idLabel: "Order ID" },
};

/** The eleven lists on the shared table; Future Order has a screen of its own around it. */
export const ORDER_LISTS = [
  "newOrder",
  "priorityOrder",
  "pendingOrder",
  "completedOrder",
  "deletedOrder",
  "awaitingOrder",
  "awaitingGovtOrder",
  "customerCalledOrder",
  "allOrder",
  "contactCustomerOrder",
  "refundOrder",
] as const satisfies readonly ListName[];
