import { index, integer, json, pgTable, text } from "drizzle-orm/pg-core";
import type { FiledFacts } from "#contract/filings/filing-profile.ts";
import { FILING_PROFILE_IDS } from "#contract/filings/filings.ts";
import { bytea, documentType, identity, instant } from "./columns.ts";
import { orderId } from "./orders.ts";
import { memberId, members } from "./people.ts";

/** What staff filed with the authority. A wrong entry is voided and stays; only permanent deletion removes it. */
export const filings = pgTable(
  "filings",
  {
    id: identity("id"),
    orderId: orderId(),
    profile: text("profile", { enum: FILING_PROFILE_IDS }).notNull(),
    reference: text("reference").notNull(),
    filedAt: instant("filed_at").notNull(),
    recordedAt: instant("recorded_at").notNull(),
    recordedBy: memberId("recorded_by"),
    /** `json`, not `jsonb`: the digest covers the exact text. */
    facts: json("facts").$type<FiledFacts>().notNull(),
    factsSha256: bytea("facts_sha256").notNull(),
    receiptKey: text("receipt_key").unique(),
    receiptSha256: bytea("receipt_sha256"),
    receiptType: documentType("receipt_type"),
    receiptBytes: integer("receipt_bytes"),
    voidedAt: instant("voided_at"),
    voidedBy: integer("voided_by").references(() => members.id),
    voidReason: text("void_reason"),
  },
  (t) => [index("filings_order").on(t.orderId, t.id)],
);
