import { eq } from "drizzle-orm";
import type { Transaction } from "#server/platform/db/client.ts";
import { lockOrders } from "#server/platform/db/lock-orders.ts";
import { orders } from "#server/platform/db/schema.ts";
import { type SearchableOrder, searchedColumns, writeSearchTexts } from "../search/search-text.repository.ts";

/** The names of an order's payment and its searched fields; undefined for an order that is unknown or purged. */
async function lock(tx: Transaction, id: number) {
  const [row] = await lockOrders(tx, [id], {
    ...searchedColumns,
    isPaid: orders.isPaid,
    merchantName: orders.merchantName,
  });
  return row;
}

/** Writes both names and the search text. */
async function write(
  tx: Transaction,
  order: SearchableOrder & { transactionId: string; merchantName: string },
): Promise<void> {
  const { id, transactionId, merchantName } = order;
  await tx.update(orders).set({ transactionId, merchantName }).where(eq(orders.id, id));
  await writeSearchTexts(tx, [order]);
}

/** Used by the transaction details feature; `lock` holds the row until the transaction ends. */
export const orderTransactions = { lock, write };
export type OrderTransactions = typeof orderTransactions;
