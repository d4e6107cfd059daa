import { randomBytes } from "node:crypto";
import { access, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";

const TEMPORARY = ".part";

/**
 * Writes a file that is, after a crash or a power cut, either whole or not there: to a temporary name in the same
 * folder, fsync, rename, fsync of the folder. When anything fails nothing is left behind and the failure is thrown.
 */
export async function writeDurably(target: string, source: Buffer | Readable): Promise<void> {
  const folder = path.dirname(target);
  await makeFolder(folder);
  const temporary = `${target}.${randomBytes(6).toString("hex")}${TEMPORARY}`;
  try {
    await writeSynced(temporary, source);
    await rename(temporary, target);
    await syncFolder(folder);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeSynced(file: string, source: Buffer | Readable): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(source);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a folder and its parents; a folder that a power cut forgets would take its files with it. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const top = path.dirname(first);
  for (let at = path.dirname(path.resolve(folder)); at.length >= top.length; at = path.dirname(at)) {
    await syncFolder(at);
    if (at === top) return;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * The whole files in `root`/`folder` and below, keys with forward slashes from `root` on. A folder nothing was written
 * into yet is empty; a root that is gone is an error, because an empty answer would say that nothing was ever stored.
 */
export async function listWritten(root: string, folder: string): Promise<{ key: string; modifiedAt: Date }[]> {
  await access(root);
  const found: { key: string; modifiedAt: Date }[] = [];
  const entries = await orMissing(readdir(path.join(root, folder), { recursive: true, withFileTypes: true }));
  for (const entry of entries ?? []) {
    if (!entry.isFile() || entry.name.endsWith(TEMPORARY)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const stats = await orMissing(stat(file));
    const key = path.relative(root, file).split(path.sep).join("/");
    if (stats !== undefined) found.push({ key, modifiedAt: stats.mtime });
  }
  return found;
}

async function orMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Removes what writes that were cut off left below `folder`, when it is older than `ageMs`: a younger one may be under way. */
export async function sweepTemporaryFiles(folder: string, ageMs: number): Promise<number> {
  let removed = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(TEMPORARY)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs < ageMs) continue;
    await rm(file, { force: true });
    removed += 1;
  }
  return removed;
}
