import * as z from "zod";
import { countedFirst } from "#contract/counted-list.ts";
import { instantSchema } from "#contract/date-schemas.ts";
import { perOrderResultSchema } from "#contract/envelope.ts";
import { defineOperation } from "#contract/operation.ts";
import { BULK_BODY, BULK_MAX, ofBulk } from "#contract/orders/bulk.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { orderIdSchema } from "#contract/orders/order-id-schema.ts";
import { optionalLine } from "#contract/text-schemas.ts";
import { REFUND_MESSAGES } from "./messages.ts";

export const REFUND_REASON_LABELS = {
  customer_request: "Requested by the customer",
  duplicate: "Paid twice",
  not_delivered: "Not delivered",
  authority_refused: "Refused by the authority",
  goodwill: "Goodwill",
  other: "Other",
} as const;
export type RefundReason = keyof typeof REFUND_REASON_LABELS;
export const REFUND_REASONS = Object.keys(REFUND_REASON_LABELS) as [RefundReason, ...RefundReason[]];
export const refundReasonSchema = z.enum(REFUND_REASONS, { error: REFUND_MESSAGES.refundReasonUnknown });

const amount = z.string().nullable();

/** A refund that a member recorded; nothing here moves money (decision record 0017). */
export const refundSchema = z
  .object({
    id: z.int(),
    /** A decimal string. Null when it was not recorded, as in refunds from before amounts were. */
    amount,
    currency: z.string().nullable(),
    /** True when nobody entered the amount: it is what was left of the payment. */
    is_assumed: z.boolean(),
    reason_code: refundReasonSchema.nullable(),
    note: z.string().nullable(),
    /** The processor's own number of the refund. */
    reference: z.string().nullable(),
    recorded_at: instantSchema,
    recorded_by: z.string().nullable(),
    /** Why it was recorded although a dispute stood against it. */
    override_reason: z.string().nullable(),
    /** Null while it counts. */
    undone_at: instantSchema.nullable(),
    undone_by: z.string().nullable(),
    undo_reason: z.string().nullable(),
  })
  .meta({ id: "Refund" });
export type Refund = z.infer<typeof refundSchema>;

/** The longest note, reference or reason. */
export const REFUND_TEXT_MAX = 500;

const refundItem = z.object(
  {
    id: orderIdSchema,
    status: z.string({ error: "status must be text." }).max(50, "At most 50 characters.").optional(),
  },
  { error: REFUND_MESSAGES.refundItems },
);

export const refundedOrdersSchema = z.object({
  orderId: countedFirst(
    refundItem,
    z.array(refundItem, { error: ORDER_MESSAGES.ordersRequired }).meta({ minItems: 1, maxItems: BULK_MAX }),
    ofBulk,
  ),
});

export const recordRefundsSchema = refundedOrdersSchema.extend({
  /** Of a Manager or an Admin: records also the orders that a dispute blocks, each with this reason. */
  reason: optionalLine(REFUND_TEXT_MAX),
});

export const recordRefunds = defineOperation({
  method: "PUT",
  path: "/admin/move-to-complete-refund",
  summary: "Record the refund of these orders, each of what is left of its payment; moves no money",
  access: "orders:work",
  shows: "nothing",
  body: recordRefundsSchema,
  bodyLimit: BULK_BODY,
  data: z.array(perOrderResultSchema),
});

export const undoRefunds = defineOperation({
  method: "PUT",
  path: "/admin/undo-refunds",
  summary: "Take back refunds that the member recorded within the last hour, with a result for each",
  access: "orders:work",
  shows: "nothing",
  body: refundedOrdersSchema,
  bodyLimit: BULK_BODY,
  data: z.array(perOrderResultSchema),
});

/** Sums of the orders in Refunds of one currency; null for orders without one. */
export const refundTotalSchema = z
  .object({
    currency: z.string().nullable(),
    due: z.string(),
    recorded: z.string(),
    /** Orders of this currency, or without any, that are due but whose amount is unknown. */
    unknown_due: z.int(),
    /** Orders with a recorded refund of unknown amount. */
    unknown_recorded: z.int(),
  })
  .meta({ id: "RefundTotal" });
export type RefundTotal = z.infer<typeof refundTotalSchema>;

export const refundTotals = defineOperation({
  method: "GET",
  path: "/admin/refund-totals",
  summary: "What is due and what was recorded in Refunds, by currency",
  access: "refunds:totals",
  shows: "nothing",
  data: z.array(refundTotalSchema),
});
