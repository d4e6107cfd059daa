import { and, desc, eq, exists, isNotNull, isNull } from "drizzle-orm";
import type { DemoSample } from "#server/demo-source.ts";
import type { Database } from "#server/platform/db/client.ts";
import { downloads, orders } from "#server/platform/db/schema.ts";

/** The newest Completed order that its customer has downloaded, or null. */
export async function findDemoSample(db: Database): Promise<DemoSample | null> {
  const downloaded = db
    .select({ id: downloads.id })
    .from(downloads)
    .where(and(eq(downloads.orderId, orders.id), isNotNull(downloads.completedAt), eq(downloads.isAutomated, false)));
  const [row] = await db
    .select({ orderId: orders.id, email: orders.email })
    .from(orders)
    .where(and(eq(orders.status, "Completed"), isNull(orders.purgedAt), isNotNull(orders.email), exists(downloaded)))
    .orderBy(desc(orders.id))
    .limit(1);
  return row === undefined ? null : { orderId: row.orderId, email: row.email ?? "" };
}
