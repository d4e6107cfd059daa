import * as z from "zod";
import { decimalsOf, isCurrency, minorUnits } from "#contract/disputes/currencies.ts";
import { DISPUTE_MESSAGES } from "#contract/disputes/messages.ts";
import { defineOperation } from "#contract/operation.ts";
import { orderIdSchema } from "#contract/orders/order-id-schema.ts";
import { rowIdSchema } from "#contract/row-id.ts";
import { optionalLine, requiredLine } from "#contract/text-schemas.ts";
import { REFUND_MESSAGES } from "./messages.ts";
import { REFUND_TEXT_MAX, refundReasonSchema, refundSchema } from "./refunds.ts";

const REFERENCE_MAX = 100;

export const recordRefundSchema = z
  .object({
    orderId: orderIdSchema,
    /** The order's newest refund that the caller saw, null for none: a repeated call records nothing twice. */
    lastRefundId: rowIdSchema.nullable(),
    amount: z
      .string({ error: REFUND_MESSAGES.refundAmountInvalid })
      .trim()
      .regex(/^\d{1,12}(\.\d{1,4})?$/, REFUND_MESSAGES.refundAmountInvalid)
      .refine((text) => /[1-9]/.test(text), REFUND_MESSAGES.refundAmountInvalid)
      .meta({ examples: ["49.99"] }),
    currency: z
      .string({ error: REFUND_MESSAGES.refundCurrencyRequired })
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{3}$/, { error: REFUND_MESSAGES.refundCurrencyRequired, abort: true })
      .refine(isCurrency, DISPUTE_MESSAGES.disputeCurrencyUnknown)
      .meta({ examples: ["USD"] }),
    reasonCode: refundReasonSchema,
    note: optionalLine(REFUND_TEXT_MAX),
    reference: optionalLine(REFERENCE_MAX),
    /** Of a Manager or an Admin: why it is recorded although a dispute stands against it. */
    overrideReason: optionalLine(REFUND_TEXT_MAX),
  })
  .refine(({ amount, currency }) => decimalsOf(amount) <= minorUnits(currency), {
    path: ["amount"],
    error: DISPUTE_MESSAGES.disputeAmountDecimals,
  });
export type RecordRefund = z.output<typeof recordRefundSchema>;

export const recordRefund = defineOperation({
  method: "POST",
  path: "/admin/record-refund",
  summary: "Record a refund of an order with its amount, the whole of what is left or a part; moves no money",
  access: "orders:work",
  shows: "details",
  body: recordRefundSchema,
  data: refundSchema,
});

export const undoRefundSchema = z.object({
  refundId: rowIdSchema,
  reason: requiredLine(REFUND_MESSAGES.refundUndoReason, REFUND_TEXT_MAX),
});

export const undoRefund = defineOperation({
  method: "POST",
  path: "/admin/undo-refund",
  summary: "Undo the record of a refund, with a reason",
  access: "refunds:override",
  shows: "details",
  body: undoRefundSchema,
  data: refundSchema,
});
