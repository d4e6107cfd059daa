import { and, eq, isNull } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { downloadReports, downloads } from "#server/platform/db/schema.ts";

/** A person's download of this order, with its report if there is one. */
export async function findReportable(tx: Transaction, orderId: number, downloadId: number) {
  const [row] = await tx
    .select({ reportId: downloadReports.id })
    .from(downloads)
    .leftJoin(downloadReports, eq(downloadReports.downloadId, downloads.id))
    .where(and(eq(downloads.id, downloadId), eq(downloads.orderId, orderId), eq(downloads.isAutomated, false)));
  return row;
}

export async function insertReport(tx: Transaction, report: typeof downloadReports.$inferInsert): Promise<void> {
  await tx.insert(downloadReports).values(report);
}

export async function findReport(db: Queryable, id: number) {
  const [row] = await db.select().from(downloadReports).where(eq(downloadReports.id, id));
  return row;
}

/** @returns whether it waited */
export async function settleReport(tx: Transaction, { id, at, by }: { id: number; at: Date; by: number }) {
  const { rowCount } = await tx
    .update(downloadReports)
    .set({ settledAt: at, settledBy: by })
    .where(and(eq(downloadReports.id, id), isNull(downloadReports.settledAt)));
  return rowCount === 1;
}
