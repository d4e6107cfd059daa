import * as z from "zod";
import { daySchema, instantSchema, notDay } from "./dates.ts";
import { MESSAGES } from "./messages.ts";
import { defineOperation } from "./operation.ts";
import { orderStatusSchema } from "./order-status.ts";
import type { PackType } from "./packs.ts";
import { pagingShape } from "./paging.ts";
import { rowIdSchema } from "./row-id.ts";
import { cleanLine } from "./text.ts";

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
export const disputeReasonSchema = z.enum(DISPUTE_REASONS, { error: MESSAGES.disputeReasonUnknown });
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

/** The pack that answers a reason; null where neither argues the point. */
export const PACK_FOR_REASON: Record<DisputeReason, PackType | null> = {
  not_received: 1,
  not_authorised: 2,
  not_as_described: 1,
  cancelled: 1,
  duplicate: null,
  credit_not_processed: 1,
  other: null,
};

/** How a dispute ended: `accepted` is refunded without a fight, `withdrawn` the cardholder's own end of it. */
export const DISPUTE_OUTCOMES = ["won", "lost", "accepted", "withdrawn"] as const;
export const disputeOutcomeSchema = z.enum(DISPUTE_OUTCOMES, { error: MESSAGES.disputeOutcomeRequired });
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number];

export const DISPUTE_OUTCOME_LABELS: Record<DisputeOutcome, string> = {
  won: "Won",
  lost: "Lost",
  accepted: "Accepted",
  withdrawn: "Withdrawn",
};

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
    closed_by: z.string().nullable(),
    /** Counts changes; one that states an older version is refused. */
    version: z.int(),
  })
  .meta({ id: "Dispute" });
export type Dispute = z.infer<typeof disputeSchema>;

export const DISPUTE_STATES = ["open", "closed"] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

export const disputeRowSchema = disputeSchema
  .extend({
    order_id: z.int(),
    full_name: z.string().nullable(),
    process_status: orderStatusSchema,
    /** The label of that status. */
    status_label: z.string(),
    transaction_id: z.string().nullable(),
    /** Null while no reason is known, and for reasons that neither pack answers. */
    suggested_pack: z.literal([1, 2]).nullable(),
    /** How many packs were made of the order since the dispute was opened. */
    packs_made: z.int(),
    /** Whole days until the due date, counted on the calendar of UTC; negative when it has passed, null without one. */
    days_left: z.int().nullable(),
  })
  .meta({ id: "DisputeRow" });
export type DisputeRow = z.infer<typeof disputeRowSchema>;

export const listDisputes = defineOperation({
  method: "GET",
  path: "/admin/disputes",
  summary: "Disputes: open ones by their due date, the undated last; closed ones newest first",
  access: "orders:work",
  query: z.object({
    ...pagingShape,
    state: z.enum(DISPUTE_STATES, { error: "state is open or closed." }).default("open"),
  }),
  data: z.array(disputeRowSchema),
  extra: {
    total: z.int(),
    /** All that are open, whatever was asked for. */
    open: z.int(),
    /** Those of them whose due date is at most 7 days away or has passed. */
    due_soon: z.int(),
    /** Those of them whose due date has passed. */
    overdue: z.int(),
  },
});

/** A dispute is due soon when this many days or fewer are left. */
export const DUE_SOON_DAYS = 7;

const ofDispute = {
  disputeId: rowIdSchema,
  /** The version that the caller saw. */
  version: z.int({ error: "version is a whole number." }).min(1, "version is a whole number from 1."),
};

/** Null and empty are the same: not known. All fields are sent each time, so that nothing is cleared by being forgotten. */
function nullable<T extends z.ZodType>(schema: T, message: string) {
  return z
    .union([schema, z.literal(""), z.null()], { error: message })
    .transform((value) => (value === "" ? null : value) as z.output<T> | null);
}

export const updateDisputeSchema = z
  .object({
    ...ofDispute,
    reason: nullable(disputeReasonSchema, MESSAGES.disputeReasonUnknown),
    amount: nullable(
      z
        .string()
        .regex(/^\d{1,12}(\.\d{1,4})?$/, MESSAGES.disputeAmountInvalid)
        .meta({ examples: ["49.99"] }),
      MESSAGES.disputeAmountInvalid,
    ),
    currency: nullable(
      z
        .string()
        .regex(/^[A-Z]{3}$/, MESSAGES.disputeCurrencyInvalid)
        .meta({ examples: ["USD"] }),
      MESSAGES.disputeCurrencyInvalid,
    ),
    dueDate: nullable(daySchema, notDay),
    caseId: z
      .string({ error: MESSAGES.disputeCaseIdLong })
      .max(400, MESSAGES.disputeCaseIdLong)
      .transform(cleanLine)
      .pipe(z.string().max(100, MESSAGES.disputeCaseIdLong))
      .nullable()
      .transform((value) => (value === "" ? null : value)),
  })
  .refine(({ amount, currency }) => amount === null || currency !== null, {
    path: ["currency"],
    error: MESSAGES.disputeCurrencyMissing,
  })
  .refine(({ amount, currency }) => currency === null || amount !== null, {
    path: ["amount"],
    error: MESSAGES.disputeAmountMissing,
  });
export type UpdateDispute = z.output<typeof updateDisputeSchema>;
export type UpdateDisputeInput = z.input<typeof updateDisputeSchema>;

export const updateDispute = defineOperation({
  method: "POST",
  path: "/admin/update-dispute",
  summary: "Enter what is known of an open dispute; replaces all five details",
  access: "orders:work",
  body: updateDisputeSchema,
  data: disputeSchema,
});

export const closeDisputeSchema = z.object({ ...ofDispute, outcome: disputeOutcomeSchema });

export const closeDispute = defineOperation({
  method: "POST",
  path: "/admin/close-dispute",
  summary: "Note how a dispute ended; moves no money",
  access: "orders:work",
  body: closeDisputeSchema,
  data: disputeSchema,
});

export const reopenDisputeSchema = z.object(ofDispute);

export const reopenDispute = defineOperation({
  method: "POST",
  path: "/admin/reopen-dispute",
  summary: "Open a closed dispute again, unless the order has another open one",
  access: "orders:work",
  body: reopenDisputeSchema,
  data: disputeSchema,
});
