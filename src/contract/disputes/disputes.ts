import * as z from "zod";
import { daySchema, instantSchema, notDay } from "#contract/date-schemas.ts";
import { defineOperation } from "#contract/operation.ts";
import { orderStatusSchema } from "#contract/orders/order-status.ts";
import { pagingShape } from "#contract/paging.ts";
import { rowIdSchema } from "#contract/row-id.ts";
import { cleanLine } from "#contract/text.ts";
import { optionalLine } from "#contract/text-schemas.ts";
import { decimalsOf, isCurrency, minorUnits } from "./currencies.ts";
import { DISPUTE_MESSAGES } from "./messages.ts";

/** The cardholder's reason, in the terms that the card schemes share. */
export const DISPUTE_REASON_LABELS = {
  not_received: "Service not received",
  not_authorised: "Not authorised (fraud)",
  not_as_described: "Not as described",
  cancelled: "Cancelled",
  duplicate: "Charged twice",
  credit_not_processed: "Refund not received",
  other: "Other",
} as const;
export type DisputeReason = keyof typeof DISPUTE_REASON_LABELS;
export const DISPUTE_REASONS = Object.keys(DISPUTE_REASON_LABELS) as [DisputeReason, ...DisputeReason[]];
export const disputeReasonSchema = z.enum(DISPUTE_REASONS, { error: DISPUTE_MESSAGES.disputeReasonUnknown });

/**
 * How a dispute ended: `accepted` was refunded without a defence, `withdrawn` was ended by the cardholder,
 * `opened_in_error` never existed: its order counts as undisputed.
 */
export const DISPUTE_OUTCOME_LABELS = {
  won: "Won",
  lost: "Lost",
  accepted: "Accepted",
  withdrawn: "Withdrawn",
  opened_in_error: "Ticked by mistake",
} as const;
export type DisputeOutcome = keyof typeof DISPUTE_OUTCOME_LABELS;
export const DISPUTE_OUTCOMES = Object.keys(DISPUTE_OUTCOME_LABELS) as [DisputeOutcome, ...DisputeOutcome[]];
export const disputeOutcomeSchema = z.enum(DISPUTE_OUTCOMES, { error: DISPUTE_MESSAGES.disputeOutcomeRequired });

/** How far a dispute has come. An inquiry moves no money: the bank only asks. */
export const DISPUTE_STAGE_LABELS = {
  inquiry: "Inquiry",
  chargeback: "Chargeback",
  pre_arbitration: "Pre-arbitration",
  arbitration: "Arbitration",
} as const;
export type DisputeStage = keyof typeof DISPUTE_STAGE_LABELS;
export const DISPUTE_STAGES = Object.keys(DISPUTE_STAGE_LABELS) as [DisputeStage, ...DisputeStage[]];
export const disputeStageSchema = z.enum(DISPUTE_STAGES, { error: DISPUTE_MESSAGES.disputeStageUnknown });

/** A payment dispute, opened by a comment with the chargeback flag; details are entered later. */
export const disputeSchema = z
  .object({
    id: z.int(),
    opened_at: instantSchema,
    opened_by: z.string().nullable(),
    is_open: z.boolean(),
    reason: disputeReasonSchema.nullable(),
    /** Null while it is not known. */
    stage: disputeStageSchema.nullable(),
    /** A decimal string, like every amount of money. */
    amount: z.string().nullable(),
    currency: z.string().nullable(),
    /** The day by which the bank expects the response. */
    due_date: daySchema.nullable(),
    /** The processor's own number of the case. */
    case_id: z.string().nullable(),
    outcome: disputeOutcomeSchema.nullable(),
    closed_at: instantSchema.nullable(),
    closed_by: z.string().nullable(),
    /** Grows with every change; a request that names an older version is refused. */
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
    /** Packs made for the order since the dispute was opened. */
    packs_made: z.int(),
    /** Whole days until the due date in UTC; negative when overdue, null without a due date. */
    days_left: z.int().nullable(),
  })
  .meta({ id: "DisputeRow" });
export type DisputeRow = z.infer<typeof disputeRowSchema>;

const paidWhileDeletedSchema = z
  .object({
    order_id: z.int(),
    full_name: z.string().nullable(),
    transaction_id: z.string().nullable(),
    amount: z.string().nullable(),
    currency: z.string().nullable(),
    /** When the payment was received. */
    at: instantSchema,
  })
  .meta({ id: "PaidWhileDeleted" });
export type PaidWhileDeleted = z.infer<typeof paidWhileDeletedSchema>;

/** Number of newest payments for deleted orders that are listed. */
export const PAID_WHILE_DELETED_LISTED = 50;

