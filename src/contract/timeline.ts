import * as z from "zod";
import { daySchema, instantSchema } from "./dates.ts";
import { DISPUTE_REASON_LABELS, disputeOutcomeSchema, disputeReasonSchema } from "./disputes.ts";
import { documentFindingSchema } from "./documents.ts";
import {
  MAIL_EVENT_TYPES,
  mailKindSchema,
  mailProviderSchema,
  mailTransportSchema,
  SUPPRESSION_REASONS,
} from "./mail.ts";
import { orderStatusSchema, statusLabel } from "./order-status.ts";
import { packTypeSchema } from "./packs.ts";

const event = <T extends string, S extends z.ZodRawShape>(type: T, data: S) =>
  z.object({ type: z.literal(type), data: z.object(data) });

/**
 * What can happen to an order, one row each. Stored payloads outlive this file: a new event may be added, the
 * shape of an old one stays.
 */
export const timelineDataSchema = z.discriminatedUnion("type", [
  event("created", { status: orderStatusSchema, source: z.enum(["intake", "import", "demo"]) }),
  event("paid", {
    status: orderStatusSchema,
    transaction_id: z.string().nullable(),
    merchant_name: z.string().nullable(),
  }),
  event("moved", { from: orderStatusSchema, to: orderStatusSchema, reason: z.string().nullable() }),
  event("returned", { from: orderStatusSchema, to: orderStatusSchema }),
  event("released", { to: orderStatusSchema }),
  event("refund-recorded", { refund_date: z.string() }),
  event("document-stored", {
    document_id: z.int(),
    file1: z.string(),
    sha256: z.string(),
    bytes: z.int(),
    /** Absent in histories from before there was a guard. */
    finding: documentFindingSchema.optional(),
  }),
  event("mail-queued", {
    mail_id: z.int(),
    kind: mailKindSchema,
    email: z.string(),
    provider: mailProviderSchema,
    reason: z.string().nullable(),
  }),
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
  event("commented", { remark_id: z.int() }),
  event("dispute-opened", { dispute_id: z.int() }),
  event("dispute-updated", {
    dispute_id: z.int(),
    reason: disputeReasonSchema.nullable(),
    amount: z.string().nullable(),
    currency: z.string().nullable(),
    due_date: daySchema.nullable(),
    case_id: z.string().nullable(),
  }),
  event("dispute-closed", { dispute_id: z.int(), outcome: disputeOutcomeSchema }),
  event("dispute-reopened", { dispute_id: z.int() }),
  event("pack-made", {
    pack_id: z.int(),
    defence_pack_type: packTypeSchema,
    sha256: z.string(),
    pages: z.int(),
    override_reason: z.string().nullable(),
  }),
  event("transaction-saved", { transaction_id: z.string(), merchant_name: z.string() }),
  event("tracked", {
    ip: z.string(),
    user_agent: z.string(),
    /** ISO alpha-2; absent in histories from before places were known, null when the address has none. */
    country: z.string().nullable().optional(),
  }),
  event("download-started", { download_id: z.int(), file1: z.string() }),
  event("download-completed", { download_id: z.int(), file1: z.string() }),
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

/** Where a history stands: its last event and that event's digest, which no part of the history can change without. */
export const historyHeadSchema = z.object({ seq: z.int(), digest: z.string() }).meta({ id: "HistoryHead" });
export type HistoryHead = z.infer<typeof historyHeadSchema>;

const MAIL_FATES = { bounced: "bounced", complained: "was called unwanted" } as const;

type Sentences = { [T in TimelineType]: (data: TimelinePayload<T>) => string };

/** Each event as a sentence without its subject, see `timelineActor`. */
const SENTENCES: Sentences = {
  created: ({ status, source }) =>
    `received the order ${source === "import" ? "from an import" : "at intake"} into ${statusLabel(status)}`,
  paid: ({ status }) => `recorded the payment, the order went to ${statusLabel(status)}`,
  moved: ({ from, to, reason }) =>
    `moved the order from ${statusLabel(from)} to ${statusLabel(to)}${reason === null ? "" : `: ${reason}`}`,
  returned: ({ from, to }) => `took the move back: ${statusLabel(from)} to ${statusLabel(to)}`,
  released: ({ to }) => `released the order to ${statusLabel(to)}, its filing window is open`,
  "refund-recorded": ({ refund_date }) => `recorded the refund of ${refund_date}`,
  "document-stored": ({ file1 }) => `stored the document ${file1}`,
  "mail-queued": ({ kind, email, reason }) =>
    `queued a ${kind} mail to ${email}${reason === null ? "" : ` (${reason})`}`,
  "mail-accepted": ({ transport }) =>
    transport === "file" ? "wrote the mail to a file" : `handed the mail to ${transport}`,
  "mail-unclear": ({ detail }) => `could not tell whether the mail left: ${detail}`,
  "mail-failed": ({ detail }) => `gave the mail up: ${detail}`,
  "mail-reported": ({ report, detail }) => `reported the mail as ${report}${detail === null ? "" : `: ${detail}`}`,
  "address-blocked": ({ email, why }) => `blocked ${email}: a mail to it ${MAIL_FATES[why]}`,
  "address-unblocked": ({ email, reason }) => `lifted the block of ${email} (${reason})`,
  commented: () => "commented",
  "dispute-opened": () => "opened a dispute",
  "dispute-updated": ({ reason, due_date }) =>
    `entered the dispute's details${reason === null ? "" : `: ${DISPUTE_REASON_LABELS[reason]}`}${due_date === null ? "" : `, answer due ${due_date}`}`,
  "dispute-closed": ({ outcome }) => `closed the dispute: ${outcome}`,
  "dispute-reopened": () => "opened the dispute again",
  "pack-made": ({ defence_pack_type, pages, override_reason }) =>
    `made Defence Pack ${defence_pack_type} of ${pages} ${pages === 1 ? "page" : "pages"}${override_reason === null ? "" : ` over its pre-flight (${override_reason})`}`,
  "transaction-saved": ({ transaction_id }) => `saved the transaction ${transaction_id}`,
  tracked: ({ ip }) => `proved the order's email from ${ip}`,
  "download-started": ({ file1 }) => `began to download ${file1}`,
  "download-completed": ({ file1 }) => `downloaded ${file1} to its last byte`,
  purged: () => "deleted the order permanently",
};

/** The sentence of an event, to stand after its actor. */
export function timelineSentence(entry: TimelineData): string {
  // The union's members and the table's are the same by construction; TypeScript can't follow the pairing through the index.
  const sentence = SENTENCES[entry.type] as (data: TimelineData["data"]) => string;
  return sentence(entry.data);
}

const BY_CUSTOMER: ReadonlySet<TimelineType> = new Set(["tracked", "download-started", "download-completed"]);

/** Who did it: the member, the customer on the tracking page, or the program by itself. */
export function timelineActor({ actor, type }: Pick<TimelineEntry, "actor" | "type">): string {
  if (actor !== null) return actor.name;
  return BY_CUSTOMER.has(type) ? "The customer" : "The system";
}
