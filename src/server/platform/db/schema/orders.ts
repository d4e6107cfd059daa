import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  char,
  check,
  date,
  index,
  integer,
  json,
  numeric,
  pgEnum,
  pgTable,
  pgView,
  smallint,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { PROCESSING_MODES } from "#contract/orders/processing-mode.ts";
import { STATUSES_BY_LABEL } from "#contract/orders/status-labels.ts";
import type { IdentityValues } from "#contract/timeline/identity-values.ts";
import type { TimelineData, TimelineType } from "#contract/timeline/timeline.ts";
import type { Language } from "#contract/tracking/visitor-languages.ts";
import { bytea, instant } from "./columns.ts";
import { gateways, members } from "./people.ts";

/** Declared in the order of the labels, so that sorting by status sorts by label. */
export const orderStatus = pgEnum("order_status", STATUSES_BY_LABEL);

export const orders = pgTable(
  "orders",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedByDefaultAsIdentity({ startWith: 100001 }),
    status: orderStatus("status").notNull(),
    previousStatus: orderStatus("previous_status"),
    /** Incremented by each status change; a move that states an older version is refused. */
    version: integer("version").notNull().default(1),
    /** Incremented by each correction; a correction that states an older one is refused. */
    factsVersion: integer("facts_version").notNull().default(1),
    statusChangedAt: instant("status_changed_at").notNull(),
    createdAt: instant("created_at").notNull(),
    purgedAt: instant("purged_at"),
    /** Determines the queue; Future until the filing window opens. */
    processingMode: text("processing_mode", { enum: PROCESSING_MODES }).notNull(),
    /** The mode that was bought; set at intake and never changed. Null for orders from before it was stored. */
    boughtMode: text("bought_mode", { enum: PROCESSING_MODES }),
    isPaid: boolean("is_paid").notNull(),
    /** When it should be done, of orders in open work (decision record 0092). */
    dueAt: instant("due_at"),
    clockStartedAt: instant("clock_started_at"),
    clockSince: instant("clock_since"),
    clockUsedMs: bigint("clock_used_ms", { mode: "number" }).notNull().default(0),
    refundedAt: instant("refunded_at"),
    /** Of earlier versions: `refunds.recorded_by` says it now. */
    refundedBy: integer("refunded_by").references(() => members.id),
    arrivalDate: date("arrival_date", { mode: "string" }),
    processingDate: date("processing_date", { mode: "string" }),
    processMonth: smallint("process_month").generatedAlwaysAs(sql`extract(month from processing_date)::smallint`),
    fullName: text("full_name"),
    email: text("email"),
    /** Lower case, for the visitor's e-mail check. */
    emailKey: text("email_key").notNull().default(""),
    nationalityCode: char("nationality_code", { length: 2 }),
    /** As received, even if it is not a known country. */
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
    /** In which mails are written to the customer; null while nobody knows it. */
    language: text("language").$type<Language>(),
    /** Whether a member chose it: the language in which the customer reads the page changes it no more. */
    isLanguageChosen: boolean("is_language_chosen").notNull().default(false),
    phoneCode: text("phone_code"),
    telephoneNumber: text("telephone_number"),
    transactionId: text("transaction_id"),
    merchantName: text("merchant_name"),
    gatewayId: integer("gateway_id").references(() => gateways.id),
    amount: numeric("amount", { precision: 16, scale: 4 }),
    currency: char("currency", { length: 3 }),
    paidAt: instant("paid_at"),
    /** When a payment arrived while the order was deleted. */
    paidWhileDeletedAt: instant("paid_while_deleted_at"),
    purchaseIp: text("purchase_ip"),
    userAgent: text("user_agent"),
    deviceId: text("device_id"),
    deviceFingerprint: text("device_fingerprint"),
    /** The customer's account at the checkout. */
    accountId: text("account_id"),
    termsVersion: text("terms_version"),
    termsAcceptedAt: instant("terms_accepted_at"),
    refundPolicyVersion: text("refund_policy_version"),
    paymentFingerprint: text("payment_fingerprint"),
    cardBrand: text("card_brand"),
    cardLast4: char("card_last4", { length: 4 }),
    cardCountry: char("card_country", { length: 2 }),
    chargeId: text("charge_id"),
    avsResult: text("avs_result"),
    cvcResult: text("cvc_result"),
    threeDsResult: text("three_ds_result"),
    billingName: text("billing_name"),
    /** Normalized by the program, so that sorting and searching do not depend on the database's locale. */
    nameKey: text("name_key").notNull().default(""),
    telephoneKey: text("telephone_key").notNull().default(""),
  },
  // List, sort and search indexes need expressions and operator classes: see migrations/.
  (t) => [
    check("orders_id_range", sql`id > 0`),
    // Defence packs and related orders look up orders of the same card.
    index("orders_payment_fingerprint").on(t.paymentFingerprint, t.id).where(sql`${t.paymentFingerprint} is not null`),
    // Few rows, whatever the number of orders.
    index("orders_paid_while_deleted").on(t.paidWhileDeletedAt).where(sql`${t.paidWhileDeletedAt} is not null`),
    index("orders_card").on(t.cardLast4, t.cardBrand, t.id).where(sql`${t.cardLast4} is not null`),
  ],
);

