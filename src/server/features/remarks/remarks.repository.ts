import { desc, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import { disputes, members, remarks } from "#server/platform/db/schema.ts";

export async function insertRemark(tx: Transaction, remark: typeof remarks.$inferInsert): Promise<number> {
  const [row] = await tx.insert(remarks).values(remark).returning({ id: remarks.id });
  if (row === undefined) throw new Error("the database returned no remark id");
  return row.id;
}

/** Reads the remarks of an order, newest first. */
export function prepareFindRemarks(db: Database) {
  const query = db
    .select({ remark: remarks, authorName: members.name })
    .from(remarks)
    .innerJoin(members, eq(members.id, remarks.authorId))
    .where(eq(remarks.orderId, sql.placeholder("orderId")))
    .orderBy(desc(remarks.id))
    .prepare("find_remarks");
  return (orderId: number) => query.execute({ orderId });
}
export type FoundRemark = Awaited<ReturnType<ReturnType<typeof prepareFindRemarks>>>[number];

/** Opens a dispute unless one is open already. @returns its id, or undefined */
export async function insertDispute(
  tx: Transaction,
  dispute: typeof disputes.$inferInsert,
): Promise<number | undefined> {
  const [row] = await tx
    .insert(disputes)
    .values(dispute)
    .onConflictDoNothing({ target: disputes.orderId, where: sql`${disputes.closedAt} is null` })
    .returning({ id: disputes.id });
  return row?.id;
}
