import * as z from "zod";
import { countedFirst } from "#contract/counted-list.ts";
import { daySchema, instantSchema, monthSchema } from "#contract/date-schemas.ts";
import { MONTHS, type Month } from "#contract/dates.ts";
import { perOrderResultSchema } from "#contract/envelope.ts";
import { mailStateSchema } from "#contract/mail/mail-state.ts";
import { defineOperation } from "#contract/operation.ts";
import { pagingShape } from "#contract/paging.ts";
import { refundPositionSchema } from "#contract/refunds/refund-position.ts";
import { can, type Role } from "#contract/roles.ts";
import { cleanLine } from "#contract/text.ts";
import { BULK_BODY, BULK_MAX, ofBulk } from "./bulk.ts";
import { ORDER_MESSAGES } from "./messages.ts";
import { ROW_COLUMNS } from "./order-columns.ts";
import { listInput } from "./order-filter.ts";
import { orderIdSchema } from "./order-id-schema.ts";
import { orderStatusSchema } from "./order-status.ts";
import { type ProcessingMode, processingModeSchema } from "./processing-mode.ts";
import { FOLDER_COUNTS, type FolderCount, isOpenWork, type ListName, listNameSchema } from "./queues.ts";

/**
 * The mode that was bought. For older orders it is the queue's mode, unless that is Future: then it is unknown.
 */
export function boughtModeOf(order: {
  boughtMode: ProcessingMode | null;
  processingMode: ProcessingMode;
}): ProcessingMode | null {
  return order.boughtMode ?? (order.processingMode === "Future" ? null : order.processingMode);
}

const text = z.string().nullable();

/** A row of every order list. */
export const orderRowSchema = z
  .object({
    order_id: z.int(),
    process_status: orderStatusSchema,
    full_name: text,
    email: text,
    telephone_number: text,
    phone_code: text,
    created_at: instantSchema,
    refund_date: instantSchema.nullable(),
    processing_date: daySchema.nullable(),
    process_month: monthSchema.nullable(),
    /** The sort field of the Priority queue. */
    arrival_date: daySchema.nullable(),
    version: z.int(),
    /** Absent unless the customer answered a question and nobody dealt with the answer. */
    answered: z.literal(true).optional(),
    /** Absent unless the customer said that a download was not theirs, and nobody dealt with it. */
    download_questioned: z.literal(true).optional(),
    /** Absent unless a part of the payment was refunded. */
    partly_refunded: z.literal(true).optional(),
    // The rest only where `columns` asks for it; null for what the order doesn't have.
    due_at: instantSchema.nullable().optional(),
    /** The country's name, or what was received if it is none. */
    nationality: text.optional(),
    mode: processingModeSchema.optional(),
    flight: text.optional(),
    /** Whether it has a document. */
    document: z.boolean().optional(),
    /** The state of its last document mail. */
    mail: mailStateSchema.nullable().optional(),
    gateway: text.optional(),
    /** Null for an order that is not in Refunds and has no refund. */
    refund: refundPositionSchema.nullable().optional(),
  })
  .meta({ id: "OrderRow" });
export type OrderRow = z.infer<typeof orderRowSchema>;

/** The fields any list can be sorted by: those of its row. */
export const SORT_FIELDS = [
  "order_id",
  "process_status",
  "full_name",
  "email",
  "telephone_number",
  "phone_code",
  "created_at",
  "refund_date",
  "processing_date",
  "process_month",
] as const;
/** Beside these, open work and its queues; elsewhere they are refused. */
export const OPEN_SORT_FIELDS = ["arrival_date", "due_at"] as const;
export const ALL_SORT_FIELDS = [...SORT_FIELDS, ...OPEN_SORT_FIELDS] as const;
export type SortField = (typeof ALL_SORT_FIELDS)[number];
const SORT_ERROR = `sort must be one of ${SORT_FIELDS.join(", ")}, in open work also ${OPEN_SORT_FIELDS.join(" and ")}.`;
export const sortSchema = z.enum(ALL_SORT_FIELDS, { error: SORT_ERROR });
const OPEN_ONLY: readonly SortField[] = OPEN_SORT_FIELDS;

/** Whether this list can be sorted by this field. */
export function isSortOf(list: ListName, sort: SortField): boolean {
  return !OPEN_ONLY.includes(sort) || isOpenWork(list);
}