type Order = typeof orders.$inferSelect;
type NewOrder = typeof orders.$inferInsert;
/** A NOT NULL column without a default can't be erased. */
type Retention<K> = K extends keyof NewOrder ? (undefined extends NewOrder[K] ? "personal" | "kept" : "kept") : "kept";

/** Permanent deletion resets personal columns to their defaults and leaves the others. */
export const orderRetention = {
  id: "kept",
  status: "kept",
  previousStatus: "kept",
  version: "kept",
  factsVersion: "kept",
  statusChangedAt: "kept",
  createdAt: "kept",
  purgedAt: "kept",
  processingMode: "kept",
  boughtMode: "kept",
  isPaid: "kept",
  dueAt: "kept",
  clockStartedAt: "kept",
  clockSince: "kept",
  clockUsedMs: "kept",
  refundedAt: "kept",
  refundedBy: "kept",
  arrivalDate: "kept",
  processingDate: "kept",
  processMonth: "kept",
  fullName: "personal",
  email: "personal",
  emailKey: "personal",
  nationalityCode: "personal",
  nationalityText: "personal",
  passportNumber: "personal",
  flightNumber: "personal",
  sex: "personal",
  dateOfBirth: "personal",
  placeOfStay: "personal",
  purposeOfVisit: "personal",
  travelMode: "personal",
  portOfDeparture: "personal",
  portOfArrival: "personal",
  language: "personal",
  isLanguageChosen: "kept",
  phoneCode: "personal",
  telephoneNumber: "personal",
  transactionId: "personal",
  merchantName: "personal",
  gatewayId: "kept",
  amount: "personal",
  currency: "personal",
  paidAt: "kept",
  paidWhileDeletedAt: "kept",
  purchaseIp: "personal",
  userAgent: "personal",
  deviceId: "personal",
  deviceFingerprint: "personal",
  accountId: "personal",
  termsVersion: "personal",
  termsAcceptedAt: "personal",
  refundPolicyVersion: "personal",
  paymentFingerprint: "personal",
  cardBrand: "personal",
  cardLast4: "personal",
  cardCountry: "personal",
  chargeId: "personal",
  avsResult: "personal",
  cvcResult: "personal",
  threeDsResult: "personal",
  billingName: "personal",
  nameKey: "personal",
  telephoneKey: "personal",
} as const satisfies { [K in keyof Order]: Retention<K> };

/** The foreign key of tables that belong to an order. */
export const orderId = () =>
  bigint("order_id", { mode: "number" })
    .notNull()
    .references(() => orders.id);

