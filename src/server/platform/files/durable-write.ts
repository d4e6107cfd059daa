import { randomBytes } from "node:crypto";
import { access, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";

const TEMPORARY = ".part";

/**
 * Writes a file that is either complete or missing after a crash or power cut: temporary name in the same folder, fsync,
 * rename, fsync of the folder. On failure it removes the temporary file and throws.
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

/** Creates a folder and its parents durably: a folder lost in a power cut would take its files with it. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const top = path.dirname(first);
  for (let at = path.dirname(path.resolve(folder)); at.length >= top.length; at = path.dirname(at)) {
    await syncFolder(at);
    if (at === top) return;
  }
}

/** Makes creations, renames and removals in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Lists the complete files in `root`/`folder`, recursively; keys are relative to `root` with forward slashes. A missing
 * folder counts as empty. A missing root is an error: an empty list would mean that nothing was ever stored.
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

/** The result of `work`, or undefined if the file or folder does not exist. */
export async function orMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Removes temporary files of interrupted writes below `folder`. Those younger than `ageMs` may still be written. */
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
