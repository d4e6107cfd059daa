import { and, desc, eq, gt, inArray, ne, or, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { noteEndedSessions } from "#server/platform/db/committed-orders.ts";
import { members, sessions } from "#server/platform/db/schema.ts";

/** Sessions that are neither expired nor idle for too long. */
const isOpen = (at: Date, usedSince: Date) =>
  and(gt(sessions.expiresAt, at), or(sessions.isRemembered, gt(sessions.lastUsedAt, usedSince)));

export async function findOpenSessions(db: Queryable, memberId: number, at: Date, usedSince: Date) {
  return await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.memberId, memberId), isOpen(at, usedSince)))
    .orderBy(desc(sessions.lastUsedAt));
}

/** @param which the digests of the ids, "all", or all but one. @returns how many were deleted */
export async function deleteSessions(
  tx: Transaction,
  memberId: number,
  which: "all" | { ids: readonly Buffer[] } | { but: Buffer },
): Promise<number> {
  const chosen =
    which === "all"
      ? undefined
      : "ids" in which
        ? inArray(sessions.idHash, [...which.ids])
        : ne(sessions.idHash, which.but);
  const { rowCount } = await tx.delete(sessions).where(and(eq(sessions.memberId, memberId), chosen));
  noteEndedSessions(tx, [memberId]);
  return rowCount ?? 0;
}

export async function findMember(db: Queryable, id: number) {
  const isActive = and(eq(members.id, id), sql`${members.disabledAt} is null`);
  const [row] = await db.select({ id: members.id, type: members.role }).from(members).where(isActive);
  return row;
}
