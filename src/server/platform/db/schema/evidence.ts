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
  uuid,
} from "drizzle-orm/pg-core";
import { DISPUTE_OUTCOMES, DISPUTE_REASONS, DISPUTE_STAGES } from "#contract/disputes/disputes.ts";
import type { Automation } from "#contract/downloads/downloads.ts";
import type { PackType } from "#contract/packs/packs.ts";
import { bytea, identity, instant } from "./columns.ts";
import { documents, remarks } from "./correspondence.ts";
import { orderId } from "./orders.ts";
import { members } from "./people.ts";

export const visitorGrants = pgTable(
  "visitor_grants",
  {
    /** SHA-256 of the visitor cookie; one cookie may cover several orders (a family). */
    tokenHash: bytea("token_hash").notNull(),
    orderId: orderId(),
    /** Unchanged when the grant moves to another cookie; referenced by downloads. */
    grantId: uuid("grant_id").notNull().defaultRandom(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    ip: text("ip").notNull(),
    userAgent: text("user_agent").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tokenHash, t.orderId] }),
    index("visitor_grants_expires").on(t.expiresAt),
    index("visitor_grants_order").on(t.orderId),
  ],
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
    /** Country of the IP address (ISO alpha-2) by the offline database of that day; null when unknown. */
    country: char("country", { length: 2 }),
    /** Why the download counts as automated; null for people and for rows from before reasons were stored. */
    automation: text("automation").$type<Automation>(),
    /** The visitor's grant; null for rows from before it was stored. Grants themselves are pruned. */
    grantId: uuid("grant_id"),
    /** Above the hourly limit a row also counts further downloads: how many were started and completed. */
    moreStarted: integer("more_started").notNull().default(0),
    moreCompleted: integer("more_completed").notNull().default(0),
    /** Start of the latest of those. */
    lastAt: instant("last_at"),
  },
  // The foreign key looks by the document when one is deleted.
  (t) => [index("downloads_order").on(t.orderId, t.id), index("downloads_document").on(t.documentId)],
);

/** Downloads of which the customer said on the tracking page that they were somebody else's. */
export const downloadReports = pgTable(
  "download_reports",
  {
    id: identity("id"),
    orderId: orderId(),
    downloadId: integer("download_id")
      .notNull()
      .references(() => downloads.id),
    reportedAt: instant("reported_at").notNull(),
    /** Empty if the customer wrote nothing. */
    note: text("note").notNull(),
    ip: text("ip").notNull(),
    userAgent: text("user_agent").notNull(),
    country: char("country", { length: 2 }),
    /** When a member dealt with it. */
    settledAt: instant("settled_at"),
    settledBy: integer("settled_by").references(() => members.id),
  },
  (t) => [uniqueIndex("download_reports_once").on(t.downloadId), index("download_reports_order").on(t.orderId)],
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
    /** Null while it is not known. */
    stage: text("stage", { enum: DISPUTE_STAGES }),
    amount: numeric("amount", { precision: 16, scale: 4 }),
    currency: char("currency", { length: 3 }),
    dueDate: date("due_date", { mode: "string" }),
    caseId: text("case_id"),
    outcome: text("outcome", { enum: DISPUTE_OUTCOMES }),
    /** Incremented by each change; a change that states an older version is refused. */
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("disputes_one_open").on(t.orderId).where(sql`${t.closedAt} is null`),
    index("disputes_order").on(t.orderId),
    index("disputes_remark").on(t.remarkId),
    index("disputes_due").on(t.dueDate, t.id).where(sql`${t.closedAt} is null`),
    index("disputes_closed").on(t.closedAt).where(sql`${t.closedAt} is not null`),
  ],
);

/** Created packs with the facts they were made from. Their files are in the file store. */
export const defencePacks = pgTable(
  "defence_packs",
  {
    id: identity("id"),
    orderId: orderId(),
    type: smallint("type").$type<PackType>().notNull(),
    createdAt: instant("created_at").notNull(),
    createdBy: integer("created_by").references(() => members.id),
    overrideReason: text("override_reason"),
    /** The last timeline event that the pack covers, and its digest. */
    chainSeq: integer("chain_seq").notNull(),
    chainHead: bytea("chain_head").notNull(),
    facts: json("facts").notNull(),
    /** SHA-256 of the facts; identical facts never create a second pack. */
    factsDigest: bytea("facts_digest").notNull(),
    storageKey: text("storage_key").notNull().unique(),
    sha256: bytea("sha256").notNull(),
    bytes: integer("bytes").notNull(),
    pages: integer("pages").notNull(),
  },
  (t) => [index("defence_packs_order").on(t.orderId, t.id)],
);

/** Published texts of the terms and the refund policy by version. Insert-only: a pack prints the accepted version. */
export const policyVersions = pgTable(
  "policy_versions",
  {
    id: identity("id"),
    kind: text("kind", { enum: ["terms", "refund"] }).notNull(),
    version: text("version").notNull(),
    text: text("text").notNull(),
    sha256: bytea("sha256").notNull(),
    validFrom: instant("valid_from").notNull(),
    /** Null for a version from the configuration. */
    createdBy: integer("created_by").references(() => members.id),
  },
  (t) => [uniqueIndex("policy_versions_version").on(t.kind, t.version)],
);
