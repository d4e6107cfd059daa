import * as z from "zod";
import { daySchema, notDay, notInstant, zonedInstantSchema } from "./dates.ts";
import { defineOperation } from "./operation.ts";
import { orderIdSchema } from "./order-id.ts";
import { orderStatusSchema } from "./order-status.ts";
import { processingModeSchema } from "./orders.ts";
import { rowIdSchema } from "./row-id.ts";
import { emailText, optionalLine, requiredLine } from "./text.ts";

/** A field with a form of its own that may be left out: absent, null and empty are all null. */
function optional<T extends string>(schema: z.ZodType<T, string>, error: string) {
  return z
    .union([schema, z.literal("")], { error })
    .nullish()
    .transform((value) => (value === undefined || value === "" ? null : value));
}

const optionalDay = optional(daySchema, notDay);
const optionalInstant = optional(zonedInstantSchema, notInstant);
const optionalGateway = rowIdSchema.nullish().transform((id) => id ?? null);

/** What a checkout hands over (specification section 3 and what a later dispute needs). Absent, null and empty are the same. */
export const intakeOrderSchema = z.object({
  full_name: requiredLine("full_name is required."),
  email: emailText("email is required.", "email is not an e-mail address."),
  nationality: requiredLine("nationality is required."),
  arrival_date: daySchema,
  paid: z.boolean({ error: "paid is true or false." }),
  processing_mode: processingModeSchema.default("Standard"),
  passport_number: optionalLine(),
  flight_number: optionalLine(),
  sex: optionalLine(),
  date_of_birth: optionalDay,
  place_of_stay: optionalLine(500),
  purpose_of_visit: optionalLine(),
  travel_mode: optionalLine(),
  port_of_departure: optionalLine(),
  port_of_arrival: optionalLine(),
  phone_code: optionalLine(20),
  telephone_number: optionalLine(40),
  transaction_id: optionalLine(),
  merchant_name: optionalLine(),
  gateway_id: optionalGateway,
  purchase_ip: optional(z.union([z.ipv4(), z.ipv6()]), "purchase_ip is an IP address."),
  user_agent: optionalLine(1000),
  terms_version: optionalLine(),
  terms_accepted_at: optionalInstant,
  refund_policy_version: optionalLine(),
  amount: optional(
    z
      .string()
      .regex(/^\d{1,12}(\.\d{1,4})?$/)
      .meta({ examples: ["49.99"] }),
    "amount is a decimal string.",
  ),
  currency: optional(
    z
      .string()
      .regex(/^[A-Z]{3}$/)
      .meta({ examples: ["USD"] }),
    "currency is an ISO 4217 code.",
  ),
  payment_fingerprint: optionalLine(),
  card_brand: optionalLine(50),
  card_last4: optional(
    z
      .string()
      .regex(/^\d{4}$/)
      .meta({ examples: ["4242"] }),
    "card_last4 is four digits.",
  ),
  avs_result: optionalLine(50),
  cvc_result: optionalLine(50),
  three_ds_result: optionalLine(50),
  paid_at: optionalInstant,
  billing_name: optionalLine(),
  device_id: optionalLine(),
});
export type IntakeOrder = z.infer<typeof intakeOrderSchema>;

export const createOrder = defineOperation({
  method: "POST",
  path: "/intake/orders",
  summary: "Hand an order over; the same Idempotency-Key and body again answers the same order",
  access: "intake",
  headers: z.object({
    "idempotency-key": z
      .string({ error: "The Idempotency-Key header must be 1 to 255 printable characters." })
      .regex(/^[\x20-\x7e]{1,255}$/, "The Idempotency-Key header must be 1 to 255 printable characters.")
      .meta({ examples: ["checkout-7f3a"] }),
  }),
  body: intakeOrderSchema,
  data: z.object({ order_id: z.int(), process_status: orderStatusSchema }),
  successStatus: 201,
});

export const recordPaymentSchema = z.object({
  transaction_id: requiredLine("transaction_id is required."),
  merchant_name: requiredLine("merchant_name is required."),
  gateway_id: optionalGateway,
});
export type RecordPayment = z.infer<typeof recordPaymentSchema>;

export const recordPayment = defineOperation({
  method: "POST",
  path: "/intake/orders/:id/payment",
  summary: "Tell that an order is paid; a Pending order goes to its queue",
  access: "intake",
  params: z.object({ id: orderIdSchema }),
  body: recordPaymentSchema,
  data: z.object({ order_id: z.int(), process_status: orderStatusSchema }),
});
export type IntakeAnswer = { order_id: number; process_status: z.infer<typeof orderStatusSchema> };
