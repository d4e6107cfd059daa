import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { emailKey } from "#contract/text.ts";
import type { Database, Queryable, Transaction } from "#server/platform/db/client.ts";
import { noteEndedSessions } from "#server/platform/db/committed-orders.ts";
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

/** Also of a removed member. */
export async function findMemberName(db: Queryable, id: number): Promise<string | null> {
  const [row] = await db.select({ name: members.name }).from(members).where(eq(members.id, id));
  return row?.name ?? null;
}

/**
 * Reads sessions by digest; a missing one is not a session of an active member. Prepared once per pool, because every
 * staff call runs it.
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
        authenticatedAt: sessions.authenticatedAt,
        method: sessions.method,
        scope: sessions.scope,
      },
      expiresAt: sessions.expiresAt,
      isRemembered: sessions.isRemembered,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(and(sql`${sessions.idHash} = any(${sql.placeholder("idHashes")}::bytea[])`, active))
    .prepare("find_sessions");
  return async (idHashes: readonly Buffer[]) => await query.execute({ idHashes });
}

/** @returns whether the session existed */
export async function deleteSession(
  db: Queryable,
  { id, sessionIdHash }: { id: number; sessionIdHash: Buffer },
): Promise<boolean> {
  const { rowCount } = await db.delete(sessions).where(eq(sessions.idHash, sessionIdHash));
  noteEndedSessions(db, [id]);
  return rowCount === 1;
}

export async function updateSessionUse(
  db: Queryable,
  uses: readonly { idHash: Buffer; at: Date; ip: string }[],
): Promise<void> {
  const rows = uses.map(({ idHash, at, ip }) => ({ id: idHash.toString("hex"), at, ip }));
  await db.execute(sql`
    update sessions set last_used_at = greatest(last_used_at, u.at), last_ip = u.ip
    from json_to_recordset(${JSON.stringify(rows)}::json) as u(id text, at timestamptz, ip text)
    where sessions.id_hash = decode(u.id, 'hex')`);
}

/** @returns the number of sessions ended */
export async function deleteSessionsOf(db: Queryable, memberId: number): Promise<number> {
  const { rowCount } = await db.delete(sessions).where(eq(sessions.memberId, memberId));
  noteEndedSessions(db, [memberId]);
  return rowCount ?? 0;
}

export async function deleteExpiredSessions(db: Queryable, now: Date, usedSince: Date): Promise<void> {
  const isUnused = and(eq(sessions.isRemembered, false), lt(sessions.lastUsedAt, usedSince));
  await db.delete(sessions).where(or(lt(sessions.expiresAt, now), isUnused));
}

/** A password that the member chose. */
export async function updatePassword(db: Queryable, memberId: number, passwordHash: string, at: Date): Promise<void> {
  const change = { passwordHash, passwordSetBy: null, passwordSetAt: at };
  await db.update(members).set(change).where(eq(members.id, memberId));
}

export async function updateEmail(db: Queryable, memberId: number, email: string): Promise<void> {
  await db
    .update(members)
    .set({ email, emailKey: emailKey(email) })
    .where(eq(members.id, memberId));
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

/** Blocks adding and changing members until this transaction ends; reading continues. */
export async function lockTeam(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table members in share row exclusive mode`);
}

/** `expire` is the format of rate-limiter-flexible: milliseconds since 1970. */
export async function deleteExpiredLimits(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`delete from rate_limits where expire < ${now.getTime()}`);
}
