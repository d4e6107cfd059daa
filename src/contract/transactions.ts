import * as z from "zod";
import { MESSAGES } from "./messages.ts";
import { defineOperation } from "./operation.ts";
import { orderIdSchema } from "./order-id.ts";
import { requiredLine } from "./text.ts";

/** What the payment provider calls the payment of an order; a dispute pack needs both. */
export const transactionDetailsSchema = z.object({
  transactionId: requiredLine(MESSAGES.transactionIdRequired),
  merchantName: requiredLine(MESSAGES.merchantNameRequired),
});

export const saveTransactionDetails = defineOperation({
  method: "POST",
  path: "/admin/save-transaction-details",
  summary: "Enter or correct an order's transaction id and merchant name",
  access: "orders:work",
  body: transactionDetailsSchema.extend({ orderId: orderIdSchema }),
  data: z.object({ order_id: z.int(), transaction_id: z.string(), merchant_name: z.string() }),
});
