import { copyFile, mkdir, open, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { restorePaths } from "#server/platform/files/unfinished-restore.ts";
import { type FilePart, hashFile } from "./manifest.ts";

/** Copies every stored document into `folder`/files. Skips files that are deleted during the copy. */
export async function copyStoredFiles(source: string, folder: string): Promise<FilePart[]> {
  const parts: FilePart[] = [];
  for (const name of await listFiles(source)) {
    const part = path.posix.join("files", name);
    const target = path.join(folder, part);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    try {
      await copyFile(path.join(source, name), target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") continue;
      throw error;
    }
    parts.push({ path: part, sha256: await hashFile(target) });
  }
  return parts;
}

/** Copies a backup's files next to the current ones, verifies them and syncs them to disk. */
export async function stageStoredFiles(folder: string, parts: readonly FilePart[], target: string): Promise<void> {
  const { staged } = restorePaths(target);
  await rm(staged, { recursive: true, force: true });
  await mkdir(staged, { recursive: true, mode: 0o700 });
  for (const part of parts) {
    const file = path.join(staged, path.posix.relative("files", part.path));
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await copyFile(path.join(folder, part.path), file);
    if ((await hashFile(file)) !== part.sha256) throw new Error(`${part.path} was not copied completely.`);
    await sync(file);
  }
  for (const entry of await readdir(staged, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) await sync(path.join(entry.parentPath, entry.name));
  }
  await sync(staged);
  await sync(path.dirname(staged));
}

async function sync(name: string): Promise<void> {
  const handle = await open(name, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Paths relative to `folder` with forward slashes; empty when the folder does not exist. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .sort();
}
