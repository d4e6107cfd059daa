import { randomBytes } from "node:crypto";
import type { Role } from "#contract/roles.ts";
import { emailKey } from "#contract/text.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import { countMembers, insertMember, lockTeam } from "./auth.repository.ts";
import type { PasswordRules } from "./password-rules.ts";
import { hashPassword } from "./passwords.ts";

interface NewMember {
  name: string;
  email: string;
  password: string;
  role: Role;
}

/** At least 96 random bits, and at least the required length. */
export function randomPassword(length = 16): string {
  return randomBytes(Math.max(12, Math.ceil(length * 0.75))).toString("base64url");
}

export async function isTeamEmpty(db: Database): Promise<boolean> {
  return (await countMembers(db)) === 0;
}

/**
 * Creates an Admin if the team is empty.
 * @returns whether one was created
 * @throws AppError invalid_input for an easily guessed password
 */
export async function ensureFirstAdmin(
  db: Database,
  now: Clock,
  passwordRules: PasswordRules,
  details: Omit<NewMember, "role">,
): Promise<boolean> {
  if (!(await isTeamEmpty(db))) return false;
  const admin: NewMember = { ...details, role: "Admin" };
  await passwordRules.assertUsable(admin.password, admin, "password");
  return await ensureMembers(db, now, [admin]);
}

/**
 * Creates these members if the team is empty. When several processes start concurrently, one of them does it.
 * @returns whether they were created
 */
export async function ensureMembers(db: Database, now: Clock, newMembers: readonly NewMember[]): Promise<boolean> {
  if ((await countMembers(db)) > 0) return false;
  const hashed = await Promise.all(
    newMembers.map(async (member) => ({ member, passwordHash: await hashPassword(member.password) })),
  );
  return await db.transaction(async (tx) => {
    await lockTeam(tx);
    if ((await countMembers(tx)) > 0) return false;
    for (const { member, passwordHash } of hashed) {
      const { name, email, role } = member;
      await insertMember(tx, { name, email, emailKey: emailKey(email), role, passwordHash, createdAt: now() });
    }
    return true;
  });
}
