import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import type { OrderChange } from "#contract/live/live.ts";
import { LIVE_HEARTBEAT_MS } from "#contract/live/live.ts";
import type { FolderCounts } from "#contract/orders/orders.ts";
import { openChannel } from "#server/platform/db/channel.ts";
import type { Database, DatabaseHandle } from "#server/platform/db/client.ts";
import { eventText } from "#server/platform/http/event-stream.ts";
import type { Log } from "#server/platform/log.ts";
import { createThrottle } from "#server/platform/throttle.ts";
import type { ClaimsService } from "../orders/claims/claims.service.ts";
import { createClaimsFeed } from "./claims-feed.ts";
import { createCountsFeed } from "./counts-feed.ts";
import { CHANNEL, createBroadcaster, readMessage } from "./notify-messages.ts";
import { createPresence } from "./presence.ts";
import { createRecentChanges } from "./recent-changes.ts";
import { createStreams, type OpenStream, type StreamRequest } from "./streams.ts";

/** Intervals; tests shorten them. */
export interface LiveTimes {
  heartbeatMs: number;
  /** Each process renews its viewers with one statement per interval. */
  renewMs: number;
  /** Viewers of a dead process expire after this. */
  viewerLifeMs: number;
  /** Minimum time between two queries of the counts. */
  countsMs: number;
}

const TIMES: LiveTimes = { heartbeatMs: LIVE_HEARTBEAT_MS, renewMs: 20_000, viewerLifeMs: 60_000, countsMs: 1000 };

interface LiveDeps {
  database: Pick<DatabaseHandle, "connectionString" | "db" | "onOrdersChanged" | "onSessionsEnded" | "onClaimsChanged">;
  log: Log;
  orders: {
    counts(): Promise<FolderCounts>;
    changes(db: Database, orderIds: readonly number[]): Promise<OrderChange[]>;
  };
  claims: Pick<ClaimsService, "changed" | "left" | "sweep">;
  times?: Partial<LiveTimes>;
}

export type LiveService = ReturnType<typeof createLiveService>;

/**
 * Pushes changes made by any process to open screens (decision record 0050). Every event is a hint to reload. A process
 * without streams makes no queries.
 */
export function createLiveService({ database, log, orders, claims, times: overrides }: LiveDeps) {
  const { connectionString, db } = database;
  const times = { ...TIMES, ...overrides };
  const onError = (error: unknown) => log.warn({ err: error }, "live events");
  let channel: Awaited<ReturnType<typeof openChannel>> | undefined;
  let renewal: NodeJS.Timeout | undefined;

  const broadcaster = createBroadcaster(async (text) => {
    if (channel === undefined) throw new Error("the channel is not open");
    await channel.send(text);
  }, onError);
  const streams = createStreams({ heartbeatMs: times.heartbeatMs, onClose: (stream) => presence.left(stream) });
  const presence = createPresence({
    db,
    processId: randomUUID(),
    lifeMs: times.viewerLifeMs,
    streams,
    broadcaster,
    onLeft: claims.left,
    onError,
  });
  const counts = createCountsFeed({ counts: orders.counts, intervalMs: times.countsMs, streams, onError });

  const claimsFeed = createClaimsFeed({ changed: claims.changed, streams, onError });

  const recent = createRecentChanges();
  let changed = new Set<number>();
  const changes = createThrottle(pushChanges, { intervalMs: 0, onError });

  async function pushChanges(): Promise<void> {
    const ids = changed;
    changed = new Set();
    if (streams.size === 0 || ids.size === 0) return;
    try {
      const found = await orders.changes(db, [...ids]);
      // One write per stream, however many orders.
      if (found.length > 0) streams.broadcast(found.map((each) => eventText("order", each)).join(""));
    } catch (error) {
      for (const id of ids) changed.add(id);
      throw error;
    }
  }

  function receive(text: string): void {
    const message = readMessage(text);
    if (message === null) return;
    recent.add(message.orders);
    if (streams.size === 0) return;
    presence.changed(message.viewers);
    claimsFeed.changed([...message.claims, ...message.viewers, ...(message.orders === "many" ? [] : message.orders)]);
    if (message.sessions.length > 0) streams.recheckOf(new Set(message.sessions));
    if (message.orders === "many") refresh();
    else if (message.orders.length > 0) {
      for (const id of message.orders) changed.add(id);
      changes.request();
      counts.ask();
    }
  }

  /** What changed while the page was loading: its data may be from before, and the events were not yet sent to it. */
  async function sendRecent(stream: OpenStream): Promise<void> {
    const ids = recent.list();
    if (ids === "many") stream.send("refresh", {});
    else if (ids.length > 0) for (const each of await orders.changes(db, ids)) stream.send("order", each);
  }

  /** Too many changes to list, or unknown ones: all screens reload. */
  function refresh(): void {
    streams.broadcast(eventText("refresh", {}));
    counts.ask();
  }

  async function renew(): Promise<void> {
    if (streams.size === 0) return;
    await Promise.all([channel?.check(), presence.renew()]);
    // Each process tells its own streams; twice the interval, so that none is missed.
    claimsFeed.changed(await claims.sweep((2 * times.renewMs) / 1000));
  }

  return {
    /** Starts listening. Also resolves while the database is down; it keeps retrying. */
    async start(): Promise<void> {
      database.onOrdersChanged(broadcaster.changed);
      database.onSessionsEnded(broadcaster.sessionsEnded);
      database.onClaimsChanged(broadcaster.claimsChanged);
      channel = await openChannel({
        connectionString,
        name: CHANNEL,
        log,
        onMessage: receive,
        onReconnect: () => {
          recent.add("many");
          if (streams.size === 0) return;
          refresh();
          presence.renew().then(presence.changedAll, onError);
        },
      });
      renewal = setInterval(() => void renew().catch(onError), times.renewMs);
      renewal.unref();
    },

    /**
     * Opens a stream, which starts with the counts and, for a page's first stream, with the changes of the last seconds.
     * @throws AppError rate_limited, unavailable
     */
    async open({ isFirst, ...request }: StreamRequest & { isFirst: boolean }): Promise<Readable> {
      const stream: OpenStream = streams.open(request);
      try {
        await Promise.all([counts.sendTo(stream), presence.entered(stream), isFirst && sendRecent(stream)]);
      } catch (error) {
        stream.body.destroy();
        throw error;
      }
      return stream.body;
    },

    openStreams: () => streams.size,

    /** For the shutdown: streams must end before the server waits for requests in progress. */
    endStreams(): void {
      presence.prepareStop();
      streams.endAll();
    },

    /** Sends pending messages and stops listening. */
    async stop(): Promise<void> {
      clearInterval(renewal);
      await Promise.all([changes.stop(), counts.stop(), claimsFeed.stop(), presence.stop()]);
      await broadcaster.close();
      await channel?.close();
    },
  };
}
