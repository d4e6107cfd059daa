import type { Database } from "#server/platform/db/client.ts";
import { createThrottle } from "#server/platform/throttle.ts";
import {
  deleteExpiredViewings,
  deleteViewing,
  deleteViewingsOf,
  findViewers,
  upsertViewings,
} from "./live.repository.ts";
import type { Broadcaster } from "./notify-messages.ts";
import type { OpenStream, Streams } from "./streams.ts";

interface PresenceOptions {
  db: Database;
  processId: string;
  lifeMs: number;
  streams: Streams;
  broadcaster: Broadcaster;
  /** A member closed a stream of an order. */
  onLeft(orderId: number, memberId: number): Promise<void>;
  onError(error: unknown): void;
}

/** Who views which order, across processes: rows that expire, and a NOTIFY message when an order's viewers change. */
export function createPresence({ db, processId, lifeMs, streams, broadcaster, onLeft, onError }: PresenceOptions) {
  let changed = new Set<number>();
  let isStopping = false;
  const feed = createThrottle(sendViewers, { intervalMs: 0, onError });

  async function sendViewers(): Promise<void> {
    const ids = changed;
    changed = new Set();
    const listening = [...streams].filter(({ orderId }) => orderId !== undefined && ids.has(orderId));
    if (listening.length === 0) return;
    try {
      const viewers = await findViewers(db, [...new Set(listening.flatMap(({ orderId }) => orderId ?? []))]);
      for (const stream of listening) {
        const { orderId = 0 } = stream;
        stream.send("presence", { order_id: orderId, viewers: viewers.get(orderId) ?? [] });
      }
    } catch (error) {
      for (const id of ids) changed.add(id);
      throw error;
    }
  }

  function requestFor(orderIds: Iterable<number>): void {
    for (const id of orderIds) changed.add(id);
    feed.request();
  }

  return {
    /** A stream that shows an order was opened. */
    async entered({ id: streamId, orderId, member, body }: OpenStream): Promise<void> {
      if (orderId === undefined) return;
      await upsertViewings(db, processId, [{ streamId, orderId, memberId: member.id }], lifeMs);
      // If the stream closed in the meantime, `left` found no row to delete.
      if (body.destroyed) await deleteViewing(db, streamId);
      broadcaster.viewersChanged([orderId]);
    },

    left({ id, orderId, member }: OpenStream): void {
      if (orderId === undefined || isStopping) return;
      deleteViewing(db, id)
        .then(() => onLeft(orderId, member.id))
        .then(() => broadcaster.viewersChanged([orderId]))
        .catch(onError);
    },

    /** The viewers of these orders changed. */
    changed: requestFor,
    changedAll: () => requestFor(streams.viewings().map(({ orderId }) => orderId)),

    /** Renews this process's rows and deletes expired ones. */
    async renew(): Promise<void> {
      await upsertViewings(db, processId, streams.viewings(), lifeMs);
      const expired = await deleteExpiredViewings(db, lifeMs);
      if (expired.length > 0) broadcaster.viewersChanged(expired);
    },

    /** Call before streams end: `stop` then removes all viewers in one statement instead of one by one. */
    prepareStop(): void {
      isStopping = true;
    },

    async stop(): Promise<void> {
      await feed.stop();
      await deleteViewingsOf(db, processId).then(broadcaster.viewersChanged, onError);
    },
  };
}
