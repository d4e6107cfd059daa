import { sql } from "drizzle-orm";
import type { Transaction } from "#server/platform/db/client.ts";
import { disputes, remarks } from "#server/platform/db/schema.ts";

export async function insertRemark(tx: Transaction, remark: typeof remarks.$inferInsert): Promise<number> {
  const [row] = await tx.insert(remarks).values(remark).returning({ id: remarks.id });
  if (row === undefined) throw new Error("the database returned no remark id");
  return row.id;
}

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
