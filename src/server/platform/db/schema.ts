import { relations, sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  char,
  check,
  customType,
  date,
  index,
  integer,
  json,
  numeric,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { ActivityData, ActivityType } from "#contract/activity.ts";
import { DISPUTE_OUTCOMES, DISPUTE_REASONS } from "#contract/disputes.ts";
import { DOCUMENT_TYPES, type DocumentFinding, type DocumentType } from "#contract/documents.ts";
import {
  MAIL_EVENT_TYPES,
  MAIL_KINDS,
  MAIL_PROVIDERS,
  MAIL_STATES,
  MAIL_TRANSPORTS,
  SUPPRESSION_REASONS,
} from "#contract/mail.ts";
import { STATUSES_BY_LABEL } from "#contract/order-status.ts";
import { PROCESSING_MODES } from "#contract/orders.ts";
import type { PackType } from "#contract/packs.ts";
import { ROLES } from "#contract/roles.ts";
import type { TimelineData, TimelineType } from "#contract/timeline.ts";

const bytea = customType<{ data: Buffer; driverData: Buffer | string }>({
  dataType: () => "bytea",
  // As a column the driver hands bytes over, inside of JSON PostgreSQL writes them as \\x and hexadecimal digits.
  fromDriver: (value) => (typeof value === "string" ? Buffer.from(value.slice(2), "hex") : value),
});
const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const identity = (name: string) => integer(name).primaryKey().generatedAlwaysAsIdentity();
const orderId = () =>
  bigint("order_id", { mode: "number" })
    .notNull()
    .references(() => orders.id);

/** Declared in the order of the labels: ordering by status is ordering by its label. */
export const orderStatus = pgEnum("order_status", STATUSES_BY_LABEL);
export const memberRole = pgEnum("member_role", ROLES);

export const members = pgTable(
  "members",
  {
    id: identity("id"),
    name: text("name").notNull(),
    email: text("email").notNull(),
    /** Lower case; unique among members who are not disabled. */
    emailKey: text("email_key").notNull(),
    role: memberRole("role").notNull(),
    passwordHash: text("password_hash").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    disabledAt: instant("disabled_at"),
  },
  (t) => [uniqueIndex("members_email_key").on(t.emailKey).where(sql`${t.disabledAt} is null`)],
);

export const sessions = pgTable(
  "sessions",
  {
    /** SHA-256 of the session id that the token carries; the id itself is kept nowhere. */
    idHash: bytea("id_hash").primaryKey(),
    memberId: integer("member_id")
      .notNull()
      .references(() => members.id),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    ip: text("ip").notNull(),
    userAgent: text("user_agent").notNull(),
  },
  (t) => [index("sessions_member").on(t.memberId), index("sessions_expires").on(t.expiresAt)],
);

export const gateways = pgTable(
  "gateways",
  {
    id: identity("id"),
    name: text("name").notNull().unique(),
    isActive: boolean("is_active").notNull().default(false),
  },
  (t) => [uniqueIndex("gateways_one_active").on(t.isActive).where(sql`${t.isActive}`)],
);

export const orders = pgTable(
  "orders",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedByDefaultAsIdentity({ startWith: 100001 }),
    status: orderStatus("status").notNull(),
    previousStatus: orderStatus("previous_status"),
    /** Counts status changes; a move that states an older one is refused. */
    version: integer("version").notNull().default(1),
    statusChangedAt: instant("status_changed_at").notNull(),
    createdAt: instant("created_at").notNull(),
    purgedAt: instant("purged_at"),
    processingMode: text("processing_mode", { enum: PROCESSING_MODES }).notNull(),
    isPaid: boolean("is_paid").notNull(),
    refundedAt: instant("refunded_at"),
    refundedBy: integer("refunded_by").references(() => members.id),
    arrivalDate: date("arrival_date", { mode: "string" }),
    processingDate: date("processing_date", { mode: "string" }),
    processMonth: smallint("process_month").generatedAlwaysAs(sql`extract(month from processing_date)::smallint`),
    fullName: text("full_name"),
    email: text("email"),
    /** Lower case, for the visitor's e-mail check. */
    emailKey: text("email_key").notNull().default(""),
    nationalityCode: char("nationality_code", { length: 2 }),
    /** As received, also when it is no country we know. */
    nationalityText: text("nationality_text"),
    passportNumber: text("passport_number"),
    flightNumber: text("flight_number"),
    sex: text("sex"),
    dateOfBirth: date("date_of_birth", { mode: "string" }),
    placeOfStay: text("place_of_stay"),
    purposeOfVisit: text("purpose_of_visit"),
    travelMode: text("travel_mode"),
    portOfDeparture: text("port_of_departure"),
    portOfArrival: text("port_of_arrival"),
    phoneCode: text("phone_code"),
    telephoneNumber: text("telephone_number"),
    transactionId: text("transaction_id"),
    merchantName: text("merchant_name"),
    gatewayId: integer("gateway_id").references(() => gateways.id),
    amount: numeric("amount", { precision: 16, scale: 4 }),
    currency: char("currency", { length: 3 }),
    paidAt: instant("paid_at"),
    purchaseIp: text("purchase_ip"),
    userAgent: text("user_agent"),
    deviceId: text("device_id"),
    termsVersion: text("terms_version"),
    termsAcceptedAt: instant("terms_accepted_at"),
    refundPolicyVersion: text("refund_policy_version"),
    paymentFingerprint: text("payment_fingerprint"),
    cardBrand: text("card_brand"),
    cardLast4: char("card_last4", { length: 4 }),
    avsResult: text("avs_result"),
    cvcResult: text("cvc_result"),
    threeDsResult: text("three_ds_result"),
    billingName: text("billing_name"),
    /** Normalised by the program, so that every database sorts and finds alike. */
    nameKey: text("name_key").notNull().default(""),
    telephoneKey: text("telephone_key").notNull().default(""),
  },
  // The list, sort and search indexes are expression and operator-class work: see migrations/.
  () => [check("orders_id_range", sql`id > 0`)],
);

