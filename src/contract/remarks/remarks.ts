import * as z from "zod";
import { instantSchema } from "#contract/date-schemas.ts";
import { defineOperation } from "#contract/operation.ts";
import { orderIdSchema } from "#contract/orders/order-id-schema.ts";
import { requiredText } from "#contract/text-schemas.ts";
import { REMARK_MESSAGES } from "./messages.ts";

export const flagSchema = z.enum(["Y", "N"], { error: REMARK_MESSAGES.flagInvalid });
const flagInput = flagSchema.default("N");

export const REMARK_MAX = 4000;

export const remarkSchema = z
  .object({
    id: z.int(),
    order_id: z.int(),
    us_date: z.string(),
    us_time: z.string(),
    remark_name: z.string(),
    remark: z.string(),
    whatsapp: flagSchema,
    telephone: flagSchema,
    status_refund: flagSchema,
    voided: flagSchema,
    chargeback: flagSchema,
    report_error: flagSchema,
    create_ts: instantSchema,
  })
  .meta({ id: "Remark" });
export type Remark = z.infer<typeof remarkSchema>;

export const addRemarkSchema = z.object({
  orderId: orderIdSchema,
  remark: requiredText(REMARK_MESSAGES.remarkRequired, REMARK_MAX),
  /** Accepted from clients of the specification and ignored: the author is the session's member. */
  remarkerName: z.string().max(1000).optional(),
  whatsapp: flagInput,
  telephone: flagInput,
  statusRefund: flagInput,
  voided: flagInput,
  chargeBack: flagInput,
});

export const addRemark = defineOperation({
  method: "POST",
  path: "/admin/add-new-remark",
  summary: "Add a comment to an order",
  access: "orders:work",
  shows: "nothing",
  body: addRemarkSchema,
  // The limit applies to the cleaned text, and a character may take six bytes on the wire.
  bodyLimit: 64 * 1024,
  data: remarkSchema,
});