const COLUMNS_ERROR = `columns must be a comma-separated list of ${ROW_COLUMNS.join(", ")}.`;
const columnsSchema = z
  .string({ error: COLUMNS_ERROR })
  .max(200, COLUMNS_ERROR)
  .meta({ examples: ["due_at"] })
  .transform((names) => names.split(","))
  .pipe(z.array(z.enum(ROW_COLUMNS, { error: COLUMNS_ERROR })));

export const directionSchema = z.enum(["asc", "desc"], { error: "dir must be asc or desc." });

/** Rows in one answer for roles that may export; the envelope has the true total. */
export const LIST_LIMIT_MAX = 10_000;
/** For the other roles: the largest page size. Whoever wants all of a list reads it page by page. */
export const PAGE_ROWS_MAX = 500;
/** The most rows of orders that one answer holds for a role (decision record 0078). */
export const mostRows = (role: Role) => (can(role, "orders:export") ? LIST_LIMIT_MAX : PAGE_ROWS_MAX);
export const PAGE_SIZES = [10, 25, 50, 100, 500] as const;
export const DEFAULT_PAGE_SIZE = 10;

export const listQuerySchema = listInput({
  ...pagingShape,
  sort: sortSchema.optional(),
  dir: directionSchema.optional(),
  month: monthSchema.optional(),
  columns: columnsSchema.optional(),
  /** Sent by clients of the specification, ignored. */
  delay: z.string().max(20).optional(),
});

const listExtra = { total: z.int() };
const monthShape = Object.fromEntries(MONTHS.map((month) => [month, z.int()])) as Record<
  Month,
  ReturnType<typeof z.int>
>;
const monthCountsSchema = z.object(monthShape);
export type MonthCounts = z.infer<typeof monthCountsSchema>;

export const listOrders = defineOperation({
  method: "GET",
  path: "/admin/get-orders-list/:orderName",
  summary: "A page of a queue",
  access: "orders:work",
  shows: "rows",
  params: z.object({ orderName: listNameSchema }),
  query: listQuerySchema,
  data: z.array(orderRowSchema),
  // A filtered list is counted to 10,000.
  extra: { ...listExtra, total_capped: z.boolean().optional(), months: monthCountsSchema.optional() },
});

const neighbour = z.int().nullable();

/** An order that has left the list has neighbours too: those between which it would be. */
export const orderNeighbours = defineOperation({
  method: "GET",
  path: "/admin/neighbours/:orderId",
  summary: "The orders before and after an order in a queue",
  access: "orders:work",
  shows: "nothing",
  params: z.object({ orderId: orderIdSchema }),
  query: listInput({
    orderName: listNameSchema,
    sort: sortSchema.optional(),
    dir: directionSchema.optional(),
    month: monthSchema.optional(),
  }),
  data: z.object({ previous: neighbour, next: neighbour }),
});

/** Minimum length of a search; shorter texts list everything (decision record 0010). */
export const SEARCH_MIN_CHARACTERS = 2;

/** Hits are counted up to here; beyond, `total` is this and `total_capped` true, unless `exact` is requested. */
export const SEARCH_TOTAL_LIMIT = 10_000;

/** A row's place in the list; a string of digits is accepted too. */
function rowOffset(name: string) {
  const error = `${name} must be a whole number, 0 or greater.`;
  const offset = z.int({ error }).min(0, error).max(1_000_000_000, `${name} is too large.`);
  return z
    .union([offset, z.string().regex(/^[0-9]{1,16}$/, error)], { error })
    .meta({ examples: [0] })
    .transform(Number)
    .pipe(offset);
}

const searchTextSchema = z
  .string({ error: "searchVal must be text." })
  .max(200, "At most 200 characters.")
  .meta({ examples: ["perera"] })
  .transform(cleanLine);

export const searchOrdersSchema = listInput({
  start: rowOffset("start"),
  /** Exclusive. */
  end: rowOffset("end").meta({ examples: [10] }),
  searchVal: searchTextSchema,
  folderName: listNameSchema,
  month: monthSchema.optional(),
  sort: sortSchema.optional(),
  dir: directionSchema.optional(),
  columns: columnsSchema.optional(),
  /** Counts all hits, which takes longer the more there are. */
  exact: z.boolean({ error: "exact must be true or false." }).default(false),
}).refine(({ start, end }) => end >= start, { path: ["end"], error: "end must not be before start." });

