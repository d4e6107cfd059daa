import { sql } from "drizzle-orm";
import { bigint, check, date, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";
import { orders } from "./orders.ts";
import { memberId } from "./people.ts";

const oneOf = (name: string) =>
  bigint(name, { mode: "number" })
    .notNull()
    .references(() => orders.id);

/**
 * What staff decided about two orders, with the facts it was decided on: other facts ask again. Insert-only; permanent
 * deletion of either order removes it.
 */
export const orderLinks = pgTable(
  "order_links",
  {
    aId: oneOf("a_id"),
    bId: oneOf("b_id"),
    kind: text("kind", { enum: ["not-duplicate"] }).notNull(),
    passportKey: text("passport_key").notNull(),
    aArrival: date("a_arrival", { mode: "string" }).notNull(),
    bArrival: date("b_arrival", { mode: "string" }).notNull(),
    by: memberId("by"),
    at: instant("at").notNull(),
    reason: text("reason").notNull(),
  },
  (t) => [
    primaryKey({ name: "order_links_key", columns: [t.aId, t.bId, t.kind, t.passportKey, t.aArrival, t.bArrival] }),
    index("order_links_b").on(t.bId),
    check("order_links_sorted", sql`${t.aId} < ${t.bId}`),
  ],
);
