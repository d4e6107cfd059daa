import { and, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { authTickets, memberPasskeys, memberRecoveryCodes, members, memberTotp } from "#server/platform/db/schema.ts";
import { findPasskeys } from "./passkeys.repository.ts";

export interface StoredFactors {
  /** Null until an app is set up. */
  totpAddedAt: Date | null;
  totpSuspendedAt: Date | null;
  /** Passkeys of the member: all, and those that are neither suspended nor of another host. */
  passkeys: number;
  usablePasskeys: number;
  codesLeft: number;
}

/** @param rpId the host of passkeys; null where there are none */
export async function findFactors(db: Queryable, memberId: number, rpId: string | null): Promise<StoredFactors> {
  const [totp] = await db
    .select({ addedAt: memberTotp.addedAt, suspendedAt: memberTotp.suspendedAt })
    .from(memberTotp)
    .where(eq(memberTotp.memberId, memberId));
  const isUnused = and(eq(memberRecoveryCodes.memberId, memberId), isNull(memberRecoveryCodes.usedAt));
  const codesLeft = await db.$count(memberRecoveryCodes, isUnused);
  const passkeys = await findPasskeys(db, memberId);
  const usable = passkeys.filter((passkey) => passkey.suspendedAt === null && passkey.rpId === rpId);
  return {
    totpAddedAt: totp?.addedAt ?? null,
    totpSuspendedAt: totp?.suspendedAt ?? null,
    passkeys: passkeys.length,
    usablePasskeys: usable.length,
    codesLeft,
  };
}

/** Whether the password alone may no longer open a session. A suspended factor still counts. */
export async function hasFactor(db: Queryable, memberId: number): Promise<boolean> {
  const apps = await db.$count(memberTotp, and(eq(memberTotp.memberId, memberId), isNotNull(memberTotp.addedAt)));
  return apps > 0 || (await db.$count(memberPasskeys, eq(memberPasskeys.memberId, memberId))) > 0;
}

export async function findTotp(db: Queryable, memberId: number) {
  const [row] = await db.select().from(memberTotp).where(eq(memberTotp.memberId, memberId));
  return row;
}

/** Keeps the app that is in use until the new one has shown its first code. */
export async function putPendingTotp(
  db: Queryable,
  pending: { memberId: number; pendingSecret: Buffer; pendingAt: Date },
): Promise<void> {
  const { pendingSecret, pendingAt } = pending;
  const set = { pendingSecret, pendingAt };
  await db.insert(memberTotp).values(pending).onConflictDoUpdate({ target: memberTotp.memberId, set });
}

/** @returns false if another secret took its place in the meantime */
export async function acceptTotp(
  tx: Transaction,
  memberId: number,
  accepted: { pendingSecret: Buffer; step: number; at: Date },
): Promise<boolean> {
  const isThis = and(eq(memberTotp.memberId, memberId), eq(memberTotp.pendingSecret, accepted.pendingSecret));
  const { rowCount } = await tx
    .update(memberTotp)
    .set({
      secret: accepted.pendingSecret,
      pendingSecret: null,
      pendingAt: null,
      addedAt: accepted.at,
      lastStep: accepted.step,
      wrongInRow: 0,
      suspendedAt: null,
    })
    .where(isThis);
  return rowCount === 1;
}

/** Uses up a step and all before it. @returns false if this or a later one was used already */
export async function takeTotpStep(tx: Transaction, memberId: number, step: number): Promise<boolean> {
  const isOpen = and(eq(memberTotp.memberId, memberId), lt(memberTotp.lastStep, step), isNull(memberTotp.suspendedAt));
  const { rowCount } = await tx.update(memberTotp).set({ lastStep: step, wrongInRow: 0 }).where(isOpen);
  return rowCount === 1;
}

/** @returns true if this wrong code is the one that suspends the app */
export async function countWrongCode(tx: Transaction, memberId: number, most: number, at: Date): Promise<boolean> {
  const isOpen = and(eq(memberTotp.memberId, memberId), isNull(memberTotp.suspendedAt));
  const wrongInRow = sql<number>`${memberTotp.wrongInRow} + 1`;
  const suspendedAt = sql`case when ${memberTotp.wrongInRow} + 1 >= ${most} then ${at.toISOString()}::timestamptz end`;
  const rows = await tx
    .update(memberTotp)
    .set({ wrongInRow, suspendedAt })
    .where(isOpen)
    .returning({ suspendedAt: memberTotp.suspendedAt });
  return rows.some((row) => row.suspendedAt !== null);
}

/** @returns whether there was one in use */
export async function deleteTotp(tx: Transaction, memberId: number): Promise<boolean> {
  const rows = await tx
    .delete(memberTotp)
    .where(eq(memberTotp.memberId, memberId))
    .returning({ addedAt: memberTotp.addedAt });
  return rows.some(({ addedAt }) => addedAt !== null);
}

export async function replaceRecoveryCodes(
  tx: Transaction,
  memberId: number,
  hashes: readonly { number: number; codeHash: string }[],
): Promise<void> {
  await tx.delete(memberRecoveryCodes).where(eq(memberRecoveryCodes.memberId, memberId));
  if (hashes.length > 0) await tx.insert(memberRecoveryCodes).values(hashes.map((each) => ({ ...each, memberId })));
}

export async function findRecoveryCode(db: Queryable, memberId: number, number: number): Promise<string | null> {
  const isThis = and(eq(memberRecoveryCodes.memberId, memberId), eq(memberRecoveryCodes.number, number));
  const [row] = await db
    .select({ codeHash: memberRecoveryCodes.codeHash })
    .from(memberRecoveryCodes)
    .where(and(isThis, isNull(memberRecoveryCodes.usedAt)));
  return row?.codeHash ?? null;
}

/** @returns how many are left; null if the code was used already */
export async function takeRecoveryCode(
  tx: Transaction,
  { memberId, number, codeHash, at }: { memberId: number; number: number; codeHash: string; at: Date },
): Promise<number | null> {
  const isTheirs = eq(memberRecoveryCodes.memberId, memberId);
  const isThis = and(isTheirs, eq(memberRecoveryCodes.number, number), eq(memberRecoveryCodes.codeHash, codeHash));
  const { rowCount } = await tx
    .update(memberRecoveryCodes)
    .set({ usedAt: at })
    .where(and(isThis, isNull(memberRecoveryCodes.usedAt)));
  return rowCount === 1
    ? await tx.$count(memberRecoveryCodes, and(isTheirs, isNull(memberRecoveryCodes.usedAt)))
    : null;
}

/** Removes all of them, and allows the password again. Where the role needs one, the next sign-in mails a link instead of opening a session. */
export async function resetFactors(tx: Transaction, memberId: number, at: Date): Promise<void> {
  await deleteTotp(tx, memberId);
  await tx.delete(memberPasskeys).where(eq(memberPasskeys.memberId, memberId));
  await replaceRecoveryCodes(tx, memberId, []);
  await tx.delete(authTickets).where(eq(authTickets.memberId, memberId));
  await tx.update(members).set({ factorDueAt: at, isPasswordSignIn: true }).where(eq(members.id, memberId));
}

/** The first sign-in at which the rule applies sets it. */
export async function setFactorDue(tx: Transaction, memberId: number, dueAt: Date): Promise<void> {
  await tx
    .update(members)
    .set({ factorDueAt: dueAt })
    .where(and(eq(members.id, memberId), isNull(members.factorDueAt)));
}

export async function deletePendingTotp(db: Queryable, before: Date): Promise<void> {
  const isOld = lt(memberTotp.pendingAt, before);
  await db.delete(memberTotp).where(and(isOld, isNull(memberTotp.secret)));
  await db
    .update(memberTotp)
    .set({ pendingSecret: null, pendingAt: null })
    .where(and(isOld, isNotNull(memberTotp.secret)));
}
