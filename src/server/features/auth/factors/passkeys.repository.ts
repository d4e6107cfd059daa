import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { memberPasskeys, members } from "#server/platform/db/schema.ts";
import { active } from "../auth.repository.ts";

export type Passkey = typeof memberPasskeys.$inferSelect;

export async function findPasskeys(db: Queryable, memberId: number): Promise<Passkey[]> {
  return await db
    .select()
    .from(memberPasskeys)
    .where(eq(memberPasskeys.memberId, memberId))
    .orderBy(memberPasskeys.addedAt, memberPasskeys.id);
}

/** Of an active member, with the bytes by which the authenticator knows them. */
export async function findPasskey(db: Queryable, id: string) {
  const [row] = await db
    .select({ passkey: memberPasskeys, userId: members.webauthnUserId })
    .from(memberPasskeys)
    .innerJoin(members, eq(members.id, memberPasskeys.memberId))
    .where(and(eq(memberPasskeys.id, id), active));
  return row;
}

export async function insertPasskey(tx: Transaction, passkey: typeof memberPasskeys.$inferInsert): Promise<boolean> {
  const { rowCount } = await tx.insert(memberPasskeys).values(passkey).onConflictDoNothing();
  return rowCount === 1;
}

/** Notes a use. @returns false if another use got ahead, or the passkey was suspended or removed */
export async function notePasskeyUse(
  tx: Transaction,
  use: { id: string; counter: number; seen: number; at: Date },
): Promise<boolean> {
  const isThis = and(eq(memberPasskeys.id, use.id), eq(memberPasskeys.counter, use.seen));
  const { rowCount } = await tx
    .update(memberPasskeys)
    .set({ counter: use.counter, lastUsedAt: use.at })
    .where(and(isThis, isNull(memberPasskeys.suspendedAt)));
  return rowCount === 1;
}

/** @returns false if it was suspended already */
export async function suspendPasskey(tx: Transaction, id: string, at: Date): Promise<boolean> {
  const isOpen = and(eq(memberPasskeys.id, id), isNull(memberPasskeys.suspendedAt));
  const { rowCount } = await tx.update(memberPasskeys).set({ suspendedAt: at }).where(isOpen);
  return rowCount === 1;
}

export async function updatePasskeyName(db: Queryable, memberId: number, id: string, name: string): Promise<boolean> {
  const isTheirs = and(eq(memberPasskeys.id, id), eq(memberPasskeys.memberId, memberId));
  const { rowCount } = await db.update(memberPasskeys).set({ name }).where(isTheirs);
  return rowCount === 1;
}

export async function deletePasskeyRow(tx: Transaction, memberId: number, id: string): Promise<boolean> {
  const isTheirs = and(eq(memberPasskeys.id, id), eq(memberPasskeys.memberId, memberId));
  const { rowCount } = await tx.delete(memberPasskeys).where(isTheirs);
  return rowCount === 1;
}

/** The bytes by which authenticators know the member: given ones unless they have some. */
export async function webauthnUserIdOf(db: Queryable, memberId: number, made: Buffer): Promise<Buffer> {
  const [row] = await db
    .update(members)
    .set({ webauthnUserId: sql`coalesce(${members.webauthnUserId}, ${made})` })
    .where(eq(members.id, memberId))
    .returning({ userId: members.webauthnUserId });
  return row?.userId ?? made;
}

export async function updatePasswordSignIn(
  tx: Transaction,
  memberId: number,
  isPasswordSignIn: boolean,
): Promise<void> {
  await tx.update(members).set({ isPasswordSignIn }).where(eq(members.id, memberId));
}

/** Passkeys of members that belong to another host than this one, where they can't be used. */
export async function countOtherHosts(db: Queryable, rpId: string): Promise<number> {
  return await db.$count(memberPasskeys, ne(memberPasskeys.rpId, rpId));
}
