import { spawnSync } from "node:child_process";
import { stat } from "node:fs/promises";

/** The system account the server runs as. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

const systemPath = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" };

/** True when this process is root, which PostgreSQL refuses to run as. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The account for a server started by root: the owner of an existing `clusterDir` (its uid can differ from today's
 * `postgres`, e.g. after a new container image), otherwise the system user `postgres`, created when missing.
 * Throws when the user can't be created.
 */
export async function serverAccountFor(clusterDir: string): Promise<ServerAccount> {
  const owner = await stat(clusterDir).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const existing = findPostgresUser();
  if (existing !== undefined) return existing;

  const settings = ["--system", "--no-create-home", "--home-dir", "/nonexistent", "--shell", "/usr/sbin/nologin"];
  const attempts: [string, string[]][] = [
    ["useradd", [...settings, "--user-group", "postgres"]],
    // The group may exist without the user.
    ["useradd", [...settings, "--gid", "postgres", "postgres"]],
    ["adduser", ["--system", "--group", "--no-create-home", "postgres"]],
  ];
  const complaints: string[] = [];
  for (const [command, args] of attempts) {
    const run = spawnSync(command, args, { env: systemPath, encoding: "utf8" });
    const made = findPostgresUser();
    if (made !== undefined) return made;
    complaints.push(`${command}: ${run.error?.message ?? run.stderr.trim()}`);
  }
  throw new Error(
    `PostgreSQL does not run as root, and the system user "postgres" could not be created (${complaints.join("; ")}). Start Arrival Desk as an ordinary user, or create that user.`,
  );
}

/** True when `script` (sh) succeeds as `account`. Running it also takes access lists and mounts into account. */
export function accountCan(account: ServerAccount, script: string, ...args: string[]): boolean {
  const run = spawnSync("/bin/sh", ["-c", script, "sh", ...args], {
    cwd: "/",
    env: systemPath,
    stdio: "ignore",
    uid: account.uid,
    gid: account.gid,
  });
  return run.status === 0;
}

function findPostgresUser(): ServerAccount | undefined {
  const [uid, gid] = ["-u", "-g"].map((flag) => {
    const run = spawnSync("id", [flag, "postgres"], { env: systemPath, encoding: "utf8" });
    return run.status === 0 ? Number(run.stdout) : 0;
  });
  return uid && gid ? { uid, gid } : undefined;
}
