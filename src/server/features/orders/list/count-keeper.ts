import type { Database } from "#server/platform/db/client.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import type { Metrics } from "#server/platform/metrics-registry.ts";
import { createRepeated } from "#server/platform/repeat.ts";
import { foldCounts, verifyCounts, verifyFacets } from "./order-counts.repository.ts";

interface CountKeeperDeps {
  db: Database;
  log: Log;
  metrics?: Metrics;
  /** Interval between two folds. */
  foldMs?: number;
}

/** A busy installation records some thousand deltas a second; adding up that many costs a read one millisecond. */
const FOLD_MS = 1000;

/** Folds the deltas of the counts, and verifies the counts and the tags of the orders nightly. Safe in every process: folds exclude each other. */
export function createCountKeeper({ db, log, metrics, foldMs = FOLD_MS }: CountKeeperDeps) {
  const folds = createRepeated(fold, foldMs);

  async function fold(): Promise<void> {
    try {
      await foldCounts(db);
    } catch (error) {
      // The counts stay correct, they only take longer to add up until the next fold.
      log.warn({ err: error }, "the order counts could not be folded");
    }
  }

  function report(differences: readonly unknown[], message: string): void {
    if (differences.length === 0) return;
    metrics?.count("count_differences_total", {}, differences.length);
    log.error({ differences: differences.slice(0, 20), count: differences.length }, message);
  }

  async function verify(): Promise<void> {
    report(await verifyCounts(db), "order counts were wrong and have been corrected");
    report(await verifyFacets(db), "tags of orders were wrong and have been corrected");
  }

  return {
    ...folds,
    registerJobs: (jobs: Jobs): void => jobs.schedule("orders.prove-counts", "23 2 * * *", verify),
  };
}
