import type { Database } from "#server/platform/db/client.ts";
import { paced } from "#server/platform/paced.ts";
import {
  deleteExpiredViewings,
  deleteViewing,
  deleteViewingsOf,
  findViewers,
  upsertViewings,
} from "./live.repository.ts";
import type { Outbox } from "./notices.ts";
import type { OpenStream, Streams } from "./streams.ts";

interface PresenceOptions {
  db: Database;
  processId: string;
  lifeMs: number;
  streams: Streams;
  outbox: Outbox;
  onError(error: unknown): void;
}

/** Who views which order, in all processes: rows that expire, and a notice when those of an order change. */
export function createPresence({ db, processId, lifeMs, streams, outbox, onError }: PresenceOptions) {
  let changed = new Set<number>();
  let isLeaving = false;
  const feed = paced(tell, { intervalMs: 0, onError });

  async function tell(): Promise<void> {
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

  function tellOf(orderIds: Iterable<number>): void {
    for (const id of orderIds) changed.add(id);
    feed.ask();
  }

  return {
    /** A member has opened an order. */
    async entered({ id: streamId, orderId, member, body }: OpenStream): Promise<void> {
      if (orderId === undefined) return;
      await upsertViewings(db, processId, [{ streamId, orderId, memberId: member.id }], lifeMs);
      // Whoever has left meanwhile found nothing to remove.
      if (body.destroyed) await deleteViewing(db, streamId);
      outbox.viewersChanged([orderId]);
    },

    left({ id, orderId }: OpenStream): void {
      if (orderId === undefined || isLeaving) return;
      deleteViewing(db, id).then(() => outbox.viewersChanged([orderId]), onError);
    },

    /** The viewers of these orders are others now. */
    changed: tellOf,
    changedAll: () => tellOf(streams.viewings().map(({ orderId }) => orderId)),

    /** Keeps this process's viewers alive, and removes those of dead ones. */
    async renew(): Promise<void> {
      await upsertViewings(db, processId, streams.viewings(), lifeMs);
      const expired = await deleteExpiredViewings(db);
      if (expired.length > 0) outbox.viewersChanged(expired);
    },

    /** The process stops: `stop` will remove all of its viewers in one statement. */
    leaveTogether(): void {
      isLeaving = true;
    },

    async stop(): Promise<void> {
      await feed.stop();
      await deleteViewingsOf(db, processId).then(outbox.viewersChanged, onError);
    },
  };
}
