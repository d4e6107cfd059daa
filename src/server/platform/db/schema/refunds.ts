import { boolean, char, index, integer, numeric, pgTable, text } from "drizzle-orm/pg-core";
import { REFUND_REASONS } from "#contract/refunds/refunds.ts";
import { identity, instant } from "./columns.ts";
import { orderId } from "./orders.ts";
import { members } from "./people.ts";

/**
 * Refunds that members recorded. One that was undone stays. `orders.refunded_at` is the date of the one after which
 * nothing was left of the payment, as far as is known.
 */
export const refunds = pgTable(
  "refunds",
  {
    id: identity("id"),
    orderId: orderId(),
    /** Null when the amount was not recorded: the payment's is unknown, or the refund is from before amounts were. */
    amount: numeric("amount", { precision: 16, scale: 4 }),
    currency: char("currency", { length: 3 }),
    /** What was left of the payment, entered by nobody. */
    isAssumed: boolean("is_assumed").notNull(),
    reasonCode: text("reason_code", { enum: REFUND_REASONS }),
    note: text("note"),
    reference: text("reference"),
    recordedAt: instant("recorded_at").notNull(),
    recordedBy: integer("recorded_by").references(() => members.id),
    overrideReason: text("override_reason"),
    undoneAt: instant("undone_at"),
    undoneBy: integer("undone_by").references(() => members.id),
    undoReason: text("undo_reason"),
  },
  (t) => [index("refunds_order").on(t.orderId, t.id)],
);
