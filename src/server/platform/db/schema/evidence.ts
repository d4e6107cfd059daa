import { sql } from "drizzle-orm";
import {
  boolean,
  char,
  date,
  index,
  integer,
  json,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { DISPUTE_OUTCOMES, DISPUTE_REASONS } from "#contract/disputes.ts";
import type { Automation } from "#contract/downloads.ts";
import type { PackType } from "#contract/packs.ts";
import { bytea, identity, instant } from "./columns.ts";
import { documents, remarks } from "./correspondence.ts";
import { orderId } from "./orders.ts";
import { members } from "./people.ts";

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
    /** Why it counts as automated; null for people, and for rows from before reasons were kept. */
    automation: text("automation").$type<Automation>(),
  },
  (t) => [index("downloads_order").on(t.orderId, t.id)],
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
