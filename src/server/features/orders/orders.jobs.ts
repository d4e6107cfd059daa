import { ARRIVAL_ZONE, dayIn } from "#contract/dates.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { changeStatuses, lockDueFutureOrders } from "./orders.repository.ts";

interface ReleaseDeps {
  db: Database;
  now: Clock;
}

/** One transaction holds this many rows at the most, so that a late start after a long stop locks nobody out. */
const RELEASE_BATCH = 500;

/**
 * Releases every Future order whose filing window is open to New (decision 2): exactly once, however many processes
 * do it at a time. With an order's id, only that one. @returns how many were released
 */
export async function releaseDueOrders({ db, now }: ReleaseDeps, orderId?: number): Promise<number> {
  let released = 0;
  for (;;) {
    const count = await db.transaction(async (tx) => {
      const at = now();
      const due = await lockDueFutureOrders(tx, dayIn(ARRIVAL_ZONE, at), RELEASE_BATCH, orderId);
      const event = { type: "released", data: { to: "New" } } as const;
      const changes = due.map(({ id, version }) => ({ id, version, to: "New", actorId: null, event }) as const);
      const moved = await changeStatuses(tx, at, changes);
      return moved.size;
    });
    released += count;
    if (count < RELEASE_BATCH) return released;
  }
}

/** At start-up and every five minutes. */
export function registerOrderJobs(jobs: Jobs, deps: ReleaseDeps): void {
  jobs.schedule("orders.release-future", "*/5 * * * *", async () => {
    await releaseDueOrders(deps);
  });
}
