import { and, asc, eq, gte, inArray, isNotNull, isNull, lt } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { memberNotices, members } from "#server/platform/db/schema.ts";

const recipientColumns = { id: members.id, name: members.name, email: members.email };

/** Locks the rows until the transaction ends, so that concurrent callers count each other's notifications. */
export async function lockMembers(tx: Transaction, ids: readonly number[]) {
  const isOne = inArray(members.id, [...ids]);
  return await tx.select(recipientColumns).from(members).where(isOne).orderBy(asc(members.id)).for("no key update");
}

/** Without invited ones, who are nobody yet. */
export async function findAdminIds(db: Queryable): Promise<number[]> {
  const isActiveAdmin = and(eq(members.role, "Admin"), isNull(members.disabledAt), isNotNull(members.passwordHash));
  return (await db.select({ id: members.id }).from(members).where(isActiveAdmin)).map(({ id }) => id);
}

/** How many notifications of this kind the member has been sent since `since`. */
export async function countSince(tx: Transaction, memberId: number, kind: string, since: Date): Promise<number> {
  const { memberId: member, kind: ofKind, createdAt } = memberNotices;
  return await tx.$count(memberNotices, and(eq(member, memberId), eq(ofKind, kind), gte(createdAt, since)));
}

export async function insertNotification(
  tx: Transaction,
  notification: typeof memberNotices.$inferInsert,
): Promise<number> {
  const [row] = await tx.insert(memberNotices).values(notification).returning({ id: memberNotices.id });
  if (row === undefined) throw new Error("the database returned no notification id");
  return row.id;
}

/** A notification that has not been sent yet, with the name of its member. */
export async function findUnsent(db: Queryable, id: number) {
  const [row] = await db
    .select({ notification: memberNotices, name: members.name })
    .from(memberNotices)
    .innerJoin(members, eq(members.id, memberNotices.memberId))
    .where(and(eq(memberNotices.id, id), isNull(memberNotices.sentAt)));
  return row;
}

export async function markSent(db: Queryable, id: number, at: Date): Promise<void> {
  await db.update(memberNotices).set({ sentAt: at }).where(eq(memberNotices.id, id));
}

export async function deleteNotificationsBefore(db: Queryable, before: Date): Promise<void> {
  await db.delete(memberNotices).where(lt(memberNotices.createdAt, before));
}

/** Which of the ids have a row. */
export async function findNotificationIds(db: Queryable, ids: readonly number[]): Promise<Set<number>> {
  const isAmong = inArray(memberNotices.id, [...ids]);
  return new Set((await db.select({ id: memberNotices.id }).from(memberNotices).where(isAmong)).map(({ id }) => id));
}
