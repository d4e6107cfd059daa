import * as z from "zod";
import { fieldLabels, SUBMITTED_LABELS, type SubmittedField } from "#contract/corrections/correction-fields.ts";
import { DOUBTS, doubtSchema } from "#contract/corrections/plausibility.ts";
import { daySchema, instantSchema } from "#contract/date-schemas.ts";
import { formatDateTimeUtc, formatDay } from "#contract/dates.ts";
import {
  DISPUTE_OUTCOME_LABELS,
  DISPUTE_REASON_LABELS,
  DISPUTE_STAGE_LABELS,
  disputeOutcomeSchema,
  disputeReasonSchema,
  disputeStageSchema,
} from "#contract/disputes/disputes.ts";
import { documentFindingSchema } from "#contract/documents/documents.ts";
import { EMAIL_PROOF_LABELS, emailProofSchema } from "#contract/email-changes/email-changes.ts";
import {
  MAIL_EVENT_TYPES,
  MAIL_KIND_LABELS,
  MAIL_TRANSPORT_LABELS,
  mailKindSchema,
  mailProviderSchema,
  mailTransportSchema,
  SUPPRESSION_REASONS,
} from "#contract/mail/mail.ts";
import { orderStatusSchema } from "#contract/orders/order-status.ts";
import { statusLabel } from "#contract/orders/status-labels.ts";
import { packTypeSchema } from "#contract/packs/packs.ts";
import { QUESTION_WANTS } from "#contract/questions/question-limits.ts";
import { refundReasonSchema } from "#contract/refunds/refunds.ts";

const event = <T extends string, S extends z.ZodRawShape>(type: T, data: S) =>
  z.object({ type: z.literal(type), data: z.object(data) });

const person = z.object({ id: z.int(), name: z.string() });
const fieldChange = z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() });

/**
 * What can happen to an order, one row each. Stored payloads are permanent: new events may be added, the shape of an
 * old one must not change.
 */
