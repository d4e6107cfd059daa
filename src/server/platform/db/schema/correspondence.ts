import { sql } from "drizzle-orm";
import { boolean, index, integer, json, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { DocumentFinding } from "#contract/documents/documents.ts";
import { MAIL_EVENT_TYPES, MAIL_KINDS, MAIL_TRANSPORTS, SUPPRESSION_REASONS } from "#contract/mail/mail.ts";
import { MAIL_PROVIDERS } from "#contract/mail/mail-providers.ts";
import { MAIL_STATES } from "#contract/mail/mail-state.ts";
import type { Role } from "#contract/roles.ts";
import type { MailTextKey, StatusMailKey } from "#contract/texts/mail-texts.ts";
import type { Language } from "#contract/tracking/visitor-languages.ts";
import { attachedFile, bytea, documentType, identity, instant } from "./columns.ts";
import { orderId } from "./orders.ts";
import { memberId, members } from "./people.ts";

export const remarks = pgTable(
  "remarks",
  {
    id: identity("id"),
    orderId: orderId(),
    createdAt: instant("created_at").notNull(),
    authorId: memberId("author_id"),
    remark: text("remark").notNull(),
    isWhatsapp: boolean("is_whatsapp").notNull(),
    isTelephone: boolean("is_telephone").notNull(),
    isRefund: boolean("is_refund").notNull(),
    isVoided: boolean("is_voided").notNull(),
    isChargeback: boolean("is_chargeback").notNull(),
  },
  (t) => [index("remarks_order").on(t.orderId, t.id)],
);

export const documents = pgTable(
  "documents",
  {
    id: identity("id"),
    orderId: orderId(),
    /** 1, 2, 3 … within the order; the highest is the current one. */
    version: integer("version").notNull(),
    file1: text("file1").notNull(),
    originalName: text("original_name").notNull(),
    customerName: text("customer_name").notNull(),
    contentType: documentType("content_type").notNull(),
    bytes: integer("bytes").notNull(),
    pages: integer("pages"),
    sha256: bytea("sha256").notNull(),
    storageKey: text("storage_key").notNull().unique(),
    createdAt: instant("created_at").notNull(),
    uploadedBy: integer("uploaded_by").references(() => members.id),
    /** Finding of the wrong-document guard at upload; null for documents from before the guard existed. */
    finding: json("finding").$type<DocumentFinding>(),
  },
  (t) => [uniqueIndex("documents_order_version").on(t.orderId, t.version)],
);

export const mails = pgTable(
  "mails",
  {
    id: identity("id"),
    orderId: orderId(),
    documentId: integer("document_id").references(() => documents.id),
    kind: text("kind", { enum: MAIL_KINDS }).notNull(),
    createdAt: instant("created_at").notNull(),
    createdBy: integer("created_by").references(() => members.id),
    customerName: text("customer_name").notNull(),
    fromAddress: text("from_address").notNull(),
    toAddress: text("to_address").notNull(),
    /** A document that went to another address than the order's own. */
    isOtherAddress: boolean("is_foreign").notNull().default(false),
    subject: text("subject").notNull(),
    html: text("html").notNull(),
    text: text("text").notNull(),
    provider: text("provider", { enum: MAIL_PROVIDERS }).notNull(),
    state: text("state", { enum: MAIL_STATES }).notNull(),
    transport: text("transport", { enum: MAIL_TRANSPORTS }),
    messageId: text("message_id"),
    possibleDuplicate: boolean("possible_duplicate").notNull().default(false),
    error: text("error"),
    /** Attempts so far; the current attempt's id is sent with the mail, so that provider reports can be matched. */
    attempts: integer("attempts").notNull().default(0),
    attemptId: text("attempt_id"),
    /** When the next step is due: the next attempt, or the end of the running attempt's lease. */
    dueAt: instant("due_at"),
    acceptedAt: instant("accepted_at"),
    /** Of the link in the mail: its token is computed from this when the mail is sent, and never stored. */
    linkSeed: text("link_seed"),
    /** A member's message, without its frame. */
    body: text("body"),
    /** Of the text or the frame; null for mails that are in English alone. */
    language: text("language").$type<Language>(),
    /** A message's key by its client, and a digest of what was asked for with it. */
    clientKey: text("client_key"),
    clientDigest: bytea("client_digest"),
    /** The editable text that it was written from, and its version; 0 for the one that comes with the program. */
    template: text("template").$type<MailTextKey>(),
    templateVersion: integer("template_version"),
  },
  (t) => [
    index("mails_order").on(t.orderId, t.id),
    // The foreign key looks here when a document is deleted.
    index("mails_document").on(t.documentId),
    index("mails_foreign").on(t.createdAt).where(sql`${t.isOtherAddress}`),
    index("mails_foreign_sender").on(t.createdBy, t.createdAt).where(sql`${t.isOtherAddress}`),
    uniqueIndex("mails_client_key").on(t.orderId, t.clientKey).where(sql`${t.clientKey} is not null`),
    index("mails_message_sender").on(t.createdBy, t.createdAt).where(sql`${t.clientKey} is not null`),
    uniqueIndex("mails_status_once").on(t.orderId, t.template).where(sql`${t.kind} = 'status'`),
    index("mails_status_sent").on(t.template, t.createdAt).where(sql`${t.kind} = 'status'`),
    index("mails_due").on(t.dueAt).where(sql`${t.dueAt} is not null`),
    // Reports in SES's older format contain only the attempt or message id, not the mail's.
    index("mails_attempt").on(t.attemptId).where(sql`${t.attemptId} is not null`),
    index("mails_message").on(t.messageId).where(sql`${t.messageId} is not null`),
  ],
);

/**
 * Status mails that events of orders have caused, noted by the database function `note_status_mails`. One that was sent
 * has its mail; one whose reason ended before it was due has neither mail nor due time, and may be caused again.
 */
export const statusMails = pgTable(
  "status_mails",
  {
    orderId: orderId(),
    key: text("key").$type<StatusMailKey>().notNull(),
    dueAt: instant("due_at"),
    /** Caused together with others, and therefore paced. */
    isBulk: boolean("is_bulk").notNull(),
    mailId: integer("mail_id").references(() => mails.id),
  },
  (t) => [
    primaryKey({ name: "status_mails_key", columns: [t.orderId, t.key] }),
    index("status_mails_due").on(t.isBulk, t.dueAt).where(sql`${t.dueAt} is not null`),
    // The foreign key looks here when a mail is deleted.
    index("status_mails_mail").on(t.mailId),
  ],
);

/** The files of a member's message, beside the order's document. */
export const mailAttachments = pgTable(
  "mail_attachments",
  {
    mailId: integer("mail_id")
      .notNull()
      .references(() => mails.id),
    ...attachedFile(),
  },
  (t) => [primaryKey({ name: "mail_attachments_key", columns: [t.mailId, t.position] })],
);

/** Provider reports on mails, each stored once: providers repeat them and send them in any order. */
export const mailEvents = pgTable(
  "mail_events",
  {
    id: identity("id"),
    provider: text("provider", { enum: MAIL_PROVIDERS }).notNull(),
    /** The provider's own id of the report. */
    eventKey: text("event_key").notNull(),
    mailId: integer("mail_id")
      .notNull()
      .references(() => mails.id),
    /** The attempt the report is about; for a late report not the mail's last one. */
    attemptId: text("attempt_id"),
    messageId: text("message_id"),
    type: text("type", { enum: MAIL_EVENT_TYPES }).notNull(),
    /** Time of the event by the provider's clock. */
    at: instant("at").notNull(),
    receivedAt: instant("received_at").notNull(),
    recipient: text("recipient"),
    /** A permanent (hard) bounce. */
    isPermanent: boolean("is_permanent").notNull().default(false),
    detail: text("detail"),
  },
  (t) => [
    uniqueIndex("mail_events_once").on(t.provider, t.eventKey),
    index("mail_events_mail").on(t.mailId, t.id),
    index("mail_events_attempt").on(t.attemptId).where(sql`${t.attemptId} is not null`),
  ],
);

/** Blocked addresses: no mail is sent to them. A lifted block keeps its row. */
export const suppressions = pgTable(
  "suppressions",
  {
    id: identity("id"),
    /** Lower case, like `orders.email_key`. */
    emailKey: text("email_key").notNull(),
    reason: text("reason", { enum: SUPPRESSION_REASONS }).notNull(),
    mailId: integer("mail_id").references(() => mails.id),
    createdAt: instant("created_at").notNull(),
    liftedAt: instant("lifted_at"),
    liftedBy: integer("lifted_by").references(() => members.id),
    liftReason: text("lift_reason"),
  },
  (t) => [
    uniqueIndex("suppressions_active").on(t.emailKey).where(sql`${t.liftedAt} is null`),
    index("suppressions_lifted").on(t.emailKey, t.liftedAt).where(sql`${t.liftedAt} is not null`),
    index("suppressions_mail").on(t.mailId),
  ],
);

/** Texts of the office, every version of each; insert-only by trigger. */
export const texts = pgTable(
  "texts",
  {
    id: identity("id"),
    use: text("use", { enum: ["quick-reply", "mail"] }).notNull(),
    key: text("key").notNull(),
    language: text("language").$type<Language>().notNull(),
    version: integer("version").notNull(),
    name: text("name").notNull(),
    subject: text("subject"),
    body: text("body").notNull(),
    /** Null for everyone. */
    roles: text("roles").array().$type<Role[]>(),
    isRemoved: boolean("is_removed").notNull().default(false),
    createdAt: instant("created_at").notNull(),
    createdBy: memberId("created_by"),
  },
  (t) => [uniqueIndex("texts_version").on(t.use, t.key, t.language, t.version)],
);
