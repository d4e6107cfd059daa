import { sql } from "drizzle-orm";
import { boolean, index, integer, json, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { DOCUMENT_TYPES, type DocumentFinding, type DocumentType } from "#contract/documents.ts";
import { MAIL_EVENT_TYPES, MAIL_KINDS, MAIL_STATES, MAIL_TRANSPORTS, SUPPRESSION_REASONS } from "#contract/mail.ts";
import { MAIL_PROVIDERS } from "#contract/mail-providers.ts";
import { bytea, identity, instant } from "./columns.ts";
import { orderId } from "./orders.ts";
import { members } from "./people.ts";

export const remarks = pgTable(
  "remarks",
  {
    id: identity("id"),
    orderId: orderId(),
    createdAt: instant("created_at").notNull(),
    authorId: integer("author_id")
      .notNull()
      .references(() => members.id),
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
    contentType: text("content_type", {
      enum: Object.keys(DOCUMENT_TYPES) as [DocumentType, ...DocumentType[]],
    }).notNull(),
    bytes: integer("bytes").notNull(),
    pages: integer("pages"),
    sha256: bytea("sha256").notNull(),
    storageKey: text("storage_key").notNull().unique(),
    createdAt: instant("created_at").notNull(),
    uploadedBy: integer("uploaded_by").references(() => members.id),
    /** What the wrong-document guard found at the upload; null from before there was one. */
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
    subject: text("subject").notNull(),
    html: text("html").notNull(),
    text: text("text").notNull(),
    provider: text("provider", { enum: MAIL_PROVIDERS }).notNull(),
    state: text("state", { enum: MAIL_STATES }).notNull(),
    transport: text("transport", { enum: MAIL_TRANSPORTS }),
    messageId: text("message_id"),
    possibleDuplicate: boolean("possible_duplicate").notNull().default(false),
    error: text("error"),
    /** Tries so far; the current one's id travels with the mail, so that a provider's report finds it. */
    attempts: integer("attempts").notNull().default(0),
    attemptId: text("attempt_id"),
    /** When the next step is due: the next try, or the end of the lease of the one under way. */
    dueAt: instant("due_at"),
    acceptedAt: instant("accepted_at"),
  },
  (t) => [
    index("mails_order").on(t.orderId, t.id),
    index("mails_due").on(t.dueAt).where(sql`${t.dueAt} is not null`),
    // Reports in the older format of SES name no mail of ours, only the try or the message.
    index("mails_attempt").on(t.attemptId).where(sql`${t.attemptId} is not null`),
    index("mails_message").on(t.messageId).where(sql`${t.messageId} is not null`),
  ],
);

/** What providers reported of mails, each report once: they repeat themselves and come in any order. */
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
    /** The try that the report is about; another than the mail's last one for a report that comes late. */
    attemptId: text("attempt_id"),
    messageId: text("message_id"),
    type: text("type", { enum: MAIL_EVENT_TYPES }).notNull(),
    /** When it happened, by the provider's clock. */
    at: instant("at").notNull(),
    receivedAt: instant("received_at").notNull(),
    recipient: text("recipient"),
    /** A bounce that will not pass by itself. */
    isPermanent: boolean("is_permanent").notNull().default(false),
    detail: text("detail"),
  },
  (t) => [
    uniqueIndex("mail_events_once").on(t.provider, t.eventKey),
    index("mail_events_mail").on(t.mailId, t.id),
    index("mail_events_attempt").on(t.attemptId).where(sql`${t.attemptId} is not null`),
  ],
);

/** Addresses that nothing more is mailed to. A lifted block stays as a row. */
export const suppressions = pgTable(
  "suppressions",
  {
    id: identity("id"),
    /** Lower case, as the orders' `email_key`. */
    emailKey: text("email_key").notNull(),
    reason: text("reason", { enum: SUPPRESSION_REASONS }).notNull(),
    mailId: integer("mail_id").references(() => mails.id),
    createdAt: instant("created_at").notNull(),
    liftedAt: instant("lifted_at"),
    liftedBy: integer("lifted_by").references(() => members.id),
    liftReason: text("lift_reason"),
  },
  (t) => [uniqueIndex("suppressions_active").on(t.emailKey).where(sql`${t.liftedAt} is null`)],
);