export const listDisputes = defineOperation({
  method: "GET",
  path: "/admin/disputes",
  summary: "Disputes: open ones by their due date, the undated last; closed ones newest first",
  access: "orders:work",
  shows: "rows",
  query: z.object({
    ...pagingShape,
    state: z.enum(DISPUTE_STATES, { error: "state must be open or closed." }).default("open"),
  }),
  data: z.array(disputeRowSchema),
  extra: {
    total: z.int(),
    /** All open disputes, whatever filter was requested. */
    open: z.int(),
    /** Open disputes whose due date has passed or is at most 7 days away. */
    due_soon: z.int(),
    /** Open disputes whose due date has passed. */
    overdue: z.int(),
    /** Orders paid while they were deleted, newest first: each has to be restored or refunded. */
    paid_while_deleted: z.array(paidWhileDeletedSchema),
  },
});

/** A dispute is due soon when this many days or fewer are left. */
export const DUE_SOON_DAYS = 7;

const ofDispute = {
  disputeId: rowIdSchema,
  /** The version that the caller saw. */
  version: z.int({ error: "version must be a whole number." }).min(1, "version must be a whole number, 1 or greater."),
};

/** Null and empty both mean unknown. All of these are sent each time, so that none is cleared by omission. */
function nullable<T extends z.ZodType>(schema: T, message: string) {
  return z
    .union([schema, z.literal(""), z.null()], { error: message })
    .transform((value) => (value === "" ? null : value) as z.output<T> | null);
}

const CURRENCY_CODE = /^[A-Z]{3}$/;

export const updateDisputeSchema = z
  .object({
    ...ofDispute,
    reason: nullable(disputeReasonSchema, DISPUTE_MESSAGES.disputeReasonUnknown),
    /** Absent leaves it as it is. */
    stage: nullable(disputeStageSchema, DISPUTE_MESSAGES.disputeStageUnknown).optional(),
    amount: nullable(
      z
        .string()
        .regex(/^\d{1,12}(\.\d{1,4})?$/, DISPUTE_MESSAGES.disputeAmountInvalid)
        .meta({ examples: ["49.99"] }),
      DISPUTE_MESSAGES.disputeAmountInvalid,
    ),
    currency: nullable(
      z
        .string()
        .regex(CURRENCY_CODE, DISPUTE_MESSAGES.disputeCurrencyInvalid)
        .refine((code) => isCurrency(code) || !CURRENCY_CODE.test(code), DISPUTE_MESSAGES.disputeCurrencyUnknown)
        .meta({ examples: ["USD"] }),
      DISPUTE_MESSAGES.disputeCurrencyInvalid,
    ),
    dueDate: nullable(daySchema, notDay),
    caseId: z
      .string({ error: DISPUTE_MESSAGES.disputeCaseIdLong })
      .max(400, DISPUTE_MESSAGES.disputeCaseIdLong)
      .transform(cleanLine)
      .pipe(z.string().max(100, DISPUTE_MESSAGES.disputeCaseIdLong))
      .nullable()
      .transform((value) => (value === "" ? null : value)),
  })
  .refine(({ amount, currency }) => amount === null || currency !== null, {
    path: ["currency"],
    error: DISPUTE_MESSAGES.disputeCurrencyMissing,
  })
  .refine(
    ({ amount, currency }) => amount === null || currency === null || decimalsOf(amount) <= minorUnits(currency),
    {
      path: ["amount"],
      error: DISPUTE_MESSAGES.disputeAmountDecimals,
    },
  )
  .refine(({ amount, currency }) => currency === null || amount !== null, {
    path: ["amount"],
    error: DISPUTE_MESSAGES.disputeAmountMissing,
  });
export type UpdateDispute = z.output<typeof updateDisputeSchema>;
export type UpdateDisputeInput = z.input<typeof updateDisputeSchema>;

export const updateDispute = defineOperation({
  method: "POST",
  path: "/admin/update-dispute",
  summary: "Enter the details of an open dispute; replaces them all",
  access: "orders:work",
  shows: "details",
  body: updateDisputeSchema,
  data: disputeSchema,
});

/** Maximum length of the reason of a withdrawn flag, one line. */
export const WITHDRAWAL_REASON_MAX = 500;

export const closeDisputeSchema = z
  .object({
    ...ofDispute,
    outcome: disputeOutcomeSchema,
    /** Why it was opened in error, required from a Manager or an Admin; ignored for other outcomes. */
    reason: optionalLine(WITHDRAWAL_REASON_MAX),
  })
  .refine(({ outcome, reason }) => outcome !== "opened_in_error" || reason !== null, {
    path: ["reason"],
    error: DISPUTE_MESSAGES.disputeErrorReasonRequired,
  });

export const closeDispute = defineOperation({
  method: "POST",
  path: "/admin/close-dispute",
  summary: "Record how a dispute ended; moves no money",
  access: "orders:work",
  shows: "details",
  body: closeDisputeSchema,
  data: disputeSchema,
});

export const reopenDisputeSchema = z.object(ofDispute);

export const reopenDispute = defineOperation({
  method: "POST",
  path: "/admin/reopen-dispute",
  summary: "Reopen a closed dispute, unless the order has another open one",
  access: "orders:work",
  shows: "details",
  body: reopenDisputeSchema,
  data: disputeSchema,
});
