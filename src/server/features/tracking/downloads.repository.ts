import { and, desc, eq, getTableColumns, gt, gte, isNull, lt, or, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { downloadReports, downloads } from "#server/platform/db/schema.ts";

/** Downloads by people, newest first. */
export async function findDownloadsByPeople(db: Queryable, orderId: number, limit: number) {
  return await db
    .select({ ...getTableColumns(downloads), reportedAt: downloadReports.reportedAt })
    .from(downloads)
    .leftJoin(downloadReports, eq(downloadReports.downloadId, downloads.id))
    .where(and(eq(downloads.orderId, orderId), eq(downloads.isAutomated, false)))
    .orderBy(desc(downloads.id))
    .limit(limit);
}

/**
 * The download that a request by this browser belongs to: the newest one since `since`, preferring an unfinished one. A
 * download manager that requests the file twice makes one download.
 */
export async function findStarted(
  db: Queryable,
  download: { orderId: number; documentId: number; userAgent: string; grantId: string; since: Date },
): Promise<number | undefined> {
  const { orderId, documentId, userAgent, grantId, since } = download;
  const [row] = await db
    .select({ id: downloads.id })
    .from(downloads)
    .where(
      and(
        // The index is on the order.
        eq(downloads.orderId, orderId),
        eq(downloads.documentId, documentId),
        // A row that counts several downloads has the user agent of the first.
        or(eq(downloads.userAgent, userAgent), and(eq(downloads.grantId, grantId), gt(downloads.moreStarted, 0))),
        eq(downloads.isAutomated, false),
        or(gte(downloads.createdAt, since), gte(downloads.lastAt, since)),
      ),
    )
    .orderBy(desc(isNull(downloads.completedAt)), desc(downloads.id))
    .limit(1);
  return row?.id;
}

export async function insertDownload(tx: Transaction, download: typeof downloads.$inferInsert): Promise<number> {
  const [row] = await tx.insert(downloads).values(download).returning({ id: downloads.id });
  if (row === undefined) throw new Error("the download was not inserted");
  return row.id;
}

/** The rows of a visitor since `since`, newest first: by grant, or by IP address for a visitor with a new grant. */
export async function findRecentOf(
  tx: Transaction,
  visitor: { orderId: number; documentId: number; grantId: string; ip: string; isAutomated: boolean; since: Date },
  limit: number,
): Promise<number[]> {
  const rows = await tx
    .select({ id: downloads.id })
    .from(downloads)
    .where(
      and(
        eq(downloads.orderId, visitor.orderId),
        eq(downloads.documentId, visitor.documentId),
        eq(downloads.isAutomated, visitor.isAutomated),
        gte(downloads.createdAt, visitor.since),
        or(eq(downloads.grantId, visitor.grantId), eq(downloads.ip, visitor.ip)),
      ),
    )
    .orderBy(desc(downloads.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Counts one more download in an existing row. */
export async function addStarted(tx: Transaction, id: number, at: Date): Promise<void> {
  await tx
    .update(downloads)
    .set({ moreStarted: sql`${downloads.moreStarted} + 1`, lastAt: at })
    .where(eq(downloads.id, id));
}

/** Undefined when all downloads of the row are already completed, or the order was purged. */
export async function completeDownload(tx: Transaction, id: number, at: Date) {
  const isOpen = isNull(downloads.completedAt);
  const [row] = await tx
    .update(downloads)
    .set({
      completedAt: sql`coalesce(${downloads.completedAt}, ${at.toISOString()}::timestamptz)`,
      moreCompleted: sql`${downloads.moreCompleted} + case when ${isOpen} then 0 else 1 end`,
    })
    .where(and(eq(downloads.id, id), or(isOpen, lt(downloads.moreCompleted, downloads.moreStarted))))
    .returning({
      orderId: downloads.orderId,
      isAutomated: downloads.isAutomated,
      moreCompleted: downloads.moreCompleted,
    });
  return row;
}
