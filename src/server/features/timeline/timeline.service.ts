import type { TimelineData } from "#contract/timeline/timeline.ts";
import type { Transaction } from "#server/platform/db/client.ts";
import { deletePayloads, insertEvents, lockTimeline } from "./timeline.repository.ts";

export type TimelineService = ReturnType<typeof createTimelineService>;

/**
 * The timeline of orders. Other features record events inside the transaction of the change they describe, so that
 * neither exists without the other.
 */
export function createTimelineService() {
  return {
    /** Records one event per order; the transaction must have updated or locked their rows. */
    record: insertEvents,

    /** Locks the order's row and records the events in sequence. */
    async recordFor(
      tx: Transaction,
      at: Date,
      orderId: number,
      actorId: number | null,
      ...events: TimelineData[]
    ): Promise<void> {
      await lockTimeline(tx, orderId);
      for (const event of events) await insertEvents(tx, at, [{ orderId, actorId, event }]);
    },

    /** Deletes the payloads of an order's events; the events themselves stay. */
    purge: deletePayloads,
  };
}
