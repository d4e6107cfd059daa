import { and, asc, eq, isNull } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { members } from "#server/platform/db/schema.ts";

const active = isNull(members.disabledAt);
const shown = { id: members.id, name: members.name, email: members.email, type: members.role };

/** All members who can sign in, by id. */
export async function findTeam(db: Queryable) {
  return await db.select(shown).from(members).where(active).orderBy(asc(members.id));
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

export async function countAdmins(db: Queryable): Promise<number> {
  return await db.$count(members, and(eq(members.role, "Admin"), active));
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
