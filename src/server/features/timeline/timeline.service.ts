import type { TimelineData } from "#contract/timeline.ts";
import type { Transaction } from "#server/platform/db/client.ts";
import { deletePayloads, insertEvents, lockOrders, type NewEvent } from "./timeline.repository.ts";

/**
 * The history of the orders. Other features write to it inside the transaction of the change it tells of, so that
 * neither exists without the other.
 */
export interface TimelineService {
  /** One event each for orders whose rows this transaction holds (it updated or locked them). */
  record(tx: Transaction, at: Date, events: readonly NewEvent[]): Promise<void>;
  /** Locks the order's row and records one event after the other. */
  recordFor(
    tx: Transaction,
    at: Date,
    orderId: number,
    actorId: number | null,
    ...events: TimelineData[]
  ): Promise<void>;
  /** Deletes what the events say; that they happened stays. */
  purge(tx: Transaction, orderId: number): Promise<void>;
}

export function createTimelineService(): TimelineService {
  return {
    record: insertEvents,
    recordFor: async (tx, at, orderId, actorId, ...events) => {
      await lockOrders(tx, [orderId]);
      for (const event of events) await insertEvents(tx, at, [{ orderId, actorId, event }]);
    },
    purge: deletePayloads,
  };
}
