import { createHash } from "node:crypto";
import { chmod, chown, lstat, mkdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import type { ServerAccount } from "./postgres-user.ts";

/**
 * Creates the unix socket's folder, mode 0700: `home`/run, so that a server in another container on the same folder is
 * detected, or a folder in /tmp when no socket can be created there (a path over 107 bytes, some shared mounts).
 * Throws when the folder in /tmp belongs to another user.
 */
export async function ensureSocketFolder(home: string, account: ServerAccount | undefined): Promise<string> {
  const beside = path.join(home, "run");
  await makePrivate(beside, account);
  if (await canHoldSocket(beside)) return beside;

  const name = createHash("sha256").update(home).digest("hex").slice(0, 12);
  const short = `/tmp/arrival-desk-${name}`;
  await makePrivate(short, account);
  return short;
}

async function makePrivate(folder: string, account: ServerAccount | undefined): Promise<void> {
  const made = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
      return false;
    },
  );
  if (made && account !== undefined) await chown(folder, account.uid, account.gid);
  const found = await lstat(folder);
  const owner = account?.uid ?? process.getuid?.();
  // Anyone can write to /tmp: a folder or link planted there by another user could expose the connection.
  if (!found.isDirectory() || found.uid !== owner) throw new Error(`${folder} belongs to another user; remove it.`);
  if ((found.mode & 0o077) !== 0) await chmod(folder, 0o700);
}

/** Tries a name of the same length as PostgreSQL's (.s.PGSQL.5432). */
async function canHoldSocket(folder: string): Promise<boolean> {
  const probe = path.join(folder, `.s.probe.${String(process.pid).padStart(4, "0").slice(-4)}`);
  await rm(probe, { force: true });
  return await new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(probe, () => server.close(() => resolve(true)));
  });
}
