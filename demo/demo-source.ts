import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import type { DemoSample, DemoSource } from "#server/demo-source.ts";
import type { Database } from "#server/platform/db/client.ts";
import { downloads, orders } from "#server/platform/db/schema.ts";
import { ensureDemoData } from "./demo-data.ts";
import { demoSignIns, keptDemoSignIns, workingSignIns } from "./demo-team.ts";

/** Five members and about 300 orders, created through the services. */
export const demoSource: DemoSource = {
  isBegun: async (dataDir) => (await keptDemoSignIns(dataDir)) !== null,
  members: demoSignIns,
  load: async (deps) => {
    await ensureDemoData(deps);
    const { db } = deps.database;
    return { members: await workingSignIns(db, deps.members), sample: await findDemoSample(db) };
  },
};

/** The newest Completed order that its customer has downloaded, or null. */
export async function findDemoSample(db: Database): Promise<DemoSample | null> {
  const isCustomers = and(isNotNull(downloads.completedAt), eq(downloads.isAutomated, false));
  const [row] = await db
    .select({ orderId: orders.id, email: orders.email })
    .from(orders)
    .innerJoin(downloads, and(eq(downloads.orderId, orders.id), isCustomers))
    .where(and(eq(orders.status, "Completed"), isNull(orders.purgedAt), isNotNull(orders.email)))
    .orderBy(desc(orders.id))
    .limit(1);
  return row === undefined ? null : { orderId: row.orderId, email: row.email ?? "" };
}
