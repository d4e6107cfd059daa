import { eq, lt, sql } from "drizzle-orm";
import type { Queryable } from "#server/platform/db/client.ts";
import type { CopyRows } from "#server/platform/db/copy-rows.ts";
import { intakeRequests, orders } from "#server/platform/db/schema.ts";

export interface KeyClaim {
  keyHash: Buffer;
  requestHash: Buffer;
  createdAt: Date;
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
