import { randomBytes } from "node:crypto";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import { isDatabaseDown } from "#server/platform/db/failures.ts";
import type { Log } from "#server/platform/log.ts";
import type { FILE_FOLDERS, FileStore } from "./file-store.ts";

/** A key that nobody can guess, for a new file in `folder`. */
export function newFileKey(folder: (typeof FILE_FOLDERS)[number]): string {
  return `${folder}/${randomBytes(24).toString("hex")}`;
}

/**
 * Stores files, then their rows in one transaction, so that no row is without its file. A failure removes the files,
 * unless the connection broke: the transaction may have committed, so `sweepOrphans` decides later.
 * @param write writes the rows; `isNew` is false if it found them written before and uses none of the files
 * @throws AppError unavailable if a file can't be stored, and what `write` throws
 */
export async function storeWithRows<T extends { isNew: boolean }>(
  { db, files, log }: { db: Database; files: FileStore; log: Log },
  newFiles: readonly { storageKey: string; content: Buffer }[],
  write: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const stored: string[] = [];
  const drop = () => removeFiles({ files, log }, stored);
  try {
    for (const { storageKey, content } of newFiles) {
      await files.put(storageKey, content);
      stored.push(storageKey);
    }
  } catch (error) {
    await drop();
    throw error;
  }
  try {
    const written = await db.transaction(write);
    if (!written.isNew) await drop();
    return written;
  } catch (error) {
    if (!isDatabaseDown(error)) await drop();
    throw error;
  }
}

/** Removes files without a row. Never throws: a file that can't be removed now is left to the sweep. */
export async function removeFiles(
  { files, log }: { files: FileStore; log: Log },
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) {
    try {
      await files.remove(key);
    } catch (error) {
      log.warn({ err: error }, "a file could not be removed; the sweep will try again");
    }
  }
}
