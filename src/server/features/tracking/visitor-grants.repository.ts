import { and, eq, gt, lte, ne } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { visitorGrants } from "#server/platform/db/schema.ts";

/** The orders for which a visitor's cookie has a valid grant, with the ids of the grants. */
export async function findGrants(db: Queryable, tokenHash: Buffer, now: Date): Promise<Map<number, string>> {
  const rows = await db
    .select({ orderId: visitorGrants.orderId, grantId: visitorGrants.grantId })
    .from(visitorGrants)
    .where(and(eq(visitorGrants.tokenHash, tokenHash), gt(visitorGrants.expiresAt, now)));
  return new Map(rows.map(({ orderId, grantId }) => [orderId, grantId]));
}

/** Moves the valid grants of one cookie to another, and deletes its expired ones. */
export async function moveGrants(
  tx: Transaction,
  { from, to, now }: { from: Buffer; to: Buffer; now: Date },
): Promise<void> {
  const isTheirs = eq(visitorGrants.tokenHash, from);
  await tx
    .update(visitorGrants)
    .set({ tokenHash: to })
    .where(and(isTheirs, gt(visitorGrants.expiresAt, now)));
  await tx.delete(visitorGrants).where(isTheirs);
}

export async function deleteGrants(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.delete(visitorGrants).where(eq(visitorGrants.tokenHash, tokenHash));
}

/** Ends the visits of all other cookies to an order. @returns how many */
export async function deleteOtherGrants(tx: Transaction, orderId: number, tokenHash: Buffer): Promise<number> {
  const { rowCount } = await tx
    .delete(visitorGrants)
    .where(and(eq(visitorGrants.orderId, orderId), ne(visitorGrants.tokenHash, tokenHash)));
  return rowCount ?? 0;
}

/** Adds a grant to a cookie, or renews it. */
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
