import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { SESSIONS_MAX } from "#contract/sessions/sessions.ts";
import type { Transaction } from "#server/platform/db/client.ts";
import { noteEndedSessions } from "#server/platform/db/committed-orders.ts";
import { members, sessions } from "#server/platform/db/schema.ts";
import { active } from "./auth.repository.ts";
import type { Proof } from "./proofs.ts";

/** Uses the proof up if it still holds: the member is active, the password is the one that was verified and may be used. */
export async function takeProof(tx: Transaction, { memberId, passwordDigest, consume }: Proof): Promise<boolean> {
  const isSame =
    passwordDigest === null
      ? undefined
      : and(members.isPasswordSignIn, eq(sql`sha256(convert_to(${members.passwordHash}, 'UTF8'))`, passwordDigest));
  const isTheirs = and(eq(members.id, memberId), isSame, active);
  const rows = await tx.select({ id: members.id }).from(members).where(isTheirs).for("no key update");
  return rows.length > 0 && (await consume(tx));
}

/**
 * Opens a session: nothing else inserts one (test/one-door.test.ts). A password change locks the member's row before it
 * ends the sessions, so no session can slip in between; of two concurrent sign-ins the second counts the first one's.
 * @returns the number of other sessions ended to make room; null if the proof no longer holds
 */
export async function openSession(
  tx: Transaction,
  proof: Proof,
  session: Omit<typeof sessions.$inferInsert, "memberId" | "method" | "scope">,
): Promise<number | null> {
  if (!(await takeProof(tx, proof))) return null;
  const { memberId, method, scope } = proof;
  const unused = tx
    .select({ idHash: sessions.idHash })
    .from(sessions)
    .where(eq(sessions.memberId, memberId))
    .orderBy(desc(sessions.lastUsedAt))
    .offset(SESSIONS_MAX - 1);
  const { rowCount } = await tx.delete(sessions).where(inArray(sessions.idHash, unused));
  if ((rowCount ?? 0) > 0) noteEndedSessions(tx, [memberId]);
  await tx.insert(sessions).values({ ...session, memberId, method, scope });
  return rowCount ?? 0;
}

/**
 * Replaces the id of a session whose member has confirmed their identity, so that the previous token is invalid.
 * @returns when the session ends; undefined if it has ended or the proof no longer holds
 */
export async function renewSession(
  tx: Transaction,
  proof: Proof,
  { idHash, newIdHash }: { idHash: Buffer; newIdHash: Buffer },
  at: Date,
): Promise<Date | undefined> {
  if (!(await takeProof(tx, proof))) return undefined;
  const [renewed] = await tx
    .update(sessions)
    .set({ idHash: newIdHash, authenticatedAt: at, lastUsedAt: at, method: proof.method })
    .where(and(eq(sessions.idHash, idHash), eq(sessions.memberId, proof.memberId)))
    .returning({ expiresAt: sessions.expiresAt });
  noteEndedSessions(tx, [proof.memberId]);
  return renewed?.expiresAt;
}

/** The member has shown a new factor in it. */
export async function noteFactorOfSession(
  tx: Transaction,
  idHash: Buffer,
  method: "password and code" | "password and passkey",
): Promise<void> {
  await tx.update(sessions).set({ method }).where(eq(sessions.idHash, idHash));
}
