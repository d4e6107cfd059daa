import * as z from "zod";
import { daySchema, instantSchema } from "#contract/date-schemas.ts";
import { choiceFor, SEXES, TRAVEL_MODES } from "#contract/filings/filing-profile.ts";
import { plainFlightNumber } from "#contract/intake/flight-number.ts";
import { intakeOrderSchema } from "#contract/intake/intake.ts";
import { defineOperation } from "#contract/operation.ts";
import { orderIdSchema } from "#contract/orders/order-id-schema.ts";
import { orderStatusSchema } from "#contract/orders/order-status.ts";
import { rowIdSchema } from "#contract/row-id.ts";
import { optionalLine, requiredLine } from "#contract/text-schemas.ts";
import { confirmationSchema, confirmedSchema } from "./confirmations.ts";
import { CORRECTABLE_FIELDS, type CorrectableField, SUBMITTED_LABELS } from "./correction-fields.ts";
import { correctionRequestSchema } from "./correction-records.ts";
import { CORRECTION_MESSAGES, correctionFieldUnknown } from "./messages.ts";
import { doubtSchema } from "./plausibility.ts";

export type CorrectedFields = Partial<Record<CorrectableField, string | null>>;

const newValue = z.string().max(2000, "At most 2000 characters.").nullable().optional();

/** New values by field, each checked as at intake; null and empty text clear a field that intake does not require. */
export const correctedFieldsSchema = z
  .strictObject(Object.fromEntries(CORRECTABLE_FIELDS.map((field) => [field, newValue])), {
    // One field is named: a body may hold thousands.
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? correctionFieldUnknown(String(issue.keys[0]).slice(0, 50))
        : CORRECTION_MESSAGES.correctionEmpty,
  })
  .meta({ examples: [{ flight_number: "UL 504" }] })
  .transform((given, context): CorrectedFields => {
    const fields: CorrectedFields = {};
    for (const field of CORRECTABLE_FIELDS) {
      if (given[field] === undefined) continue;
      const parsed = intakeOrderSchema.shape[field].safeParse(given[field]);
      const unlisted = parsed.success ? unlistedChoice(field, parsed.data) : null;
      if (unlisted !== null) context.addIssue({ code: "custom", path: [field], message: unlisted });
      else if (parsed.success) fields[field] = plainFact(field, parsed.data);
      else for (const { message } of parsed.error.issues) context.addIssue({ code: "custom", path: [field], message });
    }
    if (Object.keys(given).length === 0)
      context.addIssue({ code: "custom", message: CORRECTION_MESSAGES.correctionEmpty });
    return fields;
  });

/** Facts for which the authority's form has a list. Intake stores whatever a checkout sends. */
const CHOICES: Partial<Record<CorrectableField, Parameters<typeof choiceFor>[0]>> = {
  sex: SEXES,
  travel_mode: TRAVEL_MODES,
};

/** Why a value can't be chosen in the authority's form; null when it can. */
function unlistedChoice(field: CorrectableField, value: string | null): string | null {
  const choices = CHOICES[field];
  if (choices === undefined || value === null || choiceFor(choices, value) !== null) return null;
  return `${SUBMITTED_LABELS[field]} must be ${choices.map(({ label }) => label).join(" or ")}.`;
}

const plainFact = (field: CorrectableField, value: string | null) =>
  field === "flight_number" && value !== null ? plainFlightNumber(value) : value;

/** Values as shown to people; the database keeps them in the timeline. */
export const changedFieldSchema = z.object({
  field: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type ChangedField = z.infer<typeof changedFieldSchema>;

const version = z
  .int({ error: "factsVersion must be a whole number." })
  .min(1, "factsVersion must be a whole number, 1 or greater.")
  .max(2_147_483_647, "factsVersion is too large.");

export const previewCorrection = defineOperation({
  method: "POST",
  path: "/admin/preview-correction",
  summary: "What a correction would change; nothing is written",
  access: "orders:correct",
  shows: "details",
  countsAsUse: false,
  body: z.object({ orderId: orderIdSchema, fields: correctedFieldsSchema }),
  data: z.object({
    process_status: orderStatusSchema,
    processing_date: daySchema.nullable(),
    due_at: instantSchema.nullable(),
    changed: z.array(changedFieldSchema),
    confirm: z.array(confirmationSchema),
    /** Orders that would be its duplicates. */
    duplicates: z.array(z.int()),
  }),
});

const correctionAnswer = z.object({
  order_id: z.int(),
  /** Empty when the order already had these values; nothing was written then. */
  changed: z.array(changedFieldSchema),
  /** Doubts about the given fields that are settled by it: the values are right. */
  confirmed: z.array(doubtSchema),
  facts_version: z.int(),
  process_status: orderStatusSchema,
  version: z.int(),
});
export type CorrectedOrder = z.infer<typeof correctionAnswer>;

export const correctOrder = defineOperation({
  method: "POST",
  path: "/admin/correct-order",
  // A doubtful fact that is given as it is, with its doubt in `confirm`, is confirmed.
  summary: "Correct facts of an order, with a reason, or confirm doubtful ones; what was submitted is kept",
  access: "orders:correct",
  shows: "details",
  body: z.object({
    orderId: orderIdSchema,
    factsVersion: version,
    fields: correctedFieldsSchema,
    reason: requiredLine(CORRECTION_MESSAGES.correctionReasonRequired, 500),
    confirm: confirmedSchema,
    /** The request that this correction accepts. */
    requestId: rowIdSchema.nullish().transform((id) => id ?? null),
  }),
  data: correctionAnswer,
});

export const requestCorrection = defineOperation({
  method: "POST",
  path: "/admin/request-correction",
  summary: "Ask for a correction that another member decides",
  access: "orders:correct",
  shows: "details",
  body: z.object({
    orderId: orderIdSchema,
    fields: correctedFieldsSchema,
    note: requiredLine(CORRECTION_MESSAGES.correctionNoteRequired, 500),
  }),
  data: correctionRequestSchema,
});

export const decideCorrection = defineOperation({
  method: "POST",
  path: "/admin/decide-correction",
  summary: "Accept a requested correction, which corrects the order, or decline it",
  access: "orders:correct",
  shows: "details",
  body: z.object({
    requestId: rowIdSchema,
    accept: z.boolean({ error: "accept must be true or false." }),
    reason: optionalLine(500),
    /** Refused when the facts have another version; absent accepts the request on any. */
    factsVersion: version.optional(),
    confirm: confirmedSchema,
  }),
  data: correctionRequestSchema,
});
