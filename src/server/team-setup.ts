import { access } from "node:fs/promises";
import path from "node:path";
import type { Config } from "./config.ts";
import type { DemoSample } from "./demo/demo-sample.ts";
import { type DemoSignIn, demoSignIns, keptDemoSignIns } from "./demo/demo-team.ts";
import { ensureFirstAdmin, ensureMembers, isTeamEmpty, randomPassword } from "./features/auth/first-admin.ts";
import type { Clock } from "./platform/clock.ts";
import type { Database } from "./platform/db/client.ts";
import { writePrivateFile } from "./platform/private-file.ts";

/** What the start tells about signing in. */
export type SignIns =
  | { kind: "demo"; members: DemoSignIn[]; sample: DemoSample | null }
  | { kind: "first-admin"; file: string }
  | { kind: "own" };

interface TeamSetup {
  config: Config;
  db: Database;
  now: Clock;
}

/**
 * Sees to it that somebody can sign in when the team is empty: the demo's five members, the Admin of the
 * configuration, or an Admin with a random password in `first-admin.txt` of the data folder. A team that is there is
 * left alone, and a folder that was not begun as a demo does not become one.
 */
export async function ensureTeam({ config, db, now }: TeamSetup): Promise<SignIns> {
  const isEmpty = await isTeamEmpty(db);
  if (config.isDemo && (isEmpty || (await keptDemoSignIns(config.dataDir)) !== null)) {
    const members = await demoSignIns(config.dataDir);
    await ensureMembers(db, now, members);
    return { kind: "demo", members, sample: null };
  }
  if (config.firstAdmin !== null) {
    await ensureFirstAdmin(db, now, config.firstAdmin);
    return { kind: "own" };
  }
  const file = path.join(config.dataDir, "first-admin.txt");
  if (isEmpty) await makeFirstAdmin({ config, db, now }, file);
  return (await exists(file)) ? { kind: "first-admin", file } : { kind: "own" };
}

/** The file first: an Admin whose password nobody could read would lock everybody out. */
async function makeFirstAdmin({ db, now }: TeamSetup, file: string): Promise<void> {
  const admin = { name: "Admin", email: "admin@localhost.localdomain", password: randomPassword() };
  await writePrivateFile(file, `email: ${admin.email}\npassword: ${admin.password}`);
  await ensureFirstAdmin(db, now, admin);
}

async function exists(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  );
}