export const timelineDataSchema = z.discriminatedUnion("type", [
  event("created", { status: orderStatusSchema, source: z.enum(["intake", "import", "demo"]) }),
  event("paid", {
    status: orderStatusSchema,
    transaction_id: z.string().nullable(),
    merchant_name: z.string().nullable(),
  }),
  /** Evidence that a checkout submitted later; `fields` are the names of the intake. */
  event("payment-completed", { fields: z.array(z.string()) }),
  /** A payment was received for a deleted order, which stays deleted. */
  event("paid-while-deleted", {
    transaction_id: z.string(),
    amount: z.string().nullable(),
    currency: z.string().nullable(),
  }),
  event("moved", { from: orderStatusSchema, to: orderStatusSchema, reason: z.string().nullable() }),
  event("returned", { from: orderStatusSchema, to: orderStatusSchema }),
  event("released", { to: orderStatusSchema }),
  // Timelines older than amounts have the date alone.
  event("refund-recorded", {
    refund_date: z.string(),
    refund_id: z.int().optional(),
    amount: z.string().nullable().optional(),
    currency: z.string().nullable().optional(),
    is_assumed: z.boolean().optional(),
    reason_code: refundReasonSchema.nullable().optional(),
    reference: z.string().nullable().optional(),
    note: z.string().nullable().optional(),
    override_reason: z.string().nullable().optional(),
  }),
  event("refund-undone", { refund_date: z.string(), refund_id: z.int().optional(), reason: z.string().optional() }),
  event("document-stored", {
    document_id: z.int(),
    file1: z.string(),
    sha256: z.string(),
    bytes: z.int(),
    /** Absent in timelines older than the document check. */
    finding: documentFindingSchema.optional(),
  }),
  event("filed", {
    filing_id: z.int(),
    profile: z.string(),
    reference: z.string(),
    filed_at: instantSchema,
    facts_sha256: z.string(),
    receipt_sha256: z.string().nullable(),
  }),
  event("filing-voided", { filing_id: z.int(), reference: z.string(), reason: z.string() }),
  event("mail-queued", {
    mail_id: z.int(),
    kind: mailKindSchema,
    email: z.string(),
    provider: mailProviderSchema,
    reason: z.string().nullable(),
    /** Of a message: of its text without the frame, and of its files in sequence. */
    text_sha256: z.string().optional(),
    files: z.array(z.object({ name: z.string(), sha256: z.string() })).optional(),
  }),
  /** Before it was sent. */
  event("mail-cancelled", { mail_id: z.int() }),
  event("question-asked", { question_id: z.int(), mail_id: z.int(), wants: z.enum(QUESTION_WANTS) }),
  event("question-answered", {
    question_id: z.int(),
    answer_id: z.int(),
    text_sha256: z.string(),
    files: z.array(z.object({ name: z.string(), sha256: z.string() })),
    ip: z.string(),
    user_agent: z.string(),
    country: z.string().nullable(),
  }),
  event("question-closed", { question_id: z.int() }),
  /** The message that had closed it was stopped. */
  event("question-reopened", { question_id: z.int() }),
  event("mail-accepted", { mail_id: z.int(), transport: mailTransportSchema, message_id: z.string().nullable() }),
  event("mail-unclear", { mail_id: z.int(), detail: z.string() }),
  event("mail-failed", { mail_id: z.int(), detail: z.string() }),
  event("mail-reported", {
    mail_id: z.int(),
    report: z.enum(MAIL_EVENT_TYPES),
    at: instantSchema,
    detail: z.string().nullable(),
  }),
  event("address-blocked", { mail_id: z.int(), email: z.string(), why: z.enum(SUPPRESSION_REASONS) }),
  event("address-unblocked", { email: z.string(), reason: z.string() }),
  // Addresses in these are masked.
  event("email-change-asked", {
    change_id: z.int(),
    from: z.string().nullable(),
    to: z.string(),
    reason: z.string(),
    proof: z.array(emailProofSchema),
  }),
  event("email-changed", {
    change_id: z.int(),
    from: z.string().nullable(),
    to: z.string(),
    ip: z.string(),
    cancelled_mails: z.array(z.int()),
  }),
  event("email-change-contested", {
    change_id: z.int(),
    was_confirmed: z.boolean(),
    ip: z.string(),
    cancelled_mails: z.array(z.int()),
  }),
  event("email-change-resolved", {
    change_id: z.int(),
    /** What the order's address is from now on. */
    email: z.string().nullable(),
    outcome: z.enum(["cancelled", "kept", "restored"]),
    reason: z.string(),
    cancelled_mails: z.array(z.int()),
  }),
  event("commented", { remark_id: z.int() }),
  event("dispute-opened", { dispute_id: z.int() }),
  event("dispute-updated", {
    dispute_id: z.int(),
    reason: disputeReasonSchema.nullable(),
    /** Absent in timelines older than stages. */
    stage: disputeStageSchema.nullable().optional(),
    amount: z.string().nullable(),
    currency: z.string().nullable(),
    due_date: daySchema.nullable(),
    case_id: z.string().nullable(),
  }),
  event("dispute-closed", {
    dispute_id: z.int(),
    outcome: disputeOutcomeSchema,
    /** Why it was opened in error; absent for every other outcome. */
    reason: z.string().optional(),
  }),
  event("dispute-reopened", { dispute_id: z.int() }),
  event("pack-made", {
    pack_id: z.int(),
    defence_pack_type: packTypeSchema,
    sha256: z.string(),
    pages: z.int(),
    override_reason: z.string().nullable(),
  }),
  event("transaction-saved", { transaction_id: z.string(), merchant_name: z.string() }),
  event("corrected", {
    fields: z.array(fieldChange),
    reason: z.string(),
    request_id: z.int().nullable(),
    /** Of the submission; absent when a request was accepted that the order already fulfilled. */
    submitted_sha256: z.string().optional(),
  }),
  /** Doubtful facts that stay as they are. */
  event("facts-confirmed", { doubts: z.array(doubtSchema), reason: z.string() }),
  event("correction-requested", {
    request_id: z.int(),
    fields: z.array(fieldChange),
    note: z.string(),
    // Of the customer's, on the tracking page; absent for members'.
    ip: z.string().optional(),
    user_agent: z.string().optional(),
    country: z.string().nullable().optional(),
  }),
  event("correction-declined", { request_id: z.int(), fields: z.array(z.string()), reason: z.string().nullable() }),
  event("not-duplicate", { other_id: z.int(), reason: z.string() }),
  event("assigned", { from: person.nullable(), to: person.nullable() }),
  event("claim-taken-over", { from: person, to: person }),
  event("tracked", {
    ip: z.string(),
    user_agent: z.string(),
    /** ISO alpha-2; absent in timelines older than this field, null when the address has no country. */
    country: z.string().nullable().optional(),
  }),
  event("download-started", { download_id: z.int(), file1: z.string() }),
  event("download-completed", { download_id: z.int(), file1: z.string() }),
  event("download-reported", {
    download_id: z.int(),
    note: z.string(),
    /** How many other visits to the order ended. */
    ended_visits: z.int(),
    ip: z.string(),
    user_agent: z.string(),
    country: z.string().nullable(),
  }),
  event("download-report-settled", { download_id: z.int() }),
  event("purged", {}),
]);
export type TimelineData = z.infer<typeof timelineDataSchema>;
export type TimelineType = TimelineData["type"];
/** The payload of one type of event. */
export type TimelinePayload<T extends TimelineType> = Extract<TimelineData, { type: T }>["data"];

