import { statfs } from "node:fs/promises";
import path from "node:path";
import { MESSAGES } from "#contract/messages.ts";
import { AppError } from "./app-error.ts";
import { hasCode } from "./error-causes.ts";
import { readPrivateFile } from "./private-file.ts";

export interface FreeSpace {
  bytes: number;
  /** Of the whole file system, 0 to 1. */
  share: number;
}

export type SpaceWatch = ReturnType<typeof createSpaceWatch>;

/** Below this share no new data is accepted: work in progress, the write-ahead log and vacuum need the rest. */
const MIN_SHARE = 0.05;
/** Callers share one measurement for this long. */
const KEPT_MS = 2000;
/** The database may be on another machine, where a full disk shows only in its errors. */
const FULL_MS = 15_000;
const RETRY_SECONDS = 60;
const DISK_FULL = ["53100", "ENOSPC", "EDQUOT"];

type ReadFolder = (folder: string) => Promise<FreeSpace>;

/** Free space of the data folder's file systems; with several, of the fullest one. */
export function createSpaceWatch(folders: readonly string[], readFolder: ReadFolder = readFreeSpace) {
  let kept: Promise<FreeSpace> | undefined;
  let keptUntil = 0;
  let fullUntil = 0;

  async function readAll(): Promise<FreeSpace> {
    const found = await Promise.all(folders.map(readFolder));
    return found.reduce((least, each) => (each.share < least.share ? each : least));
  }

  const read = (): Promise<FreeSpace> => {
    if (kept === undefined || performance.now() > keptUntil) {
      keptUntil = performance.now() + KEPT_MS;
      kept = readAll();
    }
    return kept;
  };

  const check = async (): Promise<void> => {
    if (performance.now() < fullUntil) throw new Error("the disk of the database is full");
    const { share, bytes } = await read();
    if (share < MIN_SHARE) {
      throw new Error(`${Math.floor(bytes / 1e6)} MB, ${(share * 100).toFixed(1)} % of the disk, are free`);
    }
  };

  return {
    read,
    /** @throws Error while space is low, or when the database reported a full disk a moment ago */
    check,
    /** @throws AppError unavailable in the same case; for machine calls that add data */
    requireRoom: async (): Promise<void> => {
      await check().catch((cause: unknown) => {
        throw new AppError("unavailable", MESSAGES.noSpace, { cause, retryAfterSeconds: RETRY_SECONDS });
      });
    },
    /** Receives failures and remembers a full disk for some seconds. */
    note: (error: unknown): void => {
      if (hasCode(error, ...DISK_FULL)) fullUntil = performance.now() + FULL_MS;
    },
  };
}

async function readFreeSpace(folder: string): Promise<FreeSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { bytes: bavail * bsize, share: blocks === 0 ? 1 : bavail / blocks };
}

/** The data folder, and the database's folder when root had to create it elsewhere. */
export async function watchedFolders(dataDir: string): Promise<string[]> {
  const elsewhere = await readPrivateFile(path.join(dataDir, "postgres-location"));
  return elsewhere === null ? [dataDir] : [dataDir, elsewhere];
}
