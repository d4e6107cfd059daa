import { access, constants } from "node:fs/promises";
import type { Readable } from "node:stream";
import { Disk } from "flydrive";
import type { DriverContract } from "flydrive/types";
import { MESSAGES } from "#contract/messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import { DurableFsDriver } from "./durable-fs-driver.ts";
import { isTemporary, makeFolder, sweepTemporaryFiles } from "./durable-write.ts";

interface StoredFile {
  stream: Readable;
  bytes: number;
}

/**
 * Where documents lie. Keys are made by the program, never taken from a client. Every call throws AppError
 * `unavailable` when the storage does not answer or does not hold the key.
 */
export interface FileStore {
  /** Stores all of `source` durably, or nothing. */
  put(key: string, source: Buffer | Readable): Promise<void>;
  get(key: string): Promise<StoredFile>;
  /** Removing what is not there is no mistake. */
  remove(key: string): Promise<void>;
  /** The keys below a prefix and when each was written. */
  list(prefix: string): Promise<{ key: string; modifiedAt: Date }[]>;
  check(): Promise<void>;
}

/** An upload has half a minute (`requestTimeout`): what is older than this is left over. */
const LEFTOVER_MS = 10 * 60_000;

/** Files in a local folder (made when missing), swept of what writes that were cut off left behind. */
export async function openLocalFileStore(folder: string): Promise<FileStore> {
  await makeFolder(folder);
  await sweepTemporaryFiles(folder, LEFTOVER_MS);
  return createFileStore(new DurableFsDriver(folder), () => access(folder, constants.R_OK | constants.W_OK));
}

/** Files on any Flydrive driver whose `put` is atomic and durable; `probe` throws when the storage does not answer. */
export function createFileStore(driver: DriverContract, probe: () => Promise<void>): FileStore {
  const disk = new Disk(driver);
  return {
    put: (key, source) =>
      orUnavailable(() => (Buffer.isBuffer(source) ? disk.put(key, source) : disk.putStream(key, source))),
    get: (key) =>
      orUnavailable(async () => {
        const { contentLength } = await disk.getMetaData(key);
        return { stream: await disk.getStream(key), bytes: contentLength };
      }),
    remove: (key) => orUnavailable(() => disk.delete(key)),
    list: (prefix) => orUnavailable(() => listFiles(disk, prefix)),
    check: () => orUnavailable(probe),
  };
}

async function listFiles(disk: Disk, prefix: string) {
  const found: { key: string; modifiedAt: Date }[] = [];
  let paginationToken: string | undefined;
  do {
    const page = await disk.listAll(prefix, {
      recursive: true,
      ...(paginationToken === undefined ? {} : { paginationToken }),
    });
    for (const object of page.objects) {
      if (!object.isFile || isTemporary(object.name)) continue;
      const { lastModified } = await disk.getMetaData(object.key);
      found.push({ key: object.key, modifiedAt: lastModified });
    }
    paginationToken = page.paginationToken;
  } while (paginationToken !== undefined);
  return found;
}

async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new AppError("unavailable", MESSAGES.unavailable, { cause: error, retryAfterSeconds: 5 });
  }
}
