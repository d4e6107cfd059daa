import { access, constants } from "node:fs/promises";
import { pipeline, type Readable, Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import { Disk } from "flydrive";
import type { DriverContract } from "flydrive/types";
import { MESSAGES } from "#contract/messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import { DurableFsDriver } from "./durable-fs-driver.ts";
import { listWritten, makeFolder, sweepTemporaryFiles } from "./durable-write.ts";

/** A file on its way; fails when it ends before its last byte. */
export interface StoredFile {
  stream: Readable;
  bytes: number;
}

export interface FileEntry {
  key: string;
  /** When it was written, by the clock of the store. */
  modifiedAt: Date;
}

/**
 * Where documents and packs lie. Keys are made by the program, never taken from a client. Every call throws AppError
 * `unavailable` when the storage does not answer or does not hold the key.
 */
export interface FileStore {
  /** Stores all of `source` durably, or nothing. A stream of another length than it states is refused and ended. */
  put(key: string, source: Buffer | StoredFile): Promise<void>;
  get(key: string): Promise<StoredFile>;
  /** Removing what is not there is no mistake. */
  remove(key: string): Promise<void>;
  /** Everything in a folder. */
  list(folder: string): Promise<FileEntry[]>;
  check(): Promise<void>;
}

/** Every folder the program stores in; the sweep and the backup go through them. */
export const FILE_FOLDERS = ["documents", "packs"] as const;

/** An upload has half a minute (`requestTimeout`): what is older than this is left over. */
const LEFTOVER_MS = 10 * 60_000;

/** Files in a local folder (made when missing), swept of what writes that were cut off left behind. */
export async function openLocalFileStore(folder: string): Promise<FileStore> {
  await makeFolder(folder);
  await sweepTemporaryFiles(folder, LEFTOVER_MS);
  return createLocalFileStore(folder, new DurableFsDriver(folder));
}

/** The same over any driver that writes into that folder. */
export function createLocalFileStore(folder: string, driver: DriverContract): FileStore {
  const disk = new Disk(driver);
  const open = async (key: string) => {
    const { contentLength } = await disk.getMetaData(key);
    return { stream: await disk.getStream(key), bytes: contentLength };
  };
  const probe = () => access(folder, constants.R_OK | constants.W_OK);
  return createFileStore({ driver, probe, open, list: (name) => listWritten(folder, name) });
}

interface StoreParts {
  /** Its `put` is atomic and durable. */
  driver: DriverContract;
  /** Throws when the storage does not answer. */
  probe(): Promise<void>;
  open(key: string): Promise<StoredFile>;
  list(folder: string): Promise<FileEntry[]>;
}

export function createFileStore({ driver, probe, open, list }: StoreParts): FileStore {
  const disk = new Disk(driver);
  return {
    put: (key, source) => orUnavailable(() => putFile(disk, key, source)),
    get: (key) =>
      orUnavailable(async () => {
        const file = await open(disk.file(key).key);
        // What fails before its reader is there keeps the error for him; unheard it would end the process.
        file.stream.on("error", () => undefined);
        return file;
      }),
    remove: (key) => orUnavailable(() => disk.delete(key)),
    list: (folder) => orUnavailable(() => list(folder)),
    check: () => orUnavailable(probe),
  };
}

async function putFile(disk: Disk, key: string, source: Buffer | StoredFile): Promise<void> {
  if (Buffer.isBuffer(source)) return await disk.put(key, source);
  const { bytes } = source;
  const whole = exactly(source);
  try {
    // A stream of no bytes is to a driver one of unknown length.
    if (bytes === 0) await disk.put(key, await buffer(whole));
    else await disk.putStream(key, whole, { contentLength: bytes });
  } finally {
    whole.destroy();
  }
}

function exactly({ stream, bytes }: StoredFile): Readable {
  let passed = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed > bytes) done(new Error(`more than the ${bytes} bytes that were announced`));
      else done(null, chunk);
    },
    flush(done) {
      done(passed < bytes ? new Error(`${passed} of ${bytes} bytes`) : null);
    },
  });
  // The failure goes on in the transform; its reader hears of it there.
  pipeline(stream, counted, () => undefined);
  return counted;
}

async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new AppError("unavailable", MESSAGES.unavailable, { cause: error, retryAfterSeconds: 5 });
  }
}