/** The text a search looks through, apart from the orders: a move rewrites the order's row and must not touch this index. */
export const orderSearch = pgTable("order_search", {
  orderId: bigint("order_id", { mode: "number" })
    .primaryKey()
    .references(() => orders.id),
  /** One line for each searchable field, normalised (`searchKey`). */
  searchText: text("search_text").notNull(),
});

export const intakeRequests = pgTable(
  "intake_requests",
  {
    keyHash: bytea("key_hash").primaryKey(),
    requestHash: bytea("request_hash").notNull(),
    /** Null only inside the claiming transaction. */
    orderId: bigint("order_id", { mode: "number" }).references(() => orders.id),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [index("intake_requests_created").on(t.createdAt)],
);

export const orderEvents = pgTable(
  "order_events",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    orderId: orderId(),
    /** 1, 2, 3 … within the order. */
    seq: integer("seq").notNull(),
    at: instant("at").notNull(),
    type: text("type").$type<TimelineType>().notNull(),
    actorId: integer("actor_id").references(() => members.id),
    payloadDigest: bytea("payload_digest").notNull(),
    previousDigest: bytea("previous_digest"),
    digest: bytea("digest").notNull(),
  },
  (t) => [uniqueIndex("order_events_order_seq").on(t.orderId, t.seq)],
);

/** Apart from the events, because these may be purged and those may not. Kept as text-preserving JSON: the digest is over its letters. */
export const orderEventPayloads = pgTable("order_event_payloads", {
  eventId: bigint("event_id", { mode: "number" })
    .primaryKey()
    .references(() => orderEvents.id),
  data: json("data").$type<TimelineData["data"]>().notNull(),
});

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

export const disputes = pgTable(
  "disputes",
  {
    id: identity("id"),
    orderId: orderId(),
    openedAt: instant("opened_at").notNull(),
    openedBy: integer("opened_by").references(() => members.id),
    remarkId: integer("remark_id").references(() => remarks.id),
    closedAt: instant("closed_at"),
    closedBy: integer("closed_by").references(() => members.id),
    reason: text("reason", { enum: DISPUTE_REASONS }),
    amount: numeric("amount", { precision: 16, scale: 4 }),
    currency: char("currency", { length: 3 }),
    dueDate: date("due_date", { mode: "string" }),
    caseId: text("case_id"),
    outcome: text("outcome", { enum: DISPUTE_OUTCOMES }),
    /** Counts changes; one that states an older version is refused. */
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("disputes_one_open").on(t.orderId).where(sql`${t.closedAt} is null`),
    index("disputes_order").on(t.orderId),
    index("disputes_due").on(t.dueDate, t.id).where(sql`${t.closedAt} is null`),
    index("disputes_closed").on(t.closedAt).where(sql`${t.closedAt} is not null`),
  ],
);

