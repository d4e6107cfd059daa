import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "#server/platform/db/client.ts";
import { orders } from "#server/platform/db/schema.ts";
import type { SearchableOrder } from "./order-search.ts";
import { writeSearchText } from "./orders.repository.ts";

/** What its payment is called, and all that the order is found by; undefined for one that is unknown or purged. */
async function lock(tx: Transaction, id: number) {
  const [row] = await tx
    .select({
      id: orders.id,
      isPaid: orders.isPaid,
      transactionId: orders.transactionId,
      merchantName: orders.merchantName,
      fullName: orders.fullName,
      email: orders.email,
      phoneCode: orders.phoneCode,
      telephoneNumber: orders.telephoneNumber,
      passportNumber: orders.passportNumber,
    })
    .from(orders)
    .where(and(eq(orders.id, id), isNull(orders.purgedAt)))
    .for("no key update");
  return row;
}

/** Writes both names and the text that the order is found by. */
async function write(
  tx: Transaction,
  order: SearchableOrder & { transactionId: string; merchantName: string },
): Promise<void> {
  const { id, transactionId, merchantName } = order;
  await tx.update(orders).set({ transactionId, merchantName }).where(eq(orders.id, id));
  await writeSearchText(tx, order);
}

/** What the feature of transaction details asks of an order; `lock` holds its row until the transaction ends. */
export const orderTransactions = { lock, write };
export type OrderTransactions = typeof orderTransactions;
