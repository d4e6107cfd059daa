import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { emailChanges, members } from "#server/platform/db/schema.ts";

export type EmailChangeRecord = typeof emailChanges.$inferSelect;

/** The unsettled changes of an order, oldest first; confirmed ones stay unsettled, because they can be contested. */
export async function findOpenChanges(tx: Transaction, orderId: number) {
  return await tx
    .select({ change: emailChanges, askedBy: members.name })
    .from(emailChanges)
    .innerJoin(members, eq(members.id, emailChanges.askedBy))
    .where(and(eq(emailChanges.orderId, orderId), isNull(emailChanges.resolvedAt)))
    .orderBy(asc(emailChanges.id));
}

/** The name of the member who asked for a change. */
export async function findAskedBy(tx: Transaction, id: number): Promise<string> {
  const [row] = await tx
    .select({ name: members.name })
    .from(emailChanges)
    .innerJoin(members, eq(members.id, emailChanges.askedBy))
    .where(eq(emailChanges.id, id));
  return row?.name ?? "";
}

/** Whether a change of the order's address was contested and is not decided yet. */
export async function isEmailContested(db: Queryable, orderId: number): Promise<boolean> {
  const [row] = await db
    .select({ id: emailChanges.id })
    .from(emailChanges)
    .where(and(eq(emailChanges.orderId, orderId), isNotNull(emailChanges.contestedAt), isNull(emailChanges.resolvedAt)))
    .limit(1);
  return row !== undefined;
}

export async function insertChange(
  tx: Transaction,
  change: typeof emailChanges.$inferInsert,
): Promise<EmailChangeRecord> {
  const [row] = await tx.insert(emailChanges).values(change).returning();
  if (row === undefined) throw new Error("the change was not inserted");
  return row;
}

export type Link = "confirmHash" | "contestHash";

/** The change that a token belongs to. */
export async function findByToken(db: Queryable, link: Link, hash: Buffer): Promise<EmailChangeRecord | undefined> {
  const [row] = await db.select().from(emailChanges).where(eq(emailChanges[link], hash));
  return row;
}

type Settling = Partial<Pick<EmailChangeRecord, "confirmedAt" | "contestedAt" | "resolvedAt" | "resolvedBy">>;

export async function settleChange(tx: Transaction, id: number, settling: Settling): Promise<void> {
  await tx.update(emailChanges).set(settling).where(eq(emailChanges.id, id));
}
