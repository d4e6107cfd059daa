import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import type { OrderChange } from "#contract/live.ts";
import { LIVE_HEARTBEAT_MS } from "#contract/live.ts";
import type { FolderCounts } from "#contract/orders.ts";
import { openChannel } from "#server/platform/db/channel.ts";
import type { Database, DatabaseHandle } from "#server/platform/db/client.ts";
import { eventText } from "#server/platform/http/event-stream.ts";
import type { Log } from "#server/platform/log.ts";
import { paced } from "#server/platform/paced.ts";
import { createCountsFeed } from "./counts-feed.ts";
import { CHANNEL, createOutbox, readNotice } from "./notices.ts";
import { createPresence } from "./presence.ts";
import { createStreams, type OpenStream, type StreamRequest } from "./streams.ts";

/** How often things happen; tests shorten it. */
export interface LiveTimes {
  heartbeatMs: number;
  /** One statement a process renews its viewers. */
  renewMs: number;
  /** The viewers of a process that died are gone after this. */
  viewerLifeMs: number;
  /** The least time between two looks at the counts. */
  countsMs: number;
}

const TIMES: LiveTimes = { heartbeatMs: LIVE_HEARTBEAT_MS, renewMs: 20_000, viewerLifeMs: 60_000, countsMs: 1000 };

interface LiveDeps {
  database: Pick<DatabaseHandle, "connectionString" | "db" | "onOrdersChanged">;
  log: Log;
  orders: {
    counts(): Promise<FolderCounts>;
    changes(db: Database, orderIds: readonly number[]): Promise<OrderChange[]>;
  };
  times?: Partial<LiveTimes>;
}

export type LiveService = ReturnType<typeof createLiveService>;

/**
 * Tells open screens what changed, whichever process changed it (decision record 0050). Everything told is a hint to
 * ask again. A process without streams asks the database nothing.
 */
export function createLiveService({ database, log, orders, times: given }: LiveDeps) {
  const { connectionString, db } = database;
  const times = { ...TIMES, ...given };
  const onError = (error: unknown) => log.warn({ err: error }, "live events");
  let channel: Awaited<ReturnType<typeof openChannel>> | undefined;
  let renewal: NodeJS.Timeout | undefined;

  const outbox = createOutbox(async (text) => {
    if (channel === undefined) throw new Error("the channel is not open");
    await channel.send(text);
  }, onError);
  const streams = createStreams({ heartbeatMs: times.heartbeatMs, onClose: (stream) => presence.left(stream) });
  const presence = createPresence({
    db,
    processId: randomUUID(),
    lifeMs: times.viewerLifeMs,
    streams,
    outbox,
    onError,
  });
  const counts = createCountsFeed({ counts: orders.counts, intervalMs: times.countsMs, streams, onError });

  let changed = new Set<number>();
  const changes = paced(tellChanges, { intervalMs: 0, onError });

  async function tellChanges(): Promise<void> {
    const ids = changed;
    changed = new Set();
    if (streams.size === 0 || ids.size === 0) return;
    try {
      const found = await orders.changes(db, [...ids]);
      // One write a stream, however many orders.
      if (found.length > 0) streams.broadcast(found.map((each) => eventText("order", each)).join(""));
    } catch (error) {
      for (const id of ids) changed.add(id);
      throw error;
    }
  }

  function hear(text: string): void {
    const notice = readNotice(text);
    if (notice === null || streams.size === 0) return;
    presence.changed(notice.viewers);
    if (notice.orders === "many") refresh();
    else if (notice.orders.length > 0) {
      for (const id of notice.orders) changed.add(id);
      changes.ask();
      counts.ask();
    }
  }

  /** What happened is too much to tell, or unknown. */
  function refresh(): void {
    streams.broadcast(eventText("refresh", {}));
    counts.ask();
  }

  async function renew(): Promise<void> {
    if (streams.size === 0) return;
    await Promise.all([channel?.check(), presence.renew()]);
  }

  return {
    /** Begins to listen. Resolves also when the database is away: then it goes on trying. */
    async start(): Promise<void> {
      database.onOrdersChanged(outbox.changed);
      channel = await openChannel({
        connectionString,
        name: CHANNEL,
        log,
        onMessage: hear,
        onReconnect: () => {
          if (streams.size === 0) return;
          refresh();
          presence.renew().then(presence.changedAll, onError);
        },
      });
      renewal = setInterval(() => void renew().catch(onError), times.renewMs);
      renewal.unref();
    },

    /** Opens a stream: the counts at once, then whatever happens. @throws AppError rate_limited, unavailable */
    async open(request: StreamRequest): Promise<Readable> {
      const stream: OpenStream = streams.open(request);
      try {
        await Promise.all([counts.tell(stream), presence.entered(stream)]);
      } catch (error) {
        stream.body.destroy();
        throw error;
      }
      return stream.body;
    },

    openStreams: () => streams.size,

    /** For the server that stops: streams end before it waits for the requests under way. */
    endStreams(): void {
      presence.leaveTogether();
      streams.endAll();
    },

    /** Tells the others what is left to tell, and stops listening. */
    async stop(): Promise<void> {
      clearInterval(renewal);
      await Promise.all([changes.stop(), counts.stop(), presence.stop()]);
      await outbox.close();
      await channel?.close();
    },
  };
}