/** Packs that were made. Their bytes lie in the file store; the facts are what they were made from. */
export const defencePacks = pgTable(
  "defence_packs",
  {
    id: identity("id"),
    orderId: orderId(),
    type: smallint("type").$type<PackType>().notNull(),
    createdAt: instant("created_at").notNull(),
    createdBy: integer("created_by").references(() => members.id),
    overrideReason: text("override_reason"),
    /** The last event of the order's history that the pack tells of, and its digest. */
    chainSeq: integer("chain_seq").notNull(),
    chainHead: bytea("chain_head").notNull(),
    facts: json("facts").notNull(),
    /** SHA-256 of the facts: the same facts make no second pack. */
    factsDigest: bytea("facts_digest").notNull(),
    storageKey: text("storage_key").notNull().unique(),
    sha256: bytea("sha256").notNull(),
    bytes: integer("bytes").notNull(),
    pages: integer("pages").notNull(),
  },
  (t) => [index("defence_packs_order").on(t.orderId, t.id)],
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
  (t) => [index("mails_order").on(t.orderId, t.id), index("mails_due").on(t.dueAt).where(sql`${t.dueAt} is not null`)],
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

export const visitorGrants = pgTable(
  "visitor_grants",
  {
    /** SHA-256 of the visitor cookie; one cookie may hold several orders (a family). */
    tokenHash: bytea("token_hash").notNull(),
    orderId: orderId(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    ip: text("ip").notNull(),
    userAgent: text("user_agent").notNull(),
  },
  (t) => [primaryKey({ columns: [t.tokenHash, t.orderId] }), index("visitor_grants_expires").on(t.expiresAt)],
);

export const downloads = pgTable(
  "downloads",
  {
    id: identity("id"),
    orderId: orderId(),
    documentId: integer("document_id")
      .notNull()
      .references(() => documents.id),
    createdAt: instant("created_at").notNull(),
    completedAt: instant("completed_at"),
    ip: text("ip").notNull(),
    timezone: text("timezone"),
    browser: text("browser").notNull(),
    os: text("os").notNull(),
    userAgent: text("user_agent").notNull(),
    isAutomated: boolean("is_automated").notNull(),
    /** Where the address is registered, ISO alpha-2, by the offline database of that day; null when it has none. */
    country: char("country", { length: 2 }),
  },
  (t) => [index("downloads_order").on(t.orderId, t.id)],
);

/** Asked-for links to set a new password. The token itself stands only in the mail. */
export const passwordResets = pgTable(
  "password_resets",
  {
    id: identity("id"),
    memberId: integer("member_id")
      .notNull()
      .references(() => members.id),
    createdAt: instant("created_at").notNull(),
    /** SHA-256 of the token; null until the mail is written, new with every try to send it. */
    tokenHash: bytea("token_hash").unique(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [index("password_resets_member").on(t.memberId), index("password_resets_expires").on(t.expiresAt)],
);

/** What happened to team and gateways; insert-only, as the history of the orders is. */
export const activity = pgTable("activity", {
  id: bigserial("id", { mode: "number" }).primaryKey(),
  at: instant("at").notNull(),
  actorId: integer("actor_id").references(() => members.id),
  type: text("type").$type<ActivityType>().notNull(),
  data: json("data").$type<ActivityData["data"]>().notNull(),
});

/**
 * Who has an order open in which stream. Unlogged: a crash of the database may empty it, the streams are over then
 * anyway. A process that dies leaves rows that expire.
 */
export const orderViewers = pgTable(
  "order_viewers",
  {
    streamId: text("stream_id").primaryKey(),
    /** Of the server process, which renews all of its streams in one statement. */
    processId: text("process_id").notNull(),
    orderId: bigint("order_id", { mode: "number" }).notNull(),
    memberId: integer("member_id").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [index("order_viewers_order").on(t.orderId), index("order_viewers_process").on(t.processId)],
);

/** Facts about this data set (for instance that it is the demo's). */
export const settings = pgTable("settings", { key: text("key").primaryKey(), value: text("value").notNull() });

// What the order detail reads in one statement (features/orders/order-details.repository.ts).
export const orderRelations = relations(orders, ({ one, many }) => ({
  gateway: one(gateways, { fields: [orders.gatewayId], references: [gateways.id] }),
  disputes: many(disputes),
  documents: many(documents),
  mails: many(mails),
  downloads: many(downloads),
  remarks: many(remarks),
  events: many(orderEvents),
}));
export const disputeRelations = relations(disputes, ({ one }) => ({
  order: one(orders, { fields: [disputes.orderId], references: [orders.id] }),
  opener: one(members, { fields: [disputes.openedBy], references: [members.id] }),
}));
export const documentRelations = relations(documents, ({ one }) => ({
  order: one(orders, { fields: [documents.orderId], references: [orders.id] }),
  uploader: one(members, { fields: [documents.uploadedBy], references: [members.id] }),
}));
export const mailRelations = relations(mails, ({ one, many }) => ({
  order: one(orders, { fields: [mails.orderId], references: [orders.id] }),
  document: one(documents, { fields: [mails.documentId], references: [documents.id] }),
  reports: many(mailEvents),
}));
export const mailEventRelations = relations(mailEvents, ({ one }) => ({
  mail: one(mails, { fields: [mailEvents.mailId], references: [mails.id] }),
}));
export const downloadRelations = relations(downloads, ({ one }) => ({
  order: one(orders, { fields: [downloads.orderId], references: [orders.id] }),
  document: one(documents, { fields: [downloads.documentId], references: [documents.id] }),
}));
export const remarkRelations = relations(remarks, ({ one }) => ({
  order: one(orders, { fields: [remarks.orderId], references: [orders.id] }),
  author: one(members, { fields: [remarks.authorId], references: [members.id] }),
}));
export const eventRelations = relations(orderEvents, ({ one }) => ({
  order: one(orders, { fields: [orderEvents.orderId], references: [orders.id] }),
  actor: one(members, { fields: [orderEvents.actorId], references: [members.id] }),
  payload: one(orderEventPayloads, { fields: [orderEvents.id], references: [orderEventPayloads.eventId] }),
}));
