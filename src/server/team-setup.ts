import { existsSync } from "node:fs";
import path from "node:path";
import type { Config } from "./config.ts";
import type { DemoSample, DemoSignIn, DemoSource } from "./demo-source.ts";
import { ensureFirstAdmin, ensureMembers, isTeamEmpty, randomPassword } from "./features/auth/first-admin.ts";
import { createPasswordRules } from "./features/auth/password-rules.ts";
import type { Clock } from "./platform/clock.ts";
import type { Database } from "./platform/db/client.ts";
import { writePrivateFile } from "./platform/private-file.ts";

/** What the start prints about signing in. */
export type SignIns =
  | { kind: "demo"; members: DemoSignIn[]; sample: DemoSample | null }
  | { kind: "first-admin"; file: string }
  | { kind: "own" };

interface TeamSetup {
  config: Config;
  db: Database;
  now: Clock;
  demo?: DemoSource | undefined;
}

/**
 * If the team is empty, creates the demo's five members, the configured Admin, or an Admin with a random password in
 * `first-admin.txt` of the data folder. An existing team is left alone, and a folder that was not created as a demo
 * doesn't become one.
 */
export async function ensureTeam({ config, db, now, demo }: TeamSetup): Promise<SignIns> {
  const isEmpty = await isTeamEmpty(db);
  if (config.isDemo && demo !== undefined && (isEmpty || (await demo.isBegun(config.dataDir)))) {
    const members = await demo.members(config.dataDir);
    await ensureMembers(db, now, members);
    return { kind: "demo", members, sample: null };
  }
  if (config.firstAdmin !== null) {
    await ensureFirstAdmin(db, now, createPasswordRules(config), config.firstAdmin);
    return { kind: "own" };
  }
  const file = path.join(config.dataDir, "first-admin.txt");
  if (isEmpty) await makeFirstAdmin({ config, db, now }, file);
  return existsSync(file) ? { kind: "first-admin", file } : { kind: "own" };
}

/** The file is written first: an Admin with an unknown password would lock everybody out. */
async function makeFirstAdmin({ config, db, now }: TeamSetup, file: string): Promise<void> {
  const password = randomPassword(config.passwordMin.Admin);
  const admin = { name: "Admin", email: "admin@localhost.localdomain", password };
  await writePrivateFile(file, `email: ${admin.email}\npassword: ${admin.password}`);
  await ensureMembers(db, now, [{ ...admin, role: "Admin" }]);
}
