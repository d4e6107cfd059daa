import * as z from "zod";
import { daySchema, instantSchema, monthSchema } from "./dates.ts";
import { disputeSchema } from "./disputes.ts";
import { documentSchema } from "./documents.ts";
import { downloadEntrySchema } from "./downloads.ts";
import { perOrderResultSchema } from "./envelope.ts";
import { blockedAddressSchema, mailEntrySchema } from "./mail.ts";
import { MESSAGES } from "./messages.ts";
import { defineOperation } from "./operation.ts";
import { orderIdSchema } from "./order-id.ts";
import { FOLDER_COUNTS, type FolderCount, listNameSchema, orderStatusSchema } from "./order-status.ts";
import { pagingShape } from "./paging.ts";
import { remarkSchema } from "./remarks.ts";
import { cleanLine } from "./text.ts";
import { historyHeadSchema, timelineEntrySchema } from "./timeline.ts";

export const PROCESSING_MODES = ["Standard", "Priority", "Future"] as const;
export const processingModeSchema = z.enum(PROCESSING_MODES, {
  error: "Processing mode is Standard, Priority or Future.",
});
export type ProcessingMode = (typeof PROCESSING_MODES)[number];

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
    version: z.int(),
  })
  .meta({ id: "OrderRow" });
export type OrderRow = z.infer<typeof orderRowSchema>;

/** The fields a list can be sorted by: those of its row. */
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
export type SortField = (typeof SORT_FIELDS)[number];
export const sortSchema = z.enum(SORT_FIELDS, { error: `sort is one of ${SORT_FIELDS.join(", ")}.` });
export const directionSchema = z.enum(["asc", "desc"], { error: "dir is asc or desc." });

/** "All" asks for at most this many rows in one call; the true total stands in the envelope. */
export const LIST_LIMIT_MAX = 10_000;
export const PAGE_SIZES = [10, 25, 50, 100, 500] as const;
export const DEFAULT_PAGE_SIZE = 10;

export const listQuerySchema = z.object({
  ...pagingShape,
  sort: sortSchema.optional(),
  dir: directionSchema.optional(),
  month: monthSchema.optional(),
  /** Sent by clients of the specification, of no effect. */
  delay: z.string().max(20).optional(),
});

const listExtra = { total: z.int() };
export const monthCountsSchema = z.record(monthSchema, z.int());
export type MonthCounts = z.infer<typeof monthCountsSchema>;

export const listOrders = defineOperation({
  method: "GET",
  path: "/admin/get-orders-list/:orderName",
  summary: "A page of a queue",
  access: "orders:work",
  params: z.object({ orderName: listNameSchema }),
  query: listQuerySchema,
  data: z.array(orderRowSchema),
  extra: { ...listExtra, months: monthCountsSchema.optional() },
});

/** Searches begin here; what is shorter lists everything (decision 8). */
export const SEARCH_MIN_CHARACTERS = 2;

/** A search counts its hits up to here; beyond, `total` is this and `total_capped` true, unless `exact` is asked for. */
export const SEARCH_TOTAL_LIMIT = 10_000;

const rowOffset = (name: string) =>
  z
    .int({ error: `${name} is a whole number from 0.` })
    .min(0, `${name} is a whole number from 0.`)
    .max(1_000_000_000, `${name} is too large.`);

export const searchOrdersSchema = z
  .object({
    start: rowOffset("start"),
    /** Exclusive. */
    end: rowOffset("end").meta({ examples: [10] }),
    searchVal: z
      .string({ error: "searchVal is text." })
      .max(200, "At most 200 characters.")
      .meta({ examples: ["perera"] })
      .transform(cleanLine),
    folderName: listNameSchema,
    month: monthSchema.optional(),
    sort: sortSchema.optional(),
    dir: directionSchema.optional(),
    /** Counts all hits, which takes longer the more there are. */
    exact: z.boolean({ error: "exact is true or false." }).default(false),
  })
  .refine(({ start, end }) => end >= start, { path: ["end"], error: "end must not be before start." });

export const searchOrders = defineOperation({
  method: "POST",
  path: "/admin/search-order",
  summary: "Find text anywhere in the orders of a queue",
  access: "orders:work",
  body: searchOrdersSchema,
  data: z.array(orderRowSchema),
  // Beyond row 10,000 the total is exact without being asked for: the page could not be read without it.
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
  data: folderCountsSchema,
});

