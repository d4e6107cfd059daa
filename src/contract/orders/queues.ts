import * as z from "zod";
import type { Permission } from "#contract/roles.ts";
import { isOpenStatus, OPEN_STATUSES, ORDER_STATUSES, type OrderStatus } from "./order-status.ts";

export type SortDirection = "asc" | "desc";

interface QueueEntry {
  /** The list's name on the wire. */
  list: string;
  /** The status of its orders; null for the lists of several. */
  status: OrderStatus | null;
  /** The label of the status, and of the list in a sentence. */
  label: string;
  /** The heading of its screen. */
  title: string;
  /** The label in the side panel and on the dashboard. */
  link: string;
  /** The path below `/admin`. */
  path: string;
  /** The folder count that holds its length; null for open work, whose length is the sum of six. */
  count: string | null;
  /** The default sort; ties are broken by id in the same direction. */
  sort: { sort: "created_at" | "arrival_date" | "processing_date" | "due_at"; dir: SortDirection };
  /** The button that moves an order here; null where staff can't move orders to. */
  move: string | null;
  /** The permission that its list requires; null for everyone. */
  permission: Permission | null;
}

const OLDEST_FIRST = { sort: "created_at", dir: "asc" } as const;
const NEWEST_FIRST = { sort: "created_at", dir: "desc" } as const;

/** Every queue, one for each status, and the list of nearly all orders. Moves are offered in this order. */
export const QUEUES = [
  {
    list: "newOrder",
    status: "New",
    label: "New",
    title: "New Order",
    link: "New Orders",
    path: "recent-order",
    count: "newOrdersCount",
    sort: OLDEST_FIRST,
    move: null,
    permission: null,
  },
  {
    list: "priorityOrder",
    status: "Priority",
    label: "Priority",
    title: "Priority Order",
    link: "Priority Order",
    path: "priority-order",
    count: "priorityOrdersCount",
    sort: { sort: "arrival_date", dir: "asc" },
    move: null,
    permission: null,
  },
  {
    list: "pendingOrder",
    status: "Pending",
    label: "Pending",
    title: "Pending Orders",
    link: "Pending Orders",
    path: "pending-order",
    count: "pendingOrdersCount",
    sort: OLDEST_FIRST,
    move: null,
    permission: null,
  },
  {
    list: "futureOrder",
    status: "Future",
    label: "Future",
    title: "Future Order",
    link: "Future Orders",
    path: "future-order",
    count: "futureOrdersCount",
    sort: { sort: "processing_date", dir: "asc" },
    move: null,
    permission: null,
  },
  {
    list: "awaitingOrder",
    status: "Awaiting",
    label: "Awaiting Response",
    title: "Awaiting Response",
    link: "Awaiting Customer",
    path: "awaiting-response",
    count: "awaitingOrdersCount",
    sort: OLDEST_FIRST,
    move: "Move to Awaiting Response",
    permission: null,
  },
  {
    list: "refundOrder",
    status: "Refunds",
    label: "Refunds",
    title: "Refund Orders",
    link: "Refunds",
    path: "refund-order",
    count: "refundOrdersCount",
    sort: NEWEST_FIRST,
    move: "Move to Completed Refunds",
    permission: null,
  },
  {
    list: "completedOrder",
    status: "Completed",
    label: "Completed",
    title: "Completed Orders",
    link: "Completed Orders",
    path: "completed-order",
    count: "completedOrdersCount",
    sort: NEWEST_FIRST,
    move: "Move to Completed Orders",
    permission: null,
  },
  {
    list: "deletedOrder",
    status: "Deleted",
    label: "Deleted",
    title: "Deleted Orders",
    link: "Deleted Orders",
    path: "deleted-order",
    count: "deletedOrdersCount",
    sort: NEWEST_FIRST,
    move: "Move to Delete",
    permission: null,
  },
  {
    list: "contactCustomerOrder",
    status: "Contact Customer",
    label: "Contact Customer",
    title: "Contact Customer",
    link: "Contact Customer",
    path: "contact-customer",
    count: "contactCustomerOrdersCount",
    sort: NEWEST_FIRST,
    move: "Move to Contact Customer",
    permission: null,
  },
  {
    list: "awaitingGovtOrder",
    status: "AwaitingGovt",
    label: "Awaiting Govt",
    title: "Awaiting Govt",
    link: "Awaiting Govt",
    path: "awaiting-govt",
    count: "awaitingGovtCount",
    sort: OLDEST_FIRST,
    move: "Move to Awaiting Govt",
    permission: null,
  },
  {
    list: "customerCalledOrder",
    status: "Customer Called",
    label: "Customer Called",
    title: "Customer Called",
    link: "Customer Called",
    path: "called",
    count: "customerCalledCount",
    sort: NEWEST_FIRST,
    move: "Move to Customer Called",
    permission: null,
  },
  {
    list: "allOrder",
    status: null,
    label: "Order History",
    title: "Order History",
    link: "Order History",
    path: "order-history",
    count: "allOrdersCount",
    sort: NEWEST_FIRST,
    move: null,
    permission: "orders:history",
  },
] as const satisfies readonly QueueEntry[];

/** Open work: the orders of six queues. Not in the side panel. */
const OPEN_ORDER = {
  list: "openOrder",
  status: null,
  label: "Open Orders",
  title: "Open Orders",
  link: "Open Orders",
  path: "open-order",
  count: null,
  sort: { sort: "due_at", dir: "asc" },
  move: null,
  permission: null,
} as const satisfies QueueEntry;

/** Every list. */
export const LISTS = [...QUEUES, OPEN_ORDER];
export type Queue = (typeof LISTS)[number];

export const LIST_NAMES = LISTS.map(({ list }) => list);
export const listNameSchema = z.enum(LIST_NAMES, { error: "Unknown list name." }).meta({ examples: ["openOrder"] });
export type ListName = Queue["list"];

export const FOLDER_COUNTS = QUEUES.map(({ count }) => count);
export type FolderCount = (typeof FOLDER_COUNTS)[number];

/** The queue of each list. */
export const QUEUE = Object.fromEntries(LISTS.map((queue) => [queue.list, queue])) as {
  [Each in Queue as Each["list"]]: Each;
};

/** The statuses that the orders of a list can have. */
export function statusesOf(list: ListName): readonly OrderStatus[] {
  const { status } = QUEUE[list];
  if (status !== null) return [status];
  return list === "openOrder" ? OPEN_STATUSES : ORDER_STATUSES.filter((each) => each !== "Deleted");
}

/** Whether a list can be sorted by arrival and due time: open work and its six queues. */
export function isOpenWork(list: ListName): boolean {
  return statusesOf(list).every(isOpenStatus);
}
