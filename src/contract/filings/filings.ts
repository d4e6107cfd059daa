import * as z from "zod";
import { instantSchema, zonedInstant } from "#contract/date-schemas.ts";
import { documentTypeSchema } from "#contract/documents/documents.ts";
import { defineOperation } from "#contract/operation.ts";
import { orderIdSchema } from "#contract/orders/order-id-schema.ts";
import { rowIdSchema } from "#contract/row-id.ts";
import { formVersion, formWords, requiredLine } from "#contract/text-schemas.ts";
import { FILING_MESSAGES } from "./messages.ts";

/** Apart from the profiles themselves, so that the page of an order without a filing doesn't load them. */
export const FILING_PROFILE_IDS = ["arrival-card-1"] as const;
export type FilingProfileId = (typeof FILING_PROFILE_IDS)[number];

export const filingProfileSchema = z.enum(FILING_PROFILE_IDS, { error: FILING_MESSAGES.filingProfileUnknown });

/** An entry of staff: this order was filed with the authority. */
export const filingSchema = z
  .object({
    id: z.int(),
    profile: filingProfileSchema,
    /** The authority's own. */
    reference: z.string(),
    /** As stated by staff. */
    filed_at: instantSchema,
    recorded_at: instantSchema,
    recorded_by: z.string().nullable(),
    /** What was filed, by the keys of the profile's fields. */
    facts: z.record(z.string(), z.string()),
    facts_sha256: z.string(),
    receipt: z.object({ content_type: documentTypeSchema, bytes: z.int(), sha256: z.string() }).nullable(),
    voided_at: instantSchema.nullable(),
    voided_by: z.string().nullable(),
    void_reason: z.string().nullable(),
  })
  .meta({ id: "Filing" });
export type Filing = z.infer<typeof filingSchema>;

/** What `data.confirm` of a refused filing may list: this order was filed already; it has duplicates. */
export const FILING_CONFIRMS = ["already_filed", "duplicate"] as const;
export type FilingConfirm = (typeof FILING_CONFIRMS)[number];

export const REFERENCE_MAX = 100;
export const VOID_REASON_MAX = 500;

/** The text fields of the form; the receipt is sent beside them as `receipt`. */
export const recordFilingSchema = z.object({
  orderId: orderIdSchema,
  /** The `facts_version` of the order that was filed. */
  factsVersion: formVersion(FILING_MESSAGES.filingFactsVersion),
  profile: filingProfileSchema,
  reference: requiredLine(FILING_MESSAGES.filingReferenceRequired, REFERENCE_MAX),
  filedAt: zonedInstant(FILING_MESSAGES.filingTimeInvalid),
  confirm: formWords(FILING_CONFIRMS, FILING_MESSAGES.filingConfirm).optional(),
});

export const recordFiling = defineOperation({
  method: "POST",
  path: "/admin/record-filing",
  summary: "Record that an order was filed with the authority; moves nothing",
  access: "orders:work",
  shows: "details",
  body: recordFilingSchema,
  fileField: "receipt",
  isFileOptional: true,
  data: filingSchema,
});

export const voidFilingSchema = z.object({
  filingId: rowIdSchema,
  reason: requiredLine(FILING_MESSAGES.filingVoidReasonRequired, VOID_REASON_MAX),
});

export const voidFiling = defineOperation({
  method: "POST",
  path: "/admin/void-filing",
  summary: "Mark a filing as entered by mistake; it stays on record and no longer counts",
  access: "orders:work",
  shows: "details",
  body: voidFilingSchema,
  data: filingSchema,
});

export const getFilingReceipt = defineOperation({
  method: "GET",
  path: "/admin/filing-receipts/:filingId",
  summary: "The receipt stored with a filing, byte for byte",
  access: "orders:work",
  shows: "documents",
  params: z.object({ filingId: rowIdSchema }),
  data: z.null(),
  binary: "application/octet-stream",
});
