import { and, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { members, passwordResets } from "#server/platform/db/schema.ts";
import { active } from "./auth.repository.ts";

/** A link that is neither used, voided nor expired. */
const isOpen = (at: Date) => and(isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, at));

/** Locks the member until the transaction ends, so that changes of their links are serialized. */
export async function lockMemberByEmail(tx: Transaction, emailKey: string): Promise<number | undefined> {
  const isTheirs = and(eq(members.emailKey, emailKey), active);
  const [row] = await tx.select({ id: members.id }).from(members).where(isTheirs).for("no key update");
  return row?.id;
}

export async function lockMember(tx: Transaction, id: number): Promise<boolean> {
  const isTheirs = and(eq(members.id, id), active);
  const rows = await tx.select({ id: members.id }).from(members).where(isTheirs).for("no key update");
  return rows.length > 0;
}

/** Undefined if there is no such member; the statement is the same either way. */
export async function insertReset(
  tx: Transaction,
  { memberId, createdAt, expiresAt }: { memberId: number; createdAt: Date; expiresAt: Date },
): Promise<number | undefined> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`insert into password_resets (member_id, created_at, expires_at)
        select id, ${createdAt.toISOString()}, ${expiresAt.toISOString()} from members where id = ${memberId}
        returning id`,
  );
  return rows[0]?.id;
}

/** Voids the member's open links. */
export async function closeResets(tx: Transaction, memberId: number, at: Date): Promise<void> {
  const isTheirs = and(eq(passwordResets.memberId, memberId), isNull(passwordResets.usedAt));
  await tx.update(passwordResets).set({ usedAt: at }).where(isTheirs);
}

/** The recipient of an open link, with the member's current address. */
export async function findAddressee(db: Queryable, resetId: number, at: Date) {
  const [row] = await db
    .select({ name: members.name, email: members.email, expiresAt: passwordResets.expiresAt })
    .from(passwordResets)
    .innerJoin(members, eq(members.id, passwordResets.memberId))
    .where(and(eq(passwordResets.id, resetId), isOpen(at), active));
  return row;
}

/** Replaces the token of an open link. @returns whether the link is still open */
export async function setTokenHash(db: Queryable, resetId: number, tokenHash: Buffer, at: Date): Promise<boolean> {
  const isThis = and(eq(passwordResets.id, resetId), isOpen(at));
  const { rowCount } = await db.update(passwordResets).set({ tokenHash }).where(isThis);
  return rowCount === 1;
}

export async function findByToken(db: Queryable, tokenHash: Buffer, at: Date) {
  const [row] = await db
    .select({
      id: passwordResets.id,
      memberId: members.id,
      name: members.name,
      email: members.email,
      role: members.role,
    })
    .from(passwordResets)
    .innerJoin(members, eq(members.id, passwordResets.memberId))
    .where(and(eq(passwordResets.tokenHash, tokenHash), isOpen(at), active));
  return row;
}

/** @returns false if the link was used or voided concurrently, or a newer mail replaced its token */
export async function takeReset(tx: Transaction, resetId: number, tokenHash: Buffer, at: Date): Promise<boolean> {
  const isThis = and(eq(passwordResets.id, resetId), eq(passwordResets.tokenHash, tokenHash), isOpen(at));
  const { rowCount } = await tx.update(passwordResets).set({ usedAt: at }).where(isThis);
  return rowCount === 1;
}

export async function deleteExpiredResets(db: Queryable, now: Date): Promise<void> {
  await db.delete(passwordResets).where(lte(passwordResets.expiresAt, now));
}

/** Those of the ids that exist. */
export async function findResetIds(db: Queryable, ids: readonly number[]): Promise<Set<number>> {
  const isAmong = inArray(passwordResets.id, [...ids]);
  const rows = await db.select({ id: passwordResets.id }).from(passwordResets).where(isAmong);
  return new Set(rows.map(({ id }) => id));
}
