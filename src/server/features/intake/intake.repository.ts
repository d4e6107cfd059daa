import { eq, lt } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { intakeRequests, orders } from "#server/platform/db/schema.ts";

/**
 * Claims an idempotency key for this transaction. While another transaction holds the claim this waits for its end.
 * @returns false when the key is taken
 */
export async function claimKey(
  tx: Transaction,
  keyHash: Buffer,
  requestHash: Buffer,
  createdAt: Date,
): Promise<boolean> {
  const rows = await tx
    .insert(intakeRequests)
    .values({ keyHash, requestHash, createdAt })
    .onConflictDoNothing()
    .returning({ keyHash: intakeRequests.keyHash });
  return rows.length === 1;
}

export async function setOrderOfKey(tx: Transaction, keyHash: Buffer, orderId: number): Promise<void> {
  await tx.update(intakeRequests).set({ orderId }).where(eq(intakeRequests.keyHash, keyHash));
}

export async function findRequest(db: Queryable, keyHash: Buffer) {
  const [row] = await db
    .select({ requestHash: intakeRequests.requestHash, orderId: orders.id, status: orders.status })
    .from(intakeRequests)
    .innerJoin(orders, eq(orders.id, intakeRequests.orderId))
    .where(eq(intakeRequests.keyHash, keyHash));
  return row;
}

export async function deleteRequestsBefore(db: Queryable, instant: Date): Promise<void> {
  await db.delete(intakeRequests).where(lt(intakeRequests.createdAt, instant));
}
