import { aliasedTable, and, desc, eq, isNull } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { filings, members } from "#server/platform/db/schema.ts";
import type { FileColumns } from "#server/platform/files/sweep-orphans.ts";

const recorders = aliasedTable(members, "recorder");
const voiders = aliasedTable(members, "voider");

const read = (db: Queryable) =>
  db
    .select({ filing: filings, recorder: recorders.name, voider: voiders.name })
    .from(filings)
    .leftJoin(recorders, eq(recorders.id, filings.recordedBy))
    .leftJoin(voiders, eq(voiders.id, filings.voidedBy));
export type FilingRecord = Awaited<ReturnType<typeof read>>[number];

export async function findFiling(db: Queryable, id: number): Promise<FilingRecord | undefined> {
  const [row] = await read(db).where(eq(filings.id, id));
  return row;
}

/** Those that were not voided, newest first. */
export async function findValidFilings(db: Queryable, orderId: number): Promise<FilingRecord[]> {
  return await read(db)
    .where(and(eq(filings.orderId, orderId), isNull(filings.voidedAt)))
    .orderBy(desc(filings.id));
}

export async function insertFiling(tx: Transaction, filing: typeof filings.$inferInsert): Promise<number> {
  const [row] = await tx.insert(filings).values(filing).returning({ id: filings.id });
  if (row === undefined) throw new Error("the filing was not inserted");
  return row.id;
}

type Voiding = Pick<typeof filings.$inferInsert, "voidedAt" | "voidedBy" | "voidReason">;

/** Voids a filing that is not voided yet. */
export async function markVoided(tx: Transaction, id: number, voiding: Voiding): Promise<void> {
  await tx
    .update(filings)
    .set(voiding)
    .where(and(eq(filings.id, id), isNull(filings.voidedAt)));
}

export const receiptFiles: FileColumns = { key: filings.receiptKey, storedAt: filings.recordedAt };