/** Search text, separate from the orders, so that a move, which rewrites the order's row, does not update this index. */
export const orderSearch = pgTable(
  "order_search",
  {
    orderId: orderId().primaryKey(),
    /** One normalized line (`searchKey`) for each searchable field, and other forms of name and telephone number. */
    searchText: text("search_text").notNull(),
    /** A job writes texts of an older version anew. */
    textVersion: smallint("text_version").notNull().default(1),
  },
  (t) => [index("order_search_old_texts").on(t.orderId).where(sql`text_version < 2`)],
);

/**
 * What the filters of lists compare, one tag for each value (decision record 0095). Written only by triggers. Without the
 * status, so that a move writes nothing here.
 */
export const orderFacets = pgTable(
  "order_facets",
  {
    orderId: bigint("order_id", { mode: "number" })
      .primaryKey()
      .references(() => orders.id, { onDelete: "cascade" }),
    tags: text("tags").array().notNull(),
  },
  (t) => [index("order_facets_tags").using("gin", t.tags)],
);

export const intakeRequests = pgTable(
  "intake_requests",
  {
    keyHash: bytea("key_hash").primaryKey(),
    requestHash: bytea("request_hash").notNull(),
    /** Set before the order is inserted: the foreign key is deferred (see migrations/). */
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

/** Separate from the events, because payloads may be purged and events may not. `json`, not `jsonb`: the digest covers the salt and the exact text. */
export const orderEventPayloads = pgTable("order_event_payloads", {
  eventId: bigint("event_id", { mode: "number" })
    .primaryKey()
    .references(() => orderEvents.id),
  data: json("data").$type<TimelineData["data"]>().notNull(),
  /** 16 random bytes that are purged with the payload, so that the remaining digest can't confirm a guess; null in old rows. */
  salt: bytea("salt"),
});

/** Passport numbers and birth dates that an event only masks: outside the chain, so that they can be erased alone. */
export const orderEventValues = pgTable(
  "order_event_values",
  {
    eventId: bigint("event_id", { mode: "number" })
      .primaryKey()
      .references(() => orderEvents.id),
    orderId: orderId(),
    /** 16 random bytes. The event has the digest of salt and text. */
    salt: bytea("salt").notNull(),
    data: json("data").$type<IdentityValues>().notNull(),
  },
  (t) => [index("order_event_values_order").on(t.orderId)],
);

/**
 * Which member has an order open in which event stream. Unlogged: a database crash may empty it, but that ends the streams
 * too. Rows of a killed process expire.
 */
export const orderViewers = pgTable(
  "order_viewers",
  {
    streamId: text("stream_id").primaryKey(),
    /** The server process, which renews all of its streams in one statement. */
    processId: text("process_id").notNull(),
    orderId: bigint("order_id", { mode: "number" }).notNull(),
    memberId: integer("member_id").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [index("order_viewers_order").on(t.orderId), index("order_viewers_process").on(t.processId)],
);

/** Dimensions of a tally; each grain uses some of the other columns. */
const tallyColumns = () => ({
  /**
   * `status`: orders of a status. `created`: of a status and day of creation (UTC). `due`: Priority by day of arrival,
   * Future by day of processing. `report`: orders of the country report by day of creation, nationality and mode.
   */
  grain: text("grain", { enum: ["status", "created", "due", "report"] }).notNull(),
  status: orderStatus("status"),
  day: date("day", { mode: "string" }),
  nationality: char("nationality", { length: 2 }),
  mode: text("mode"),
  n: integer("n").notNull(),
});

/** Kept order counts, folded from the deltas. Written only by the database's own functions. */
export const orderTallies = pgTable("order_tallies", tallyColumns(), (t) => [
  unique("order_tallies_key").on(t.grain, t.status, t.day, t.nationality, t.mode).nullsNotDistinct(),
]);

/** Changes since the last fold: each statement inserts its own rows, so that concurrent changes never wait for one row. */
export const orderTallyDeltas = pgTable("order_tally_deltas", tallyColumns());

/** Current kept counts: both tables combined, a view created by the migrations. */
export const orderCounts = pgView("order_counts", tallyColumns()).existing();
