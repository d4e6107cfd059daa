import type { FolderCounts } from "#contract/orders/orders.ts";
import { createThrottle } from "#server/platform/throttle.ts";
import type { OpenStream, Streams } from "./streams.ts";

interface CountsFeedOptions {
  counts(): Promise<FolderCounts>;
  intervalMs: number;
  streams: Streams;
  onError(error: unknown): void;
}

/** Sends the counts to all streams of this process: one query for all, and only to those whose counts changed. */
export function createCountsFeed({ counts, intervalMs, streams, onError }: CountsFeedOptions) {
  const lastSent = new WeakMap<OpenStream, string>();
  let query: Promise<FolderCounts> | undefined;

  function send(stream: OpenStream, found: FolderCounts): void {
    const text = JSON.stringify(found);
    if (lastSent.get(stream) === text) return;
    lastSent.set(stream, text);
    stream.send("counts", found);
  }

  const feed = createThrottle(
    async () => {
      if (streams.size === 0) return;
      const found = await counts();
      for (const stream of streams) send(stream, found);
    },
    { intervalMs, onError },
  );

  return {
    /** Requests a new query. */
    ask: feed.request,
    stop: feed.stop,
    /** For a new stream; streams that open concurrently, after a restart for instance, share one query. */
    async sendTo(stream: OpenStream): Promise<void> {
      query ??= counts().finally(() => {
        query = undefined;
      });
      send(stream, await query);
    },
  };
}
