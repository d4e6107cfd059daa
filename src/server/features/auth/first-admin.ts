import { randomBytes } from "node:crypto";
import type { Role } from "#contract/roles.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import { countMembers, insertMember, lockTeam } from "./auth.repository.ts";
import { assertUncommon, hashPassword } from "./passwords.ts";

interface NewMember {
  name: string;
  email: string;
  password: string;
  role: Role;
}

/** 96 random bits. */
export function randomPassword(): string {
  return randomBytes(12).toString("base64url");
}

export async function isTeamEmpty(db: Database): Promise<boolean> {
  return (await countMembers(db)) === 0;
}

/**
 * Makes an Admin when the team is empty. @returns whether one was made
 * @throws AppError invalid_input for a password that everyone tries first
 */
export async function ensureFirstAdmin(db: Database, now: Clock, admin: Omit<NewMember, "role">): Promise<boolean> {
  if (!(await isTeamEmpty(db))) return false;
  assertUncommon(admin.password, admin, "ADMIN_PASSWORD");
  return await ensureMembers(db, now, [{ ...admin, role: "Admin" }]);
}

/**
 * Makes these members when the team is empty, so that somebody can sign in. Several processes may start at once: one
 * of them does it. @returns whether they were made
 */
export async function ensureMembers(db: Database, now: Clock, given: readonly NewMember[]): Promise<boolean> {
  if ((await countMembers(db)) > 0) return false;
  const hashed = await Promise.all(
    given.map(async (member) => ({ member, passwordHash: await hashPassword(member.password) })),
  );
  return await db.transaction(async (tx) => {
    await lockTeam(tx);
    if ((await countMembers(tx)) > 0) return false;
    for (const { member, passwordHash } of hashed) {
      const { name, email, role } = member;
      await insertMember(tx, { name, email, emailKey: email.toLowerCase(), role, passwordHash, createdAt: now() });
    }
    return true;
  });
}
