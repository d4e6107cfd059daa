import { dueAfter } from "#contract/orders/order-due.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import { defineQueue, type Jobs } from "#server/platform/jobs/jobs.ts";
import { OPEN_LISTS } from "../conditions/list-conditions.ts";
import { lockForDue, updateDue } from "./due-times.repository.ts";
import { readServiceSettings } from "./service-settings.repository.ts";

interface DueTimesDeps {
  db: Database;
  now: Clock;
}

/** Rows per transaction: locked for some milliseconds. */
const BATCH = 500;

/** Computes the due times of all open orders anew and writes those that differ. @returns how many */
export async function recomputeDue({ db, now }: DueTimesDeps, batch = BATCH): Promise<number> {
  let written = 0;
  for (const list of OPEN_LISTS) {
    for (let afterId: number | undefined = 0; afterId !== undefined; ) {
      const from: number = afterId;
      afterId = await db.transaction(async (tx) => {
        const service = await readServiceSettings(tx);
        const found = await lockForDue(tx, list, from, batch);
        const changed = found.flatMap((order) => {
          const due = dueAfter(order, order, now(), service);
          return isSame(order, due) ? [] : [{ id: order.id, ...due }];
        });
        await updateDue(tx, changed);
        written += changed.length;
        return found.length < batch ? undefined : found.at(-1)?.id;
      });
    }
  }
  return written;
}

type Due = ReturnType<typeof dueAfter>;

function isSame(a: Due, b: Due): boolean {
  const isAt = (one: Date | null, other: Date | null) => one?.getTime() === other?.getTime();
  return isAt(a.dueAt, b.dueAt) && isAt(a.clockStartedAt, b.clockStartedAt) && isAt(a.clockSince, b.clockSince);
}

export const recomputeQueue = defineQueue<Record<string, never>>("orders.recompute-due");

/**
 * At start-up, which gives orders from before due times theirs; nightly, which mends what a process with an older version
 * or older settings wrote; and when the settings were changed.
 */
export function registerDueJobs(jobs: Jobs, deps: DueTimesDeps): void {
  const recompute = async () => {
    await recomputeDue(deps);
  };
  jobs.schedule("orders.due-times", "41 2 * * *", recompute);
  jobs.handle(recomputeQueue, recompute);
}
