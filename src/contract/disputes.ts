import * as z from "zod";
import { daySchema, instantSchema } from "./dates.ts";

/** What the cardholder says, in the terms that the card schemes share. */
export const DISPUTE_REASONS = [
  "not_received",
  "not_authorised",
  "not_as_described",
  "cancelled",
  "duplicate",
  "credit_not_processed",
  "other",
] as const;
export const disputeReasonSchema = z.enum(DISPUTE_REASONS);
export type DisputeReason = (typeof DISPUTE_REASONS)[number];

export const DISPUTE_REASON_LABELS: Record<DisputeReason, string> = {
  not_received: "Service not received",
  not_authorised: "Not authorised (fraud)",
  not_as_described: "Not as described",
  cancelled: "Cancelled",
  duplicate: "Charged twice",
  credit_not_processed: "Refund not received",
  other: "Other",
};

/** How a dispute ended: `accepted` is refunded without a fight, `withdrawn` the cardholder's own end of it. */
export const DISPUTE_OUTCOMES = ["won", "lost", "accepted", "withdrawn"] as const;
export const disputeOutcomeSchema = z.enum(DISPUTE_OUTCOMES);
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number];

/** A payment dispute, opened by a comment with the chargeback flag (decision 9); what staff know of it is entered later. */
export const disputeSchema = z
  .object({
    id: z.int(),
    opened_at: instantSchema,
    opened_by: z.string().nullable(),
    is_open: z.boolean(),
    reason: disputeReasonSchema.nullable(),
    /** A decimal string, as every amount of money. */
    amount: z.string().nullable(),
    currency: z.string().nullable(),
    /** The day by which the bank wants its answer. */
    due_date: daySchema.nullable(),
    /** The processor's own number of the case. */
    case_id: z.string().nullable(),
    outcome: disputeOutcomeSchema.nullable(),
    closed_at: instantSchema.nullable(),
    /** Counts changes; one that states an older version is refused. */
    version: z.int(),
  })
  .meta({ id: "Dispute" });
export type Dispute = z.infer<typeof disputeSchema>;
