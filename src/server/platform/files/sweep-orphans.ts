import { and, gt, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { HOUR_MS, MINUTE_MS } from "#contract/dates.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Queryable } from "#server/platform/db/client.ts";
import type { Log } from "#server/platform/log.ts";
import type { Metrics } from "#server/platform/metrics-registry.ts";
import type { FileStore } from "./file-store.ts";

/** A file is written before its row, within one request of at most two minutes; an hour is safe. */
const ORPHAN_MS = HOUR_MS;
const BATCH_SIZE = 1000;

/** Rows younger than this are skipped: their file may not yet be in the listing. */
const SETTLED_MS = 10 * MINUTE_MS;

/** The columns of a table whose rows have files in a folder; `key` may be null. */
export interface FileColumns {
  key: PgColumn;
  storedAt: PgColumn;
}

interface SweepDeps {
  db: Queryable;
  files: FileStore;
  now: Clock;
  log: Log;
  metrics?: Metrics | undefined;
}

/**
 * Removes files without a row that are too old to belong to a request in progress, and counts the rows without a file.
 */
export async function sweepOrphans(
  { db, files, now, log, metrics }: SweepDeps,
  folder: string,
  columns: FileColumns,
): Promise<void> {
  const startedAt = now().getTime();
  const before = startedAt - ORPHAN_MS;
  const listed = await files.list(folder);
  const old = listed.filter(({ modifiedAt }) => modifiedAt.getTime() < before);
  const there = new Set(listed.map(({ key }) => key));
  const missing = await countMissing(db, columns, there, new Date(startedAt - SETTLED_MS));
  metrics?.set("files_missing", { folder }, missing);
  if (missing > 0) log.error({ folder, missing }, "rows without a file: npm run verify-history lists them");
  let removed = 0;
  for (let start = 0; start < old.length; start += BATCH_SIZE) {
    const keys = old.slice(start, start + BATCH_SIZE).map(({ key }) => key);
    const kept = new Set(await selectKeys(db, columns, inArray(columns.key, keys)));
    for (const key of keys.filter((each) => !kept.has(each))) {
      await files.remove(key);
      removed += 1;
    }
  }
  metrics?.count("orphan_files_removed_total", { folder }, removed);
  if (removed > 0) log.warn({ folder, removed }, "files without a row were removed");
}

async function countMissing(
  db: Queryable,
  columns: FileColumns,
  there: ReadonlySet<string>,
  before: Date,
): Promise<number> {
  let missing = 0;
  for (let last = ""; ; ) {
    const keys = await selectKeys(db, columns, and(gt(columns.key, last), lt(columns.storedAt, before)));
    missing += keys.filter((key) => !there.has(key)).length;
    const end = keys.at(-1);
    if (end === undefined || keys.length < BATCH_SIZE) return missing;
    last = end;
  }
}

/** At most a batch, sorted. */
async function selectKeys(db: Queryable, { key }: FileColumns, condition: SQL | undefined): Promise<string[]> {
  const rows = await db
    .select({ key: sql<string>`${key}` })
    .from(key.table)
    .where(condition)
    .orderBy(key)
    .limit(BATCH_SIZE);
  return rows.map((row) => row.key);
}
