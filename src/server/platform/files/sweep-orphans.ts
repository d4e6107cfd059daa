import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import type { Measures } from "#server/platform/measures.ts";
import type { FileStore } from "./file-store.ts";

/** A file is written before its row, within one request of at most half a minute; an hour is far from it. */
const ORPHAN_MS = 60 * 60_000;
const KEYS_AT_ONCE = 1000;

/**
 * Removes files below a folder that no row has and that are older than any writing under way. `findKept` answers those
 * of some keys that a row has.
 */
export async function sweepOrphans(
  { files, now, log, measures }: { files: FileStore; now: Clock; log: Log; measures?: Measures | undefined },
  folder: string,
  findKept: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<void> {
  const before = now().getTime() - ORPHAN_MS;
  const old = (await files.list(folder)).filter(({ modifiedAt }) => modifiedAt.getTime() < before);
  let removed = 0;
  for (let start = 0; start < old.length; start += KEYS_AT_ONCE) {
    const keys = old.slice(start, start + KEYS_AT_ONCE).map(({ key }) => key);
    const kept = await findKept(keys);
    for (const key of keys.filter((each) => !kept.has(each))) {
      await files.remove(key);
      removed += 1;
    }
  }
  measures?.count("orphan_files_removed_total", { folder }, removed);
  if (removed > 0) log.warn({ folder, removed }, "files without a row were removed");
}
