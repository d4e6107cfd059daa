import * as z from "zod";
import { instantSchema } from "#contract/date-schemas.ts";
import { defineOperation } from "#contract/operation.ts";
import { orderIdSchema } from "#contract/orders/order-id-schema.ts";
import { emailText, requiredText } from "#contract/text-schemas.ts";
import { EMAIL_CHANGE_MESSAGES } from "./messages.ts";

/** How long the new address can confirm a change. */
export const CONFIRM_HOURS = 72;
/** How long after its confirmation the old address can contest a change. */
export const CONTEST_DAYS = 7;
/** A change is only asked for by someone who can name this many of the facts below. */
export const PROOFS_NEEDED = 2;

/** Facts of the order that a caller may name, by their names in the database. */
export const EMAIL_PROOF_LABELS = {
  passport_number: "Passport number",
  date_of_birth: "Date of birth",
  card_last4: "Last four digits of the card",
  amount: "Amount paid",
} as const;
export type EmailProof = keyof typeof EMAIL_PROOF_LABELS;
export const EMAIL_PROOFS = Object.keys(EMAIL_PROOF_LABELS) as [EmailProof, ...EmailProof[]];
export const emailProofSchema = z.enum(EMAIL_PROOFS);

/** A change that is not settled: the new address has not confirmed it, or the old one has contested it. */
export const emailChangeSchema = z
  .object({
    id: z.int(),
    state: z.enum(["pending", "contested"]),
    old_email: z.string().nullable(),
    new_email: z.string(),
    reason: z.string(),
    proof: z.array(emailProofSchema),
    asked_by: z.string(),
    /** May cancel the change, but not decide an objection to it. */
    asked_by_id: z.int(),
    asked_at: instantSchema,
    /** When the link of a pending change expires. */
    expires_at: instantSchema,
    contested_at: instantSchema.nullable(),
  })
  .meta({ id: "EmailChange" });
export type EmailChange = z.infer<typeof emailChangeSchema>;

const reason = requiredText(EMAIL_CHANGE_MESSAGES.emailChangeReasonRequired, 500);

export const changeEmailSchema = z.object({
  email: emailText(EMAIL_CHANGE_MESSAGES.emailChangeRequired, EMAIL_CHANGE_MESSAGES.emailChangeInvalid),
  reason,
  proof: z
    .array(emailProofSchema, { error: EMAIL_CHANGE_MESSAGES.emailChangeProofs })
    .max(EMAIL_PROOFS.length, EMAIL_CHANGE_MESSAGES.emailChangeProofs)
    .refine((named) => new Set(named).size >= PROOFS_NEEDED, EMAIL_CHANGE_MESSAGES.emailChangeProofs)
    .meta({ examples: [["passport_number", "amount"]] }),
});

export const changeOrderEmail = defineOperation({
  method: "POST",
  path: "/admin/change-order-email",
  summary: "Ask the new address to confirm that an order's e-mail address changes",
  access: "orders:correct-email",
  shows: "details",
  fresh: true,
  body: changeEmailSchema.extend({
    orderId: orderIdSchema,
    factsVersion: z
      .int({ error: EMAIL_CHANGE_MESSAGES.factsVersionRequired })
      .min(1, EMAIL_CHANGE_MESSAGES.factsVersionRequired),
  }),
  data: emailChangeSchema,
});

export const resolveEmailChangeSchema = z.object({ restore: z.boolean(), reason });

export const resolveEmailChange = defineOperation({
  method: "POST",
  path: "/admin/resolve-email-change",
  summary: "Cancel a pending change of an order's e-mail address, or decide a contested one",
  access: "orders:correct-email",
  shows: "details",
  fresh: true,
  body: resolveEmailChangeSchema.extend({ orderId: orderIdSchema }),
  data: z.object({ order_id: z.int(), email: z.string().nullable() }),
});
