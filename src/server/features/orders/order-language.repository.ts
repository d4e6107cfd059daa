import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Language } from "#contract/tracking/visitor-languages.ts";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { orders } from "#server/platform/db/schema.ts";

/** The customer's language: the one that a member chose, else the one in which they last read their page, else intake's. */
export const orderLanguages = {
  /** What the customer reads; a member's choice stays. No fact of the order: its version stays. */
  async keep(db: Queryable, orderId: number, language: Language): Promise<void> {
    await db
      .update(orders)
      .set({ language })
      .where(
        and(
          eq(orders.id, orderId),
          isNull(orders.purgedAt),
          eq(orders.isLanguageChosen, false),
          sql`${orders.language} is distinct from ${language}`,
        ),
      );
  },

  /** A member's choice, for an order that is locked. */
  async choose(tx: Transaction, orderId: number, language: Language): Promise<void> {
    const isOther = or(sql`${orders.language} is distinct from ${language}`, eq(orders.isLanguageChosen, false));
    await tx
      .update(orders)
      .set({ language, isLanguageChosen: true })
      .where(and(eq(orders.id, orderId), isNull(orders.purgedAt), isOther));
  },
};
