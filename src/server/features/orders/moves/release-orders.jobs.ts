import { ARRIVAL_ZONE, dayIn } from "#contract/dates.ts";
import { dueAfter } from "#contract/orders/order-due.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { changeStatuses, lockDueFutureOrders } from "./order-moves.repository.ts";

interface ReleaseDeps {
  db: Database;
  now: Clock;
}

/** Maximum rows per transaction, so that the first run after a long stop does not block other users. */
const RELEASE_BATCH = 500;

/**
 * Releases every Future order whose filing window is open to New (decision record 0016), exactly once even when several
 * processes run it. With an order id, only that order. @returns how many were released
 */
export async function releaseDueOrders({ db, now }: ReleaseDeps, orderId?: number): Promise<number> {
  let released = 0;
  for (;;) {
    const count = await db.transaction(async (tx) => {
      const at = now();
      const due = await lockDueFutureOrders(tx, dayIn(ARRIVAL_ZONE, at), RELEASE_BATCH, orderId);
      const to = "New" as const;
      const event = { type: "released" as const, data: { to } };
      const changes = due.map((order) => {
        const { id, version, service } = order;
        return { id, version, to, due: dueAfter(order, { ...order, status: to }, at, service), actorId: null, event };
      });
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
