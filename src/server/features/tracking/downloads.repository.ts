import { and, desc, eq, gte, isNull } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { documents, downloads } from "#server/platform/db/schema.ts";

/** Newest first, automated ones too. */
export async function findDownloads(db: Queryable, orderId: number) {
  return await db
    .select({ download: downloads, file1: documents.file1 })
    .from(downloads)
    .innerJoin(documents, eq(documents.id, downloads.documentId))
    .where(eq(downloads.orderId, orderId))
    .orderBy(desc(downloads.id));
}
export type DownloadRecord = Awaited<ReturnType<typeof findDownloads>>[number];

/**
 * The download that a fetch by this browser belongs to: the newest one since `since`, one that is not finished before
 * one that is. A download manager that fetches the same file twice made one download.
 */
export async function findStarted(
  db: Queryable,
  { documentId, userAgent, since }: { documentId: number; userAgent: string; since: Date },
): Promise<number | undefined> {
  const [row] = await db
    .select({ id: downloads.id })
    .from(downloads)
    .where(
      and(
        eq(downloads.documentId, documentId),
        eq(downloads.userAgent, userAgent),
        eq(downloads.isAutomated, false),
        gte(downloads.createdAt, since),
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

/** Undefined when it was completed before, or purged. */
export async function completeDownload(tx: Transaction, id: number, at: Date) {
  const [row] = await tx
    .update(downloads)
    .set({ completedAt: at })
    .where(and(eq(downloads.id, id), isNull(downloads.completedAt)))
    .returning({ orderId: downloads.orderId, isAutomated: downloads.isAutomated });
  return row;
}
