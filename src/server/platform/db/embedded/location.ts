import { createHash } from "node:crypto";
import { chmod, chown, lstat, mkdir, readFile, realpath, rmdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { copyBinaries, ensureLibraryLinks, findPackagedBinaries, type PostgresBinaries } from "./binaries.ts";
import type { EmbeddedLog, EmbeddedServer } from "./embedded-server.ts";
import { accountCan, isRoot, type ServerAccount, serverAccountFor } from "./postgres-user.ts";
import { applicationPasswordFrom, loadSuperuserPassword } from "./secret.ts";
import { ensureSocketFolder } from "./socket-folder.ts";

/** Used by root only, when the account `postgres` can't access DATA_DIR or node_modules (root's home is 0700). */
const systemFolder = "/var/lib/arrival-desk";
const canUseFolder = 'cd "$1" && test -w .';
const canUseBinaries = '"$1/bin/postgres" --version && test -r "$1/share/postgresql/postgres.bki"';

/**
 * Determines the cluster's folder, binaries and account for `dataDir`, and creates the folders.
 * Throws an error that names the folder when it holds a cluster that this user can't run.
 */
export async function prepareServer(dataDir: string, log: EmbeddedLog): Promise<EmbeddedServer> {
  // As root: 0711, so that the server's account can traverse the folder.
  await mkdir(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  const realDataDir = await realpath(dataDir);
  const home = isRoot() ? await homeForRoot(realDataDir, log) : await homeForUser(realDataDir);
  const clusterDir = path.join(home, "cluster");
  const account = isRoot() ? await serverAccountFor(home) : undefined;
  const isNew = !(await exists(clusterDir));
  const superuserPassword = await loadSuperuserPassword(realDataDir, isNew);
  return {
    dataDir: realDataDir,
    home,
    clusterDir,
    socketDir: await ensureSocketFolder(home, account),
    logFile: path.join(home, "server.log"),
    binaries: await usableBinaries(home, account, log),
    account,
    superuserPassword,
    applicationPassword: applicationPasswordFrom(superuserPassword),
  };
}

async function homeForUser(dataDir: string): Promise<string> {
  const pointer = await readPointer(dataDir);
  if (pointer !== undefined) {
    throw new Error(`The database of ${dataDir} is in ${pointer} and was created by root. Start Arrival Desk as root.`);
  }
  const home = path.join(dataDir, "postgres");
  await mkdir(home, { recursive: true, mode: 0o700 });
  const found = await lstat(home);
  if (found.uid !== process.getuid?.()) {
    throw new Error(`${home} belongs to another user (${found.uid}). Start Arrival Desk as that user or as root.`);
  }
  if ((found.mode & 0o077) !== 0) await chmod(home, 0o700);
  return home;
}

async function homeForRoot(dataDir: string, log: EmbeddedLog): Promise<string> {
  const pointer = await readPointer(dataDir);
  if (pointer !== undefined) return await systemHome(dataDir, pointer);

  const home = path.join(dataDir, "postgres");
  await mkdir(home, { recursive: true, mode: 0o700 });
  const account = await serverAccountFor(path.join(home, "cluster"));
  await chown(home, account.uid, account.gid);
  if (accountCan(account, canUseFolder, home)) return home;
  if (await exists(path.join(home, "cluster"))) {
    // Never create an empty database next to one that holds orders.
    throw new Error(
      `The user ${account.uid}, who owns the database in ${home}, cannot reach it. Allow access through its parent folders (chmod o+x).`,
    );
  }
  await rmdir(home);
  const fallback = await systemHome(dataDir, undefined);
  log.info(
    { dataDir, database: fallback },
    "the user postgres cannot reach DATA_DIR: the database is stored elsewhere",
  );
  return fallback;
}

/**
 * /var/lib/arrival-desk/<12 hex digits of the hash of DATA_DIR's path>. A pointer file in DATA_DIR and a file in this
 * folder name each other, so that a copied or moved DATA_DIR never opens the original's database.
 */
async function systemHome(dataDir: string, pointer: string | undefined): Promise<string> {
  const home = path.join(systemFolder, createHash("sha256").update(dataDir).digest("hex").slice(0, 12));
  if (pointer !== undefined && pointer !== home) {
    throw new Error(
      `${dataDir} was moved or copied: its database is in ${pointer} and belongs to the former path. Move DATA_DIR back, or restore a backup into an empty DATA_DIR.`,
    );
  }
  if (pointer !== undefined && !(await exists(home))) {
    throw new Error(`The database of ${dataDir} is missing: ${home}. Put the folder back, or restore a backup.`);
  }
  if (pointer === undefined && (await exists(path.join(home, "cluster")))) {
    throw new Error(
      `${home} holds the database of an earlier ${dataDir}. Remove that folder, or write its path into ${pointerFile(dataDir)} to use it again.`,
    );
  }
  await mkdir(systemFolder, { recursive: true });
  await chmod(systemFolder, 0o755);
  await mkdir(home, { recursive: true, mode: 0o700 });
  const account = await serverAccountFor(path.join(home, "cluster"));
  await chown(home, account.uid, account.gid);
  await writeFile(path.join(home, "data-dir"), `${dataDir}\n`);
  if (pointer === undefined) await writeFile(pointerFile(dataDir), `${home}\n`, { mode: 0o600 });
  return home;
}

async function usableBinaries(home: string, account: ServerAccount | undefined, log: EmbeddedLog) {
  const packaged: PostgresBinaries = await findPackagedBinaries();
  const linked = await ensureLibraryLinks(packaged);
  if (linked && (account === undefined || accountCan(account, canUseBinaries, packaged.root))) return packaged;
  if (account !== undefined) await mkdir(systemFolder, { recursive: true, mode: 0o755 });
  const copy = await copyBinaries(packaged, account === undefined ? home : systemFolder);
  log.info({ binaries: copy.root }, "running PostgreSQL from a copy: the installed one cannot be used in place");
  return copy;
}

function pointerFile(dataDir: string): string {
  return path.join(dataDir, "postgres-location");
}

async function readPointer(dataDir: string): Promise<string | undefined> {
  return (await readFile(pointerFile(dataDir), "utf8").catch(() => undefined))?.trim();
}

async function exists(name: string): Promise<boolean> {
  return (await lstat(name).catch(() => undefined)) !== undefined;
}
