import { desc, eq, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { documents, members } from "#server/platform/db/schema.ts";
import type { FileColumns } from "#server/platform/files/sweep-orphans.ts";

export type NewDocument = typeof documents.$inferInsert;

/** Version of the order's next document; the order must be locked. */
export async function nextVersion(tx: Transaction, orderId: number): Promise<number> {
  const [row] = await tx
    .select({ last: sql<number>`coalesce(max(${documents.version}), 0)::int` })
    .from(documents)
    .where(eq(documents.orderId, orderId));
  return (row?.last ?? 0) + 1;
}

export async function insertDocument(tx: Transaction, document: NewDocument): Promise<number> {
  const [row] = await tx.insert(documents).values(document).returning({ id: documents.id });
  if (row === undefined) throw new Error("the document was not inserted");
  return row.id;
}

/** Newest first. */
export async function findDocuments(db: Queryable, orderId: number) {
  return await db
    .select({ document: documents, uploadedBy: members.name })
    .from(documents)
    .leftJoin(members, eq(members.id, documents.uploadedBy))
    .where(eq(documents.orderId, orderId))
    .orderBy(desc(documents.version));
}
export type DocumentRecord = Awaited<ReturnType<typeof findDocuments>>[number];

export async function findDocument(db: Queryable, id: number) {
  const [row] = await db.select().from(documents).where(eq(documents.id, id));
  return row;
}

/** The document that the customer gets; also used by mail and tracking. */
export async function findCurrentDocument(db: Queryable, orderId: number) {
  const [row] = await db
    .select()
    .from(documents)
    .where(eq(documents.orderId, orderId))
    .orderBy(desc(documents.version))
    .limit(1);
  return row;
}
export type FindCurrentDocument = typeof findCurrentDocument;
export type CurrentDocument = NonNullable<Awaited<ReturnType<FindCurrentDocument>>>;

export const documentFiles: FileColumns = { key: documents.storageKey, storedAt: documents.createdAt };
