import * as z from "zod";
import { defineOperation } from "#contract/operation.ts";
import { orderIdSchema } from "#contract/orders/order-id-schema.ts";
import { requiredLine } from "#contract/text-schemas.ts";
import { TRANSACTION_MESSAGES } from "./messages.ts";

/** The payment provider's identifiers of an order's payment; a defence pack needs both. */
export const transactionDetailsSchema = z.object({
  transactionId: requiredLine(TRANSACTION_MESSAGES.transactionIdRequired),
  merchantName: requiredLine(TRANSACTION_MESSAGES.merchantNameRequired),
});

export const saveTransactionDetails = defineOperation({
  method: "POST",
  path: "/admin/save-transaction-details",
  summary: "Enter or correct an order's transaction id and merchant name",
  access: "orders:work",
  shows: "nothing",
  body: transactionDetailsSchema.extend({ orderId: orderIdSchema }),
  data: z.object({ order_id: z.int(), transaction_id: z.string(), merchant_name: z.string() }),
});
