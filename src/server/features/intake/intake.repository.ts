import { eq, lt } from "drizzle-orm";
import type { Queryable } from "#server/platform/db/client.ts";
import { intakeRequests, orders } from "#server/platform/db/schema.ts";

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
