import { HOUR_MS, MINUTE_MS } from "#contract/dates.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import type { Metrics } from "#server/platform/metrics-registry.ts";
import type { FileStore } from "./file-store.ts";

/** A file is written before its row, within one request of at most two minutes; an hour is safe. */
const ORPHAN_MS = HOUR_MS;
const BATCH_SIZE = 1000;

/** Rows younger than this are skipped: their file may not yet be in the listing. */
const SETTLED_MS = 10 * MINUTE_MS;

/** Access to the rows of a folder's files. */
export interface FolderRows {
  /** Those of the given keys that have a row. */
  kept(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Keys after `last` of rows created before `before`, sorted, up to `limit`. */
  read(last: string, before: Date, limit: number): Promise<string[]>;
}

/**
 * Removes files without a row that are too old to belong to a request in progress, and counts the rows without a file.
 */
export async function sweepOrphans(
  { files, now, log, metrics }: { files: FileStore; now: Clock; log: Log; metrics?: Metrics | undefined },
  folder: string,
  rows: FolderRows,
): Promise<void> {
  const startedAt = now().getTime();
  const before = startedAt - ORPHAN_MS;
  const listed = await files.list(folder);
  const old = listed.filter(({ modifiedAt }) => modifiedAt.getTime() < before);
  const missing = await countMissing(new Set(listed.map(({ key }) => key)), rows, new Date(startedAt - SETTLED_MS));
  metrics?.set("files_missing", { folder }, missing);
  if (missing > 0) log.error({ folder, missing }, "rows without a file: npm run verify-history lists them");
  let removed = 0;
  for (let start = 0; start < old.length; start += BATCH_SIZE) {
    const keys = old.slice(start, start + BATCH_SIZE).map(({ key }) => key);
    const kept = await rows.kept(keys);
    for (const key of keys.filter((each) => !kept.has(each))) {
      await files.remove(key);
      removed += 1;
    }
  }
  metrics?.count("orphan_files_removed_total", { folder }, removed);
  if (removed > 0) log.warn({ folder, removed }, "files without a row were removed");
}

async function countMissing(there: ReadonlySet<string>, rows: FolderRows, before: Date): Promise<number> {
  let missing = 0;
  for (let last = ""; ; ) {
    const keys = await rows.read(last, before, BATCH_SIZE);
    missing += keys.filter((key) => !there.has(key)).length;
    const end = keys.at(-1);
    if (end === undefined || keys.length < BATCH_SIZE) return missing;
    last = end;
  }
}
