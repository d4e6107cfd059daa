import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { CLAIM_KINDS } from "#contract/claims/claims.ts";
import { instant } from "./columns.ts";
import { orderId } from "./orders.ts";
import { memberId } from "./people.ts";

/** Who has which order (decision record 0094). A row that `order_claim_is_over` counts for nothing and is deleted later. */
export const orderClaims = pgTable("order_claims", {
  orderId: orderId().primaryKey(),
  memberId: memberId(),
  kind: text("kind", { enum: CLAIM_KINDS }).notNull(),
  claimedAt: instant("claimed_at").notNull(),
  activeUntil: instant("active_until").notNull(),
});

/** Orders that a member returned, so that Take next offers them to others first. */
export const orderReturns = pgTable(
  "order_returns",
  { orderId: orderId(), memberId: memberId(), at: instant("at").notNull() },
  (t) => [primaryKey({ columns: [t.orderId, t.memberId] })],
);
