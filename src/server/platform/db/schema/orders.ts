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
import { STATUSES_BY_LABEL } from "#contract/order-status.ts";
import { PROCESSING_MODES } from "#contract/orders.ts";
import type { TimelineData, TimelineType } from "#contract/timeline.ts";
import { bytea, instant } from "./columns.ts";
import { gateways, members } from "./people.ts";

/** Declared in the order of the labels: ordering by status is ordering by its label. */
export const orderStatus = pgEnum("order_status", STATUSES_BY_LABEL);

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
  (t) => [
    check("orders_id_range", sql`id > 0`),
    // Earlier orders of the same card, asked for by the defence packs.
    index("orders_payment_fingerprint").on(t.paymentFingerprint).where(sql`${t.paymentFingerprint} is not null`),
    index("orders_card").on(t.cardLast4, t.cardBrand).where(sql`${t.cardLast4} is not null`),
  ],
);

/** The column of whatever belongs to an order. */
export const orderId = () =>
  bigint("order_id", { mode: "number" })
    .notNull()
    .references(() => orders.id);

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

/** What a tally counts by; each grain uses its own part of the other columns. */
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

/** How many orders there are of each kind, folded from the deltas. Written by the database's own functions alone. */
export const orderTallies = pgTable("order_tallies", tallyColumns(), (t) => [
  unique("order_tallies_key").on(t.grain, t.status, t.day, t.nationality, t.mode).nullsNotDistinct(),
]);

/** What changed since: each statement that changes orders adds its few rows, so that no two of them wait for one. */
export const orderTallyDeltas = pgTable("order_tally_deltas", tallyColumns());

/** The kept counts of this moment: both tables as one, a view of the migrations' own. */
export const orderCounts = pgView("order_counts", tallyColumns()).existing();
