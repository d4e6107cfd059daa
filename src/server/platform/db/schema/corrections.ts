import { sql } from "drizzle-orm";
import { char, index, integer, json, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { EMAIL_PROOFS } from "#contract/email-changes/email-changes.ts";
import { bytea, identity, instant } from "./columns.ts";
import { orderId } from "./orders.ts";
import { memberId, members } from "./people.ts";

/**
 * The facts of a corrected order as they were submitted, written with its first correction: until then the order's own row
 * is the submission. Insert-only. `json`, not `jsonb`: the digest covers the exact text.
 */
export const orderSubmissions = pgTable("order_submissions", {
  orderId: orderId().primaryKey(),
  data: json("data").$type<Record<string, string | null>>().notNull(),
  sha256: bytea("sha256").notNull(),
  frozenAt: instant("frozen_at").notNull(),
});

/** Corrections that somebody asked for, and what became of them. */
export const correctionRequests = pgTable(
  "correction_requests",
  {
    id: identity("id"),
    orderId: orderId(),
    /** Null is the traveller. */
    requestedBy: integer("requested_by").references(() => members.id),
    fields: json("fields").$type<Record<string, string | null>>().notNull(),
    note: text("note").notNull(),
    at: instant("at").notNull(),
    decidedAt: instant("decided_at"),
    decidedBy: integer("decided_by").references(() => members.id),
    outcome: text("outcome", { enum: ["accepted", "declined"] }),
    reason: text("reason"),
    /** When the member who asked saw the decision. */
    seenAt: instant("seen_at"),
    /** From where the traveller asked; null for members. */
    ip: text("ip"),
    userAgent: text("user_agent"),
    /** Of the IP address (ISO alpha-2) by the offline database of that day; null when unknown. */
    country: char("country", { length: 2 }),
  },
  (t) => [
    index("correction_requests_order").on(t.orderId, t.id),
    index("correction_requests_open").on(t.id).where(sql`${t.outcome} is null`),
    index("correction_requests_unseen")
      .on(t.requestedBy, t.decidedAt)
      .where(sql`${t.outcome} is not null and ${t.seenAt} is null`),
  ],
);

/** Changes of orders' e-mail addresses. Only hashes of the mailed tokens are kept. */
export const emailChanges = pgTable(
  "email_changes",
  {
    id: identity("id"),
    orderId: orderId(),
    oldEmail: text("old_email"),
    newEmail: text("new_email").notNull(),
    askedBy: memberId("asked_by"),
    reason: text("reason").notNull(),
    /** The facts that the caller named, as the member states. */
    proof: text("proof", { enum: EMAIL_PROOFS }).array().notNull(),
    confirmHash: bytea("confirm_hash").notNull().unique(),
    contestHash: bytea("contest_hash").notNull().unique(),
    /** Of the link to contest, which two mails contain. */
    contestSeed: text("contest_seed").notNull(),
    askedAt: instant("asked_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    confirmedAt: instant("confirmed_at"),
    contestedAt: instant("contested_at"),
    /** When a pending change was cancelled or found expired, or a contested one was decided. */
    resolvedAt: instant("resolved_at"),
    resolvedBy: integer("resolved_by").references(() => members.id),
  },
  (t) => [
    index("email_changes_order").on(t.orderId, t.id),
    uniqueIndex("email_changes_pending").on(t.orderId).where(sql`${t.resolvedAt} is null and ${t.confirmedAt} is null`),
  ],
);
