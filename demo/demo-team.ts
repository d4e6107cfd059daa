import path from "node:path";
import * as z from "zod";
import { ROLES, roleSchema } from "#contract/roles.ts";
import type { DemoSignIn } from "#server/demo-source.ts";
import { findMemberByEmail } from "#server/features/auth/auth.repository.ts";
import { randomPassword } from "#server/features/auth/first-admin.ts";
import { verifyPassword } from "#server/features/auth/passwords.ts";
import type { Queryable } from "#server/platform/db/client.ts";
import { readPrivateFile, writePrivateFile } from "#server/platform/private-file.ts";

const signInSchema = z.object({ name: z.string(), email: z.string(), role: roleSchema, password: z.string() });

/** In the order of the roles. */
const NAMES = ["Amara Silva", "Nuwan Fernando", "Ishara Perera", "Dilani Jayasuriya", "Kasun Bandara"];

/** One member per role; passwords are random per data folder and stored in it, readable only by its owner. */
export async function demoSignIns(dataDir: string): Promise<DemoSignIn[]> {
  const kept = await keptDemoSignIns(dataDir);
  if (kept !== null) return kept;
  const made = ROLES.map((role, place) => {
    const email = `${role.toLowerCase().replace(" ", ".")}@demo.example`;
    return { name: NAMES[place] ?? role, email, role, password: randomPassword() };
  });
  await writePrivateFile(fileOf(dataDir), JSON.stringify(made, null, 2));
  return made;
}

/** Null in a data folder that was not created as a demo. */
export async function keptDemoSignIns(dataDir: string): Promise<DemoSignIn[] | null> {
  const kept = await readPrivateFile(fileOf(dataDir));
  return kept === null ? null : z.array(signInSchema).parse(JSON.parse(kept));
}

/** The accounts that still work, with their current roles: e-mail and password match a member. */
export async function workingSignIns(db: Queryable, signIns: readonly DemoSignIn[]): Promise<DemoSignIn[]> {
  const checked = await Promise.all(
    signIns.map(async (signIn) => {
      const member = await findMemberByEmail(db, signIn.email);
      const isRight = await verifyPassword(member?.passwordHash ?? null, signIn.password);
      return member !== undefined && isRight ? [{ ...signIn, role: member.role }] : [];
    }),
  );
  return checked.flat();
}

const fileOf = (dataDir: string) => path.join(dataDir, "demo-sign-ins.json");