export const timelineEntrySchema = z
  .intersection(
    z.object({
      id: z.int(),
      at: instantSchema,
      actor: z.object({ id: z.int(), name: z.string() }).nullable(),
    }),
    timelineDataSchema,
  )
  .meta({ id: "TimelineEntry" });
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

/** The head of a timeline: its last event and that event's digest, which changes with any part of the timeline. */
export const timelineHeadSchema = z.object({ seq: z.int(), digest: z.string() }).meta({ id: "HistoryHead" });
export type TimelineHead = z.infer<typeof timelineHeadSchema>;

const MAIL_FATES = { bounced: "bounced", complained: "was marked as spam" } as const;

const EMAIL_OUTCOMES = {
  cancelled: "cancelled the change of the email",
  kept: "kept the new email",
  restored: "restored the old email",
} as const;

const cancelledText = ({ length }: readonly number[]) =>
  length === 0 ? "" : `; ${length} waiting ${length === 1 ? "mail was" : "mails were"} cancelled`;

/** "Sex from M to F, Passport No. from nothing to N123". */
function changesText(fields: readonly z.infer<typeof fieldChange>[]): string {
  return fields
    .map(({ field, from, to }) => {
      const label = SUBMITTED_LABELS[field as SubmittedField] ?? field;
      return `${label} from ${from ?? "nothing"} to ${to ?? "nothing"}`;
    })
    .join(", ");
}

const WANTED = { text: "an answer", file: "a file", both: "an answer or a file" } as const;

const withFiles = (count: number) => (count === 0 ? "" : ` with ${count} ${count === 1 ? "file" : "files"}`);

type Sentences = { [T in TimelineType]: (data: TimelinePayload<T>) => string };

