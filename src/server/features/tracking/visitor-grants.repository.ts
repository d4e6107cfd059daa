import { and, eq, gt, isNull, lte, ne } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { orders, visitorGrants } from "#server/platform/db/schema.ts";

/** What a visitor may know of an order: neither deleted nor purged. */
export async function findTrackableOrder(db: Queryable, id: number) {
  const [row] = await db
    .select({ id: orders.id, status: orders.status, emailKey: orders.emailKey })
    .from(orders)
    .where(and(eq(orders.id, id), ne(orders.status, "Deleted"), isNull(orders.purgedAt)));
  return row;
}

/** The orders that a visitor's cookie opens now. */
export async function findGrantedOrders(db: Queryable, tokenHash: Buffer, now: Date): Promise<number[]> {
  const rows = await db
    .select({ orderId: visitorGrants.orderId })
    .from(visitorGrants)
    .where(and(eq(visitorGrants.tokenHash, tokenHash), gt(visitorGrants.expiresAt, now)));
  return rows.map(({ orderId }) => orderId);
}

/** One more order for a cookie, or its time anew. */
export async function upsertGrant(tx: Transaction, grant: typeof visitorGrants.$inferInsert): Promise<void> {
  const { createdAt, expiresAt, ip, userAgent } = grant;
  await tx
    .insert(visitorGrants)
    .values(grant)
    .onConflictDoUpdate({
      target: [visitorGrants.tokenHash, visitorGrants.orderId],
      set: { createdAt, expiresAt, ip, userAgent },
    });
}

export async function deleteExpiredGrants(db: Queryable, now: Date): Promise<void> {
  await db.delete(visitorGrants).where(lte(visitorGrants.expiresAt, now));
}
