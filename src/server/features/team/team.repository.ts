import { and, asc, eq, gt, isNotNull, isNull, ne } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { accountLinks, members } from "#server/platform/db/schema.ts";

const active = isNull(members.disabledAt);
const shown = { id: members.id, name: members.name, email: members.email, type: members.role };
const isInvited = isNull(members.passwordHash).mapWith(Boolean);

/** All members who can sign in or are invited to, by id, with the end of an invitation that is still open and what became of its mail. */
export async function findTeam(db: Queryable, at: Date) {
  const { memberId, kind, usedAt, expiresAt, mailState } = accountLinks;
  const isOpen = and(eq(memberId, members.id), eq(kind, "invitation"), isNull(usedAt), gt(expiresAt, at));
  return await db
    .select({ ...shown, isInvited, invitedUntil: expiresAt, invitationMail: mailState })
    .from(members)
    .leftJoin(accountLinks, and(isNull(members.passwordHash), isOpen))
    .where(active)
    .orderBy(asc(members.id));
}

/** Whether the member was invited and has no password yet. */
export async function isInvitedMember(db: Queryable, id: number): Promise<boolean> {
  return (await db.$count(members, and(eq(members.id, id), active, isNull(members.passwordHash)))) > 0;
}

export async function findTeamMember(db: Queryable, id: number) {
  const [row] = await db
    .select(shown)
    .from(members)
    .where(and(eq(members.id, id), active));
  return row;
}

/** The active member with this e-mail address in lower case. */
export async function findIdByEmail(db: Queryable, emailKey: string): Promise<number | undefined> {
  const [row] = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.emailKey, emailKey), active));
  return row?.id;
}

/** Admins who can sign in, other than this member. */
export async function countOtherAdmins(db: Queryable, id: number): Promise<number> {
  const isAdmin = and(eq(members.role, "Admin"), active, isNotNull(members.passwordHash));
  return await db.$count(members, and(isAdmin, ne(members.id, id)));
}

export async function insertTeamMember(tx: Transaction, member: typeof members.$inferInsert): Promise<number> {
  const [row] = await tx.insert(members).values(member).returning({ id: members.id });
  if (row === undefined) throw new Error("the database returned no member id");
  return row.id;
}

export async function updateTeamMember(
  tx: Transaction,
  id: number,
  change: Partial<typeof members.$inferInsert>,
): Promise<void> {
  await tx.update(members).set(change).where(eq(members.id, id));
}