export const orderDetailsSchema = z
  .object({
    order_id: z.int(),
    process_status: orderStatusSchema,
    previous_status: orderStatusSchema.nullable(),
    next_statuses: z.array(orderStatusSchema),
    version: z.int(),
    processing_mode: processingModeSchema,
    paid: z.boolean(),
    created_at: instantSchema,
    processing_date: daySchema.nullable(),
    process_month: monthSchema.nullable(),
    refund_date: instantSchema.nullable(),
    flight_number: text,
    arrival_date: daySchema.nullable(),
    nationality: text,
    passport_number: text,
    full_name: text,
    sex: text,
    date_of_birth: daySchema.nullable(),
    email: text,
    place_of_stay: text,
    purpose_of_visit: text,
    travel_mode: text,
    port_of_departure: text,
    port_of_arrival: text,
    phone_code: text,
    telephone_number: text,
    transaction_id: text,
    merchant_name: text,
    gateway_name: text,
    amount: text,
    currency: text,
    /** The open one. */
    dispute: disputeSchema.nullable(),
    /** All of them, open and closed, newest first. */
    disputes: z.array(disputeSchema),
    downloadHistory: z.array(downloadEntrySchema),
    mailHistory: z.array(mailEntrySchema),
    /** Of the order's own address and of those that its mails went to. */
    blocked_addresses: z.array(blockedAddressSchema),
    uploadDoc: z.array(documentSchema),
    remark: z.array(remarkSchema),
    timeline: z.array(timelineEntrySchema),
    /** Null for an order without a history. `npm run verify-history` checks a head that was noted elsewhere. */
    history_head: historyHeadSchema.nullable(),
  })
  .meta({ id: "OrderDetails" });
export type OrderDetails = z.infer<typeof orderDetailsSchema>;

export const orderDetails = defineOperation({
  method: "GET",
  path: "/admin/get-orders-details/:orderId",
  summary: "Everything held on one order",
  access: "orders:work",
  params: z.object({ orderId: orderIdSchema }),
  data: orderDetailsSchema,
});

const versionSchema = z.int({ error: "version is a whole number." }).min(1, "version is a whole number from 1.");

export const moveOrderSchema = z.object({
  orderId: orderIdSchema,
  updatingStatus: z.enum(orderStatusSchema.options, { error: MESSAGES.statusUnknown }),
  version: versionSchema.optional(),
});

export const moveOrder = defineOperation({
  method: "PUT",
  path: "/admin/move-order-status",
  summary: "Move one order, or take its last move back",
  access: "orders:work",
  body: moveOrderSchema,
  data: z.object({
    order_id: z.int(),
    process_status: orderStatusSchema,
    previous_status: orderStatusSchema.nullable(),
    next_statuses: z.array(orderStatusSchema),
    version: z.int(),
  }),
});

export const BULK_MAX = 10_000;

const orderItem = z.union([
  orderIdSchema.transform((id) => ({ id, version: undefined })),
  z.object({ id: orderIdSchema, version: versionSchema.optional() }).transform(({ id, version }) => ({ id, version })),
]);
const orderItems = z
  .union([orderItem.transform((item) => [item]), z.array(orderItem).meta({ minItems: 1, maxItems: BULK_MAX })], {
    error: MESSAGES.ordersRequired,
  })
  // Not on the array itself: a union forgets which of its parts came close.
  .refine((items) => items.length > 0, MESSAGES.ordersRequired)
  .refine((items) => items.length <= BULK_MAX, MESSAGES.ordersTooMany);

export const changeOrderStatusSchema = z.object({
  orderId: orderItems,
  updatingStatus: z.enum(orderStatusSchema.options, { error: MESSAGES.statusUnknown }),
  permanentDeletedFlag: z.boolean({ error: "permanentDeletedFlag is true or false." }).default(false),
});

export const changeOrderStatus = defineOperation({
  method: "PUT",
  path: "/admin/change-order-status",
  summary: "Move or delete one order or many, with an answer for each",
  access: "orders:work",
  body: changeOrderStatusSchema,
  data: z.array(perOrderResultSchema),
});

export const recordRefundsSchema = z.object({
  orderId: z
    .array(z.object({ id: orderIdSchema, status: z.string().max(50).optional() }), { error: MESSAGES.ordersRequired })
    .min(1, MESSAGES.ordersRequired)
    .max(BULK_MAX, MESSAGES.ordersTooMany),
});

export const recordRefunds = defineOperation({
  method: "PUT",
  path: "/admin/move-to-complete-refund",
  summary: "Record that the money of these orders went back; moves no money",
  access: "orders:work",
  body: recordRefundsSchema,
  data: z.array(perOrderResultSchema),
});
