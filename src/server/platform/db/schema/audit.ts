import { sql } from "drizzle-orm";
import { bigint, bigserial, index, integer, json, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { AuditData, AuditType } from "#contract/audit/audit.ts";
import { bytea, instant } from "./columns.ts";
import { memberId, members } from "./people.ts";

/** The audit log: sign-ins, refusals, changes and exports. Insert-only. */
export const auditEvents = pgTable(
  "audit_events",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    at: instant("at").notNull(),
    type: text("type").$type<AuditType>().notNull(),
    /** The member who caused the event; null without a sign-in. */
    actorId: integer("actor_id").references(() => members.id),
    /** The member concerned. */
    memberId: integer("member_id").references(() => members.id),
    /** No foreign key: the event outlives the order. */
    orderId: bigint("order_id", { mode: "number" }),
    payloadDigest: bytea("payload_digest").notNull(),
  },
  (t) => [
    index("audit_events_type").on(t.type, t.id),
    index("audit_events_at").on(t.at),
    index("audit_events_actor").on(t.actorId, t.id),
    index("audit_events_member").on(t.memberId, t.id).where(sql`${t.memberId} is not null`),
    index("audit_events_order").on(t.orderId, t.id).where(sql`${t.orderId} is not null`),
  ],
);

/** Separate from the events, so that personal data can be deleted later while the events stay. `json`, not `jsonb`: the digest covers its exact text. */
export const auditPayloads = pgTable("audit_payloads", {
  eventId: bigint("event_id", { mode: "number" })
    .primaryKey()
    .references(() => auditEvents.id),
  /** 16 random bytes that are hashed with the text, so that the text can't be guessed from the digest. */
  salt: bytea("salt").notNull(),
  data: json("data").$type<AuditData["data"]>().notNull(),
});

/** What each member viewed in the current hour; a finished hour becomes one audit event per member. */
export const viewCounts = pgTable(
  "view_counts",
  {
    memberId: memberId(),
    /** Start of the hour. */
    hour: instant("hour").notNull(),
    details: integer("details").notNull(),
    documents: integer("documents").notNull(),
    mails: integer("mails").notNull(),
    packs: integer("packs").notNull(),
    /** Rows of lists and searches. */
    rows: integer("rows").notNull(),
    orderIds: bigint("order_ids", { mode: "number" }).array().notNull(),
    /** When the Admins were notified of an unusual number of orders. */
    toldAt: instant("told_at"),
    /** Different orders that lists showed, as each process counted them. */
    listed: integer("listed").notNull().default(0),
    /** When the Admins were notified of an unusual number of them. */
    listedToldAt: instant("listed_told_at"),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.hour] })],
);
