import type { TimelineData } from "#contract/timeline/timeline.ts";
import type { Transaction } from "#server/platform/db/client.ts";
import { deletePayloads, insertEvents, lockTimeline, type NewEvent } from "./timeline.repository.ts";

/**
 * The timeline of orders. Other features record events inside the transaction of the change they describe, so that
 * neither exists without the other.
 */
export interface TimelineService {
  /** Records one event per order; the transaction must have updated or locked their rows. */
  record(tx: Transaction, at: Date, events: readonly NewEvent[]): Promise<void>;
  /** Locks the order's row and records the events in sequence. */
  recordFor(
    tx: Transaction,
    at: Date,
    orderId: number,
    actorId: number | null,
    ...events: TimelineData[]
  ): Promise<void>;
  /** Deletes the payloads of an order's events; the events themselves stay. */
  purge(tx: Transaction, orderId: number): Promise<void>;
}

export function createTimelineService(): TimelineService {
  return {
    record: insertEvents,
    recordFor: async (tx, at, orderId, actorId, ...events) => {
      await lockTimeline(tx, orderId);
      for (const event of events) await insertEvents(tx, at, [{ orderId, actorId, event }]);
    },
    purge: deletePayloads,
  };
}
