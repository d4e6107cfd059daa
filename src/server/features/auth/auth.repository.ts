import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { Database, Queryable, Transaction } from "#server/platform/db/client.ts";
import { members, sessions } from "#server/platform/db/schema.ts";

export const active = isNull(members.disabledAt);

export async function findMemberByEmail(db: Queryable, emailKey: string) {
  const [row] = await db
    .select()
    .from(members)
    .where(and(eq(members.emailKey, emailKey), active));
  return row;
}

export async function findMember(db: Queryable, id: number) {
  const [row] = await db
    .select()
    .from(members)
    .where(and(eq(members.id, id), active));
  return row;
}

/**
 * Opens a session for a password that was just verified, unless the member has another one by now or was removed:
 * whoever changes it holds the member's row and then ends the sessions, so none can slip in between. @returns whether
 * it was opened
 */
export async function openSession(
  db: Database,
  session: typeof sessions.$inferInsert,
  passwordHash: string,
): Promise<boolean> {
  return await db.transaction(async (tx) => {
    const isSame = and(eq(members.id, session.memberId), eq(members.passwordHash, passwordHash), active);
    const [member] = await tx.select({ id: members.id }).from(members).where(isSame).for("share");
    if (member === undefined) return false;
    await tx.insert(sessions).values(session);
    return true;
  });
}

/**
 * Reads sessions by their digests; what is not there is no session of an active member. Prepared once a pool: every
 * staff call asks it first.
 */
export function prepareFindSessions(db: Database) {
  const query = db
    .select({
      member: {
        id: members.id,
        name: members.name,
        email: members.email,
        type: members.role,
        sessionIdHash: sessions.idHash,
        signedInAt: sessions.createdAt,
      },
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(and(sql`${sessions.idHash} = any(${sql.placeholder("idHashes")}::bytea[])`, active))
    .prepare("find_sessions");
  return async (idHashes: readonly Buffer[]) => await query.execute({ idHashes });
}

export async function deleteSession(db: Queryable, idHash: Buffer): Promise<void> {
  await db.delete(sessions).where(eq(sessions.idHash, idHash));
}

export async function deleteSessionsOf(db: Queryable, memberId: number): Promise<void> {
  await db.delete(sessions).where(eq(sessions.memberId, memberId));
}

export async function deleteExpiredSessions(db: Queryable, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, now));
}

export async function updatePassword(db: Queryable, memberId: number, passwordHash: string): Promise<void> {
  await db.update(members).set({ passwordHash }).where(eq(members.id, memberId));
}

export async function countMembers(db: Queryable): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(members);
  return row?.count ?? 0;
}

export async function insertMember(db: Queryable, member: typeof members.$inferInsert): Promise<number> {
  const [row] = await db.insert(members).values(member).returning({ id: members.id });
  if (row === undefined) throw new Error("the database returned no member id");
  return row.id;
}

/** Nobody else adds or changes a member until this transaction ends; reading goes on. */
export async function lockTeam(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table members in share row exclusive mode`);
}

/** `expire` is rate-limiter-flexible's: milliseconds since 1970. */
export async function deleteExpiredLimits(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`delete from rate_limits where expire < ${now.getTime()}`);
}