export const searchOrders = defineOperation({
  method: "POST",
  path: "/admin/search-order",
  summary: "Find text anywhere in the orders of a queue",
  access: "orders:work",
  shows: "rows",
  body: searchOrdersSchema,
  data: z.array(orderRowSchema),
  // Beyond row 10,000 the total is always exact: reading the page requires it.
  extra: { ...listExtra, total_capped: z.boolean().optional() },
});

/** The most orders of one `findOrders`. */
export const FOUND_ORDERS_MAX = 8;

/** Every role may open each of these orders; Order History itself, a list of all, is not open to every role. */
export const findOrders = defineOperation({
  method: "POST",
  path: "/admin/find-orders",
  summary: `The first ${FOUND_ORDERS_MAX} orders of all queues but Deleted in which a text occurs`,
  access: "orders:work",
  shows: "rows",
  body: z.object({
    searchVal: searchTextSchema.refine(
      (text) => [...text].length >= SEARCH_MIN_CHARACTERS,
      `Type at least ${SEARCH_MIN_CHARACTERS} characters to search.`,
    ),
  }),
  data: z.array(orderRowSchema),
  extra: { ...listExtra, total_capped: z.boolean().optional() },
});

const countShape = Object.fromEntries(FOLDER_COUNTS.map((name) => [name, z.int()])) as Record<
  FolderCount,
  ReturnType<typeof z.int>
>;
export const folderCountsSchema = z.object(countShape).meta({ id: "FolderCounts" });
export type FolderCounts = z.infer<typeof folderCountsSchema>;

export const folderCounts = defineOperation({
  method: "GET",
  path: "/admin/get-folder-count",
  summary: "How many orders each queue holds",
  access: "orders:work",
  shows: "nothing",
  data: folderCountsSchema,
});

/** Late and soon orders are counted up to here. */
export const LATE_COUNT_LIMIT = 1000;

export const lateCountSchema = z
  .object({
    late: z.int(),
    /** Due within two hours. */
    soon: z.int(),
    /** True when more are late than `late` says. */
    capped: z.boolean(),
  })
  .meta({ id: "LateCount" });
export type LateCount = z.infer<typeof lateCountSchema>;

export const lateCount = defineOperation({
  method: "GET",
  path: "/admin/late-count",
  summary: "How many open orders are late, or due within two hours",
  access: "orders:work",
  shows: "nothing",
  data: lateCountSchema,
});

const versionSchema = z
  .int({ error: "version must be a whole number." })
  .min(1, "version must be a whole number, 1 or greater.");

export const moveOrderSchema = z.object({
  orderId: orderIdSchema,
  updatingStatus: z.enum(orderStatusSchema.options, { error: ORDER_MESSAGES.statusUnknown }),
  version: versionSchema.optional(),
});

export const moveOrder = defineOperation({
  method: "PUT",
  path: "/admin/move-order-status",
  summary: "Move an order, or undo its last move",
  access: "orders:work",
  shows: "nothing",
  body: moveOrderSchema,
  data: z.object({
    order_id: z.int(),
    process_status: orderStatusSchema,
    previous_status: orderStatusSchema.nullable(),
    next_statuses: z.array(orderStatusSchema),
    version: z.int(),
  }),
});

const orderItem = z.union([
  orderIdSchema.transform((id) => ({ id, version: undefined })),
  z.object({ id: orderIdSchema, version: versionSchema.optional() }).transform(({ id, version }) => ({ id, version })),
]);
const orderItems = countedFirst(
  orderItem,
  z.union([orderItem.transform((item) => [item]), z.array(orderItem).meta({ minItems: 1, maxItems: BULK_MAX })], {
    error: ORDER_MESSAGES.ordersRequired,
  }),
  ofBulk,
);

export const changeOrderStatusSchema = z.object({
  orderId: orderItems,
  updatingStatus: z.enum(orderStatusSchema.options, { error: ORDER_MESSAGES.statusUnknown }),
  permanentDeletedFlag: z.boolean({ error: "permanentDeletedFlag must be true or false." }).default(false),
});

export const changeOrderStatus = defineOperation({
  method: "PUT",
  path: "/admin/change-order-status",
  summary: "Move or delete one or more orders, with a result for each",
  access: "orders:work",
  shows: "nothing",
  body: changeOrderStatusSchema,
  bodyLimit: BULK_BODY,
  data: z.array(perOrderResultSchema),
});
