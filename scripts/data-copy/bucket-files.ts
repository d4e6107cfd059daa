import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import pLimit from "p-limit";
import { FILE_FOLDERS, type FileStore } from "#server/platform/files/file-store.ts";
import type { FilePart } from "./manifest.ts";

/** Parallel transfers, because a single one mostly waits for the network. */
const CONCURRENCY = 8;

/** Copies every stored file from a bucket into `folder`/files. Skips files that are deleted during the copy. */
export async function copyBucketFiles(store: FileStore, folder: string): Promise<FilePart[]> {
  const failures = new Map<string, unknown>();
  const copied = await forEachConcurrently(await listKeys(store), async (key) => {
    const part = path.posix.join("files", key);
    const target = path.join(folder, part);
    try {
      return { path: part, sha256: await download(store, key, target) };
    } catch (error) {
      await rm(target, { force: true });
      failures.set(key, error);
      return undefined;
    }
  });
  // A deleted file and a failed read give the same error; a new listing tells them apart.
  const left = failures.size === 0 ? [] : await listKeys(store);
  const lost = left.find((key) => failures.has(key));
  if (lost !== undefined) throw new Error(`${lost} could not be read from the bucket: ${reason(failures.get(lost))}`);
  return copied.filter((part) => part !== undefined);
}

/**
 * Uploads a backup's files to the bucket next to the existing ones; keys are unique. `swap` then removes the files that are
 * not in the backup, `discard` those that were not there before.
 */
export async function stageBucketFiles(
  store: FileStore,
  folder: string,
  parts: readonly FilePart[],
): Promise<{ swap(): Promise<void>; discard(): Promise<void> }> {
  const before = new Set(await listKeys(store));
  const staged = new Set(parts.map((part) => path.posix.relative("files", part.path)));
  // Files that can't be removed now have no row; the program's sweep removes them later.
  const remove = async (keys: string[]) => {
    await forEachConcurrently(keys, async (key) => await store.remove(key).catch(() => undefined));
  };
  const discard = () => remove([...staged].filter((key) => !before.has(key)));
  try {
    await forEachConcurrently(parts, async (part) => await upload(store, folder, part));
  } catch (error) {
    await discard();
    throw error;
  }
  return { swap: () => remove([...before].filter((key) => !staged.has(key))), discard };
}

/** The keys of all of the program's files in a store. */
export async function listKeys(store: FileStore): Promise<string[]> {
  try {
    const folders = await Promise.all(FILE_FOLDERS.map((folder) => store.list(folder)));
    return folders.flat().map(({ key }) => key);
  } catch (error) {
    throw new Error(`The bucket can't be listed: ${reason(error)}`);
  }
}

async function download(store: FileStore, key: string, target: string): Promise<string> {
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const { stream, bytes } = await store.get(key);
  const hash = createHash("sha256");
  await pipeline(stream, hashing(hash), createWriteStream(target, { flags: "wx", mode: 0o600, flush: true }));
  if ((await stat(target)).size !== bytes) throw new Error("it was not copied completely");
  return hash.digest("hex");
}

async function upload(store: FileStore, folder: string, part: FilePart): Promise<void> {
  const source = path.join(folder, part.path);
  const key = path.posix.relative("files", part.path);
  const hash = createHash("sha256");
  const file = createReadStream(source);
  const stream = hashing(hash);
  const copying = pipeline(file, stream).catch(() => undefined);
  try {
    await store.put(key, { stream, bytes: (await stat(source)).size });
  } catch (error) {
    throw new Error(`${part.path} could not be stored in the bucket: ${reason(error)}`);
  } finally {
    file.destroy();
    await copying;
  }
  if (hash.digest("hex") !== part.sha256) throw new Error(`${part.path} was not copied completely.`);
}

function hashing(hash: ReturnType<typeof createHash>): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

async function forEachConcurrently<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const limit = pLimit(CONCURRENCY);
  const results = await Promise.allSettled(items.map((item) => limit(() => work(item))));
  return results.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
}

/** The server's own message, the innermost cause. */
function reason(error: unknown): string {
  let deepest = error;
  while (deepest instanceof Error && deepest.cause instanceof Error) deepest = deepest.cause;
  if (!(deepest instanceof Error)) return String(deepest);
  return deepest.name === "Error" ? deepest.message : `${deepest.name}: ${deepest.message}`;
}
