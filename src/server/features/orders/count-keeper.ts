import type { Database } from "#server/platform/db/client.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import type { Measures } from "#server/platform/measures.ts";
import { foldCounts, proveCounts } from "./order-counts.repository.ts";

interface CountKeeperDeps {
  db: Database;
  log: Log;
  measures?: Measures;
  /** Pause between two folds. */
  foldMs?: number;
}

/** Busy desks note some thousand changes a second: reading them unfolded costs a millisecond. */
const FOLD_MS = 1000;

/** Keeps the counts short (folding) and right (a nightly proof). Every process may have one: the folds exclude each other. */
export function createCountKeeper({ db, log, measures, foldMs = FOLD_MS }: CountKeeperDeps) {
  let timer: NodeJS.Timeout | undefined;
  let work: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function fold(): Promise<void> {
    try {
      await foldCounts(db);
    } catch (error) {
      // The counts stay right without it, only longer to add up; the next turn does it.
      log.warn({ err: error }, "the order counts could not be folded");
    }
    if (!isStopped) next();
  }

  function next(): void {
    timer = setTimeout(() => {
      work = fold();
    }, foldMs);
    timer.unref();
  }

  async function prove(): Promise<void> {
    const differences = await proveCounts(db);
    if (differences.length === 0) return;
    measures?.count("count_differences_total", {}, differences.length);
    log.error(
      { differences: differences.slice(0, 20), count: differences.length },
      "order counts were wrong and are mended",
    );
  }

  return {
    start: next,
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await work;
    },
    registerJobs: (jobs: Jobs): void => jobs.schedule("orders.prove-counts", "23 2 * * *", prove),
  };
}
