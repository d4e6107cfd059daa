import type { Database } from "#server/platform/db/client.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { rewriteSearchTexts } from "./search-text.repository.ts";

/** Maximum rows per transaction: a correction of one of them waits for it. */
const BATCH = 200;

/** Writes the search texts of an older version anew. @returns how many */
export async function rewriteOldSearchTexts(db: Database): Promise<number> {
  for (let written = 0; ; ) {
    const count = await db.transaction((tx) => rewriteSearchTexts(tx, BATCH));
    written += count;
    if (count < BATCH) return written;
  }
}

/** At start-up, where an upgrade has changed what is searched, and nightly, after processes of both versions ran at once. */
export function registerSearchJobs(jobs: Jobs, db: Database): void {
  jobs.schedule("orders.rewrite-search-texts", "20 3 * * *", async () => {
    await rewriteOldSearchTexts(db);
  });
}
