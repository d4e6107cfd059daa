/* Apart from the calls, whose checks of new values are those of intake: an open order needs only these records. */
import * as z from "zod";
import { instantSchema } from "#contract/date-schemas.ts";
import { SUBMITTED_FIELDS, type SubmittedField } from "./correction-fields.ts";

/** The facts as submitted; a nationality that is a known country has its English name. */
export const submittedSchema = z
  .object(
    Object.fromEntries(SUBMITTED_FIELDS.map((field) => [field, z.string().nullable()])) as Record<
      SubmittedField,
      z.ZodNullable<z.ZodString>
    >,
  )
  .meta({ id: "Submission" });
export type Submitted = z.infer<typeof submittedSchema>;

export const correctionRequestSchema = z
  .object({
    id: z.int(),
    order_id: z.int(),
    /** Null is the customer. */
    requested_by: z.object({ id: z.int(), name: z.string() }).nullable(),
    fields: z.record(z.string(), z.string().nullable()),
    note: z.string(),
    at: instantSchema,
    outcome: z.enum(["accepted", "declined"]).nullable(),
    decided_by: z.string().nullable(),
    decided_at: instantSchema.nullable(),
    reason: z.string().nullable(),
    /** From where the customer asked on the tracking page; absent for members' requests. */
    from: z.object({ ip: z.string(), device: z.string(), place: z.string().nullable() }).optional(),
  })
  .meta({ id: "CorrectionRequest" });
export type CorrectionRequest = z.infer<typeof correctionRequestSchema>;
