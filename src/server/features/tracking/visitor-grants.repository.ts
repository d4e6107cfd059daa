import { and, eq, gt, lte } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { visitorGrants } from "#server/platform/db/schema.ts";

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