/** Each event as a sentence without its subject, see `timelineActor`. */
const SENTENCES: Sentences = {
  created: ({ status, source }) =>
    `received the order ${source === "import" ? "from an import" : "at intake"} into ${statusLabel(status)}`,
  paid: ({ status }) =>
    `recorded the payment; the order ${status === "Deleted" ? "stays deleted" : `went to ${statusLabel(status)}`}`,
  "payment-completed": ({ fields }) => `completed the payment's details: ${fields.join(", ")}`,
  "paid-while-deleted": ({ transaction_id, amount, currency }) =>
    `received a payment for this deleted order: transaction ${transaction_id}${amount === null ? "" : `, ${amount} ${currency ?? ""}`.trimEnd()}. Undo the deletion, or refund it`,
  moved: ({ from, to, reason }) =>
    `moved the order from ${statusLabel(from)} to ${statusLabel(to)}${reason === null ? "" : `: ${reason}`}`,
  returned: ({ from, to }) => `undid the last move: ${statusLabel(from)} back to ${statusLabel(to)}`,
  released: ({ to }) => `released the order to ${statusLabel(to)}, its filing window is open`,
  "refund-recorded": ({ refund_date, amount, currency, is_assumed, override_reason }) =>
    [
      `recorded the refund of ${formatDay(refund_date)}`,
      ...(amount == null ? [] : [`: ${[amount, currency ?? ""].join(" ").trimEnd()}${is_assumed ? " (assumed)" : ""}`]),
      ...(override_reason == null ? [] : [`, despite a dispute: ${override_reason}`]),
    ].join(""),
  "refund-undone": ({ refund_date, reason }) =>
    `took back the record of the refund of ${formatDay(refund_date)}${reason === undefined ? "" : ` (${reason})`}`,
  "document-stored": ({ file1 }) => `stored the document ${file1}`,
  filed: ({ reference, filed_at }) =>
    `filed the order under reference ${reference} on ${formatDateTimeUtc(filed_at)} UTC`,
  "filing-voided": ({ reference, reason }) => `voided the filing under reference ${reference}: ${reason}`,
  "mail-queued": ({ kind, email, reason }) =>
    `queued ${MAIL_KIND_LABELS[kind]} to ${email}${reason === null ? "" : ` (${reason})`}`,
  "mail-cancelled": () => "stopped the message before it was sent",
  "question-asked": ({ wants }) => `asked the customer for ${WANTED[wants]}`,
  "question-answered": ({ files, ip }) => `answered the question${withFiles(files.length)} from ${ip}`,
  "question-closed": () => "closed the question to the customer",
  "question-reopened": () => "opened the question to the customer again",
  "mail-accepted": ({ transport }) =>
    transport === "file" ? "wrote the mail to a file" : `handed the mail to ${MAIL_TRANSPORT_LABELS[transport]}`,
  "mail-unclear": ({ detail }) => `could not determine whether the mail was sent: ${detail}`,
  "mail-failed": ({ detail }) => `could not deliver the mail: ${detail}`,
  "mail-reported": ({ report, detail }) => `reported the mail as ${report}${detail === null ? "" : `: ${detail}`}`,
  "address-blocked": ({ email, why }) => `blocked ${email}: a mail to it ${MAIL_FATES[why]}`,
  "address-unblocked": ({ email, reason }) => `lifted the block of ${email} (${reason})`,
  "email-change-asked": ({ from, to, reason, proof }) =>
    `asked to change the email from ${from ?? "none"} to ${to} (${reason}); the caller named: ${proof.map((fact) => EMAIL_PROOF_LABELS[fact].toLowerCase()).join(", ")}`,
  "email-changed": ({ from, to, ip, cancelled_mails }) =>
    `confirmed the new email ${to} in place of ${from ?? "none"}, from ${ip}${cancelledText(cancelled_mails)}`,
  "email-change-contested": ({ was_confirmed, ip, cancelled_mails }) =>
    `contested the change of the email from ${ip}; ${was_confirmed ? "no mail is sent until it is decided" : "it is cancelled"}${cancelledText(cancelled_mails)}`,
  "email-change-resolved": ({ email, outcome, reason, cancelled_mails }) =>
    `${EMAIL_OUTCOMES[outcome]}; it is ${email ?? "none"} (${reason})${cancelledText(cancelled_mails)}`,
  commented: () => "commented",
  "dispute-opened": () => "opened a dispute",
  "dispute-updated": ({ reason, stage, due_date }) =>
    `entered the dispute's details${reason === null ? "" : `: ${DISPUTE_REASON_LABELS[reason]}`}${stage == null ? "" : `, ${DISPUTE_STAGE_LABELS[stage].toLowerCase()}`}${due_date === null ? "" : `, answer due ${formatDay(due_date)}`}`,
  "dispute-closed": ({ outcome, reason }) =>
    `closed the dispute: ${DISPUTE_OUTCOME_LABELS[outcome].toLowerCase()}${reason === undefined ? "" : ` (${reason})`}`,
  "dispute-reopened": () => "opened the dispute again",
  "pack-made": ({ defence_pack_type, pages, override_reason }) =>
    `made Defence Pack ${defence_pack_type} of ${pages} ${pages === 1 ? "page" : "pages"}${override_reason === null ? "" : ` despite its pre-flight (${override_reason})`}`,
  "transaction-saved": ({ transaction_id }) => `saved the transaction ${transaction_id}`,
  corrected: ({ fields, reason }) => `corrected ${changesText(fields)} (${reason})`,
  "facts-confirmed": ({ doubts, reason }) =>
    `confirmed ${fieldLabels(doubts.map((doubt) => DOUBTS[doubt].field))} (${reason})`,
  "correction-requested": ({ fields, note, ip }) =>
    `requested a correction of ${changesText(fields)}${note === "" ? "" : ` (${note})`}${ip === undefined ? "" : `, from ${ip}`}`,
  "correction-declined": ({ fields, reason }) =>
    `declined the requested correction of ${fieldLabels(fields)}${reason === null ? "" : ` (${reason})`}`,
  "not-duplicate": ({ other_id, reason }) => `said that order ${other_id} is not a duplicate (${reason})`,
  assigned: ({ from, to }) =>
    to === null
      ? `took the order from ${from?.name ?? "nobody"}; nobody has it now`
      : `assigned the order to ${to.name}${from === null || from.id === to.id ? "" : `, who has it in place of ${from.name}`}`,
  "claim-taken-over": ({ from }) => `took the order over from ${from.name}`,
  tracked: ({ ip }) => `proved the order's email from ${ip}`,
  "download-started": ({ file1 }) => `began to download ${file1}`,
  "download-completed": ({ file1 }) => `downloaded ${file1} in full`,
  "download-reported": ({ note, ip }) =>
    `said that a download was not theirs${note === "" ? "" : ` (${note})`}, from ${ip}`,
  "download-report-settled": () => "dealt with the questioned download",
  purged: () => "deleted the order permanently",
};

/** The sentence of an event, to follow its actor. A page that stays open during an upgrade meets types of the new version. */
export function timelineSentence(entry: TimelineData): string {
  // The union and the table have the same members by construction; TypeScript can't follow the pairing through the index.
  const sentence = SENTENCES[entry.type] as ((data: TimelineData["data"]) => string) | undefined;
  return sentence?.(entry.data) ?? "did something that this page is too old to name: reload it";
}

const BY_CUSTOMER: ReadonlySet<TimelineType> = new Set([
  "tracked",
  "question-answered",
  // Without a member.
  "correction-requested",
  "download-started",
  "download-completed",
  "download-reported",
  "email-changed",
  "email-change-contested",
]);

/** The actor: the member, the customer on the tracking page, or the program itself. */
export function timelineActor({ actor, type }: Pick<TimelineEntry, "actor" | "type">): string {
  if (actor !== null) return actor.name;
  return BY_CUSTOMER.has(type) ? "The customer" : "The system";
}
