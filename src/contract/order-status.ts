import * as z from "zod";

/** The eleven statuses as they stand on the wire (specification section 4); each has one queue. */
export const ORDER_STATUSES = [
  "New",
  "Priority",
  "Pending",
  "Future",
  "Awaiting",
  "AwaitingGovt",
  "Contact Customer",
  "Customer Called",
  "Completed",
  "Refunds",
  "Deleted",
] as const;
export const orderStatusSchema = z.enum(ORDER_STATUSES);
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** What a person reads. Sorting by status sorts by these words, see `STATUSES_BY_LABEL`. */
export const STATUS_LABELS: Record<OrderStatus, string> = {
  New: "New",
  Priority: "Priority",
  Pending: "Pending",
  Future: "Future",
  Awaiting: "Awaiting Response",
  AwaitingGovt: "Awaiting Govt",
  "Contact Customer": "Contact Customer",
  "Customer Called": "Customer Called",
  Completed: "Completed",
  Refunds: "Refunds",
  Deleted: "Deleted",
};

/** The order in which the database enum is declared, so that its native ordering is the ordering of the labels. */
export const STATUSES_BY_LABEL = [
  "AwaitingGovt",
  "Awaiting",
  "Completed",
  "Contact Customer",
  "Customer Called",
  "Deleted",
  "Future",
  "New",
  "Pending",
  "Priority",
  "Refunds",
] as const satisfies readonly OrderStatus[];

/**
 * The label of an order's status. In Refunds the two halves of the work are told apart: money still owed,
 * money recorded as returned (decision 6).
 */
export function statusLabel(status: OrderStatus, refundDate: string | null = null): string {
  if (status === "Refunds") return refundDate === null ? "Refund due" : "Refunded";
  return STATUS_LABELS[status];
}

/** The seven statuses that staff move an order to (specification section 4), with the words of their buttons. */
export const MOVE_TARGETS = [
  "Awaiting",
  "Refunds",
  "Completed",
  "Deleted",
  "Contact Customer",
  "AwaitingGovt",
  "Customer Called",
] as const satisfies readonly OrderStatus[];
export type MoveTarget = (typeof MOVE_TARGETS)[number];

export const MOVE_LABELS: Record<MoveTarget, string> = {
  Awaiting: "Move to Awaiting Response",
  Refunds: "Move to Completed Refunds",
  Completed: "Move to Completed Orders",
  Deleted: "Move to Delete",
  "Contact Customer": "Move to Contact Customer",
  AwaitingGovt: "Move to Awaiting Govt",
  "Customer Called": "Move to Customer Called",
};

export function isMoveTarget(status: OrderStatus): status is MoveTarget {
  return (MOVE_TARGETS as readonly OrderStatus[]).includes(status);
}

/** What the transition rules look at. */
export interface TransitionFacts {
  status: OrderStatus;
  previousStatus: OrderStatus | null;
  isPaid: boolean;
}

/** True when `status` may go back to its previous status: that is undo and "Restore". Pending only while unpaid (decision 4). */
export function canReturn(facts: TransitionFacts): boolean {
  const { status, previousStatus, isPaid } = facts;
  if (previousStatus === null || previousStatus === status) return false;
  return previousStatus !== "Pending" || !isPaid;
}

/** Every status this order may be moved to now: the seven but its own, then the way back when it is none of them. */
export function nextStatuses(facts: TransitionFacts): OrderStatus[] {
  const next: OrderStatus[] = MOVE_TARGETS.filter((target) => target !== facts.status);
  if (facts.previousStatus !== null && canReturn(facts) && !next.includes(facts.previousStatus)) {
    next.push(facts.previousStatus);
  }
  return next;
}

/** The list names of specification section 2; `allOrder` is every order but the deleted ones. */
export const LIST_NAMES = [
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
  "futureOrder",
] as const;
export const listNameSchema = z.enum(LIST_NAMES, { error: "Unknown list name." });
export type ListName = (typeof LIST_NAMES)[number];

/** The status a list shows, or null for `allOrder`. */
export const LIST_STATUS: Record<ListName, OrderStatus | null> = {
  newOrder: "New",
  priorityOrder: "Priority",
  pendingOrder: "Pending",
  completedOrder: "Completed",
  deletedOrder: "Deleted",
  awaitingOrder: "Awaiting",
  awaitingGovtOrder: "AwaitingGovt",
  customerCalledOrder: "Customer Called",
  allOrder: null,
  contactCustomerOrder: "Contact Customer",
  refundOrder: "Refunds",
  futureOrder: "Future",
};

export type SortDirection = "asc" | "desc";

/** A list's order when nobody asks for another (decision 7); the id breaks ties in the same direction. */
export const LIST_DEFAULT_SORT: Record<
  ListName,
  { sort: "created_at" | "arrival_date" | "processing_date"; dir: SortDirection }
> = {
  newOrder: { sort: "created_at", dir: "asc" },
  priorityOrder: { sort: "arrival_date", dir: "asc" },
  pendingOrder: { sort: "created_at", dir: "asc" },
  completedOrder: { sort: "created_at", dir: "desc" },
  deletedOrder: { sort: "created_at", dir: "desc" },
  awaitingOrder: { sort: "created_at", dir: "asc" },
  awaitingGovtOrder: { sort: "created_at", dir: "asc" },
  customerCalledOrder: { sort: "created_at", dir: "desc" },
  allOrder: { sort: "created_at", dir: "desc" },
  contactCustomerOrder: { sort: "created_at", dir: "desc" },
  refundOrder: { sort: "created_at", dir: "desc" },
  futureOrder: { sort: "processing_date", dir: "asc" },
};

/** The twelve counts of specification section 3. */
export const FOLDER_COUNTS = [
  "newOrdersCount",
  "priorityOrdersCount",
  "pendingOrdersCount",
  "completedOrdersCount",
  "contactCustomerOrdersCount",
  "awaitingOrdersCount",
  "awaitingGovtCount",
  "customerCalledCount",
  "allOrdersCount",
  "futureOrdersCount",
  "deletedOrdersCount",
  "refundOrdersCount",
] as const;
export type FolderCount = (typeof FOLDER_COUNTS)[number];

/** The count that is the length of each list. */
export const LIST_COUNT: Record<ListName, FolderCount> = {
  newOrder: "newOrdersCount",
  priorityOrder: "priorityOrdersCount",
  pendingOrder: "pendingOrdersCount",
  completedOrder: "completedOrdersCount",
  deletedOrder: "deletedOrdersCount",
  awaitingOrder: "awaitingOrdersCount",
  awaitingGovtOrder: "awaitingGovtCount",
  customerCalledOrder: "customerCalledCount",
  allOrder: "allOrdersCount",
  contactCustomerOrder: "contactCustomerOrdersCount",
  refundOrder: "refundOrdersCount",
  futureOrder: "futureOrdersCount",
};

/** The other names under which specification section 2 looks a total up; `history` and `all` are the same total. */
export const TOTAL_LOOKUP: Record<string, FolderCount> = {
  awaitingOrder: "awaitingOrdersCount",
  awaitingGovt: "awaitingGovtCount",
  priorityOrder: "priorityOrdersCount",
  completed: "completedOrdersCount",
  delete: "deletedOrdersCount",
  contact: "contactCustomerOrdersCount",
  called: "customerCalledCount",
  new: "newOrdersCount",
  history: "allOrdersCount",
  pending: "pendingOrdersCount",
  refund: "refundOrdersCount",
  future: "futureOrdersCount",
  all: "allOrdersCount",
};
