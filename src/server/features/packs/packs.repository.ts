import { and, desc, eq } from "drizzle-orm";
import type { PackType } from "#contract/packs/packs.ts";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { defencePacks, members } from "#server/platform/db/schema.ts";
import type { FileColumns } from "#server/platform/files/sweep-orphans.ts";

export type NewPack = typeof defencePacks.$inferInsert;

const columns = {
  id: defencePacks.id,
  orderId: defencePacks.orderId,
  type: defencePacks.type,
  createdAt: defencePacks.createdAt,
  createdBy: members.name,
  pages: defencePacks.pages,
  bytes: defencePacks.bytes,
  sha256: defencePacks.sha256,
  overrideReason: defencePacks.overrideReason,
  chainSeq: defencePacks.chainSeq,
  chainHead: defencePacks.chainHead,
  factsDigest: defencePacks.factsDigest,
  storageKey: defencePacks.storageKey,
};
const read = (db: Queryable) =>
  db.select(columns).from(defencePacks).leftJoin(members, eq(members.id, defencePacks.createdBy));

export async function insertPack(tx: Transaction, pack: NewPack): Promise<number> {
  const [row] = await tx.insert(defencePacks).values(pack).returning({ id: defencePacks.id });
  if (row === undefined) throw new Error("the pack was not inserted");
  return row.id;
}

export async function findPack(db: Queryable, id: number) {
  const [row] = await read(db).where(eq(defencePacks.id, id));
  return row;
}
export type PackRecord = NonNullable<Awaited<ReturnType<typeof findPack>>>;

/** Newest first. */
export async function findPacks(db: Queryable, orderId: number): Promise<PackRecord[]> {
  return await read(db).where(eq(defencePacks.orderId, orderId)).orderBy(desc(defencePacks.id));
}

export async function findLastPack(db: Queryable, orderId: number, type: PackType): Promise<PackRecord | undefined> {
  const [row] = await read(db)
    .where(and(eq(defencePacks.orderId, orderId), eq(defencePacks.type, type)))
    .orderBy(desc(defencePacks.id))
    .limit(1);
  return row;
}

export const packFiles: FileColumns = { key: defencePacks.storageKey, storedAt: defencePacks.createdAt };
