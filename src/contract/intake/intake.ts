import * as z from "zod";
import { DOUBTS } from "#contract/corrections/plausibility.ts";
import { daySchema, notDay, notInstant, zonedInstantSchema } from "#contract/date-schemas.ts";
import { defineOperation } from "#contract/operation.ts";
import { orderIdSchema } from "#contract/orders/order-id-schema.ts";
import { orderStatusSchema } from "#contract/orders/order-status.ts";
import { processingModeSchema } from "#contract/orders/processing-mode.ts";
import { rowIdSchema } from "#contract/row-id.ts";
import { hasLetter } from "#contract/text.ts";
import { emailText, optionalLine, requiredLine } from "#contract/text-schemas.ts";
import { languageOf } from "#contract/tracking/visitor-languages.ts";

/** An optional field with a format: absent, null and empty are all null. */
function optional<T extends string>(schema: z.ZodType<T, string>, error: string) {
  return z
    .union([schema, z.literal("")], { error })
    .nullish()
    .transform((value) => (value === undefined || value === "" ? null : value));
}

/** An optional text of a fixed form. */
function optionalForm(form: RegExp, error: string, example: string) {
  return optional(
    z
      .string({ error })
      .regex(form, error)
      .meta({ examples: [example] }),
    error,
  );
}

const notIp = "purchase_ip must be an IP address.";
const optionalDay = optional(daySchema, notDay);
const optionalInstant = optional(zonedInstantSchema, notInstant);
const optionalGateway = rowIdSchema.nullish().transform((id) => id ?? null);

/** What a checkout submits and what a later dispute needs. Absent, null and empty are the same. */
export const intakeOrderSchema = z.object({
  full_name: requiredLine("full_name is required.").refine(
    (name) => name === "" || hasLetter(name),
    "full_name must have a letter.",
  ),
  email: emailText("email is required.", "email is not an e-mail address."),
  nationality: requiredLine("nationality is required."),
  arrival_date: daySchema,
  paid: z.boolean({ error: "paid must be true or false." }),
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
  purchase_ip: optional(z.union([z.ipv4(notIp), z.ipv6(notIp)], notIp), notIp),
  user_agent: optionalLine(1000),
  terms_version: optionalLine(),
  terms_accepted_at: optionalInstant,
  refund_policy_version: optionalLine(),
  amount: optionalForm(/^\d{1,12}(\.\d{1,4})?$/, "amount must be a decimal string.", "49.99"),
  currency: optionalForm(/^[A-Z]{3}$/, "currency must be an ISO 4217 code.", "USD"),
  payment_fingerprint: optionalLine(),
  card_brand: optionalLine(50),
  card_last4: optionalForm(/^\d{4}$/, "card_last4 is four digits.", "4242"),
  avs_result: optionalLine(50),
  cvc_result: optionalLine(50),
  three_ds_result: optionalLine(50),
  paid_at: optionalInstant,
  billing_name: optionalLine(),
  device_id: optionalLine(),
  device_fingerprint: optionalLine(),
  /** The customer's account at the checkout. */
  account_id: optionalLine(),
  card_country: optionalForm(/^[A-Z]{2}$/, "card_country must be an ISO 3166-1 alpha-2 code.", "GB"),
  charge_id: optionalLine(),
  /**
   * A language tag such as `de` or `de-CH`; one that no text is written in counts as not sent. Absent is undefined, not
   * null: requests from before this field keep their digest.
   */
  language: optionalLine(35).transform((tag) => languageOf(tag ?? "")),
});
export type IntakeOrder = z.infer<typeof intakeOrderSchema>;

/** Card schemes don't accept a shorter id as evidence: it is too likely to be another customer's. */
export const DEVICE_ID_MIN = 15;
export const DEVICE_FINGERPRINT_MIN = 20;

/** Weaknesses in the evidence of an accepted order, and facts that staff will ask about. */
export const INTAKE_WARNINGS = {
  device_id_short: `A device_id of less than ${DEVICE_ID_MIN} characters does not count as evidence.`,
  device_fingerprint_short: `A device_fingerprint of less than ${DEVICE_FINGERPRINT_MIN} characters does not count as evidence.`,
  payment_differs: "The order holds another value, which stays.",
  arrival_past: DOUBTS.arrival_past.words,
  birth_implausible: DOUBTS.birth_implausible.words,
  passport_short: DOUBTS.passport_short.words,
} as const;
export type IntakeWarningCode = keyof typeof INTAKE_WARNINGS;
const WARNING_CODES = Object.keys(INTAKE_WARNINGS) as [IntakeWarningCode, ...IntakeWarningCode[]];
const intakeAnswerSchema = z.object({
  order_id: z.int(),
  process_status: orderStatusSchema,
  /** Absent when there are no warnings. */
  warnings: z.array(z.object({ field: z.string(), code: z.enum(WARNING_CODES), message: z.string() })).optional(),
});
export type IntakeAnswer = z.infer<typeof intakeAnswerSchema>;

export const createOrder = defineOperation({
  method: "POST",
  path: "/intake/orders",
  summary: "Submit an order; the same Idempotency-Key and body return the same order",
  access: "intake",
  headers: z.object({
    "idempotency-key": z
      .string({ error: "The Idempotency-Key header must be 1 to 255 printable characters." })
      .regex(/^[\x20-\x7e]{1,255}$/, "The Idempotency-Key header must be 1 to 255 printable characters.")
      .meta({ examples: ["checkout-7f3a"] }),
  }),
  body: intakeOrderSchema,
  bodyLimit: 64 * 1024,
  data: intakeAnswerSchema,
  successStatus: 201,
});

const paymentEvidence = intakeOrderSchema.pick({
  amount: true,
  currency: true,
  paid_at: true,
  charge_id: true,
  payment_fingerprint: true,
  card_brand: true,
  card_last4: true,
  card_country: true,
  avs_result: true,
  cvc_result: true,
  three_ds_result: true,
  billing_name: true,
  purchase_ip: true,
  user_agent: true,
  device_id: true,
  device_fingerprint: true,
  account_id: true,
});

/** Evidence fills empty fields of the order; a value that differs from the order's is reported and not stored. */
export const recordPaymentSchema = paymentEvidence.extend({
  transaction_id: requiredLine("transaction_id is required."),
  merchant_name: requiredLine("merchant_name is required."),
  gateway_id: optionalGateway,
});
export type RecordPayment = z.infer<typeof recordPaymentSchema>;

export const recordPayment = defineOperation({
  method: "POST",
  path: "/intake/orders/:id/payment",
  summary: "Report the payment of an order with its details; a Pending order moves to its queue",
  access: "intake",
  params: z.object({ id: orderIdSchema }),
  body: recordPaymentSchema,
  data: intakeAnswerSchema,
});
