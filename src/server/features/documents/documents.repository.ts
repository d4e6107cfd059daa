import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { documents, members, orders } from "#server/platform/db/schema.ts";

export type NewDocument = typeof documents.$inferInsert;

const orderFacts = {
  id: orders.id,
  status: orders.status,
  version: orders.version,
  isPaid: orders.isPaid,
  fullName: orders.fullName,
  email: orders.email,
};
const known = (id: number) => and(eq(orders.id, id), isNull(orders.purgedAt));

/** An order that is not purged. */
export async function findOrder(db: Queryable, id: number) {
  const [row] = await db.select(orderFacts).from(orders).where(known(id));
  return row;
}

/** The same, held until the transaction ends. */
export async function lockOrder(tx: Transaction, id: number) {
  const [row] = await tx.select(orderFacts).from(orders).where(known(id)).for("no key update");
  return row;
}
export type UploadOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;

/** The version that the order's next document has; the order's row must be held. */
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

/** A document of an order that is not purged. */
export async function findDocument(db: Queryable, id: number) {
  const [row] = await db
    .select({ document: documents })
    .from(documents)
    .innerJoin(orders, eq(orders.id, documents.orderId))
    .where(and(eq(documents.id, id), isNull(orders.purgedAt)));
  return row?.document;
}

/** Those of these storage keys that a document has. */
export async function findStorageKeys(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .select({ key: documents.storageKey })
    .from(documents)
    .where(inArray(documents.storageKey, [...keys]));
  return new Set(rows.map(({ key }) => key));
}
