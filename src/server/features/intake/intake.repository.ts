import { eq, lt, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import type { CopyRows } from "#server/platform/db/copy-rows.ts";
import { intakeRequests, orders } from "#server/platform/db/schema.ts";

export interface KeyClaim {
  keyHash: Buffer;
  requestHash: Buffer;
  createdAt: Date;
}

/**
 * Claims idempotency keys for this transaction. While another transaction holds one of them this waits for its end.
 * @returns the claims that were free
 */
export async function claimKeys<T extends KeyClaim>(tx: Transaction, claims: readonly T[]): Promise<T[]> {
  const rows = await tx
    .insert(intakeRequests)
    .values(claims.map(({ keyHash, requestHash, createdAt }) => ({ keyHash, requestHash, createdAt })))
    .onConflictDoNothing()
    .returning({ keyHash: intakeRequests.keyHash });
  const free = new Set(rows.map(({ keyHash }) => keyHash.toString("hex")));
  return claims.filter(({ keyHash }) => free.has(keyHash.toString("hex")));
}

export async function setOrdersOfKeys(
  tx: Transaction,
  pairs: readonly { keyHash: Buffer; orderId: number }[],
): Promise<void> {
  const given = JSON.stringify(pairs.map(({ keyHash, orderId }) => ({ key: keyHash.toString("hex"), order: orderId })));
  await tx.execute(sql`
    update intake_requests r set order_id = g."order"
    from json_to_recordset(${given}::json) as g(key text, "order" bigint)
    where r.key_hash = decode(g.key, 'hex')`);
}

/** Those of these keys that are taken already, as hexadecimal digits. */
export async function findTakenKeys(db: Queryable, keyHashes: readonly Buffer[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select encode(key_hash, 'hex') as key from intake_requests where key_hash = any(${sql.param(keyHashes)}::bytea[])`);
  return new Set(rows.map(({ key }) => key));
}

/** Keys and their orders, when both are stored by one transaction. Fails with a unique violation when one was taken meanwhile. */
export async function copyRequests(copy: CopyRows, requests: readonly (KeyClaim & { orderId: number })[]) {
  await copy(intakeRequests, requests);
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
