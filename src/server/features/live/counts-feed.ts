import type { FolderCounts } from "#contract/orders.ts";
import { paced } from "#server/platform/paced.ts";
import type { OpenStream, Streams } from "./streams.ts";

interface CountsFeedOptions {
  counts(): Promise<FolderCounts>;
  intervalMs: number;
  streams: Streams;
  onError(error: unknown): void;
}

/** The counts for all streams of this process: asked once for all, and sent to whom they are new. */
export function createCountsFeed({ counts, intervalMs, streams, onError }: CountsFeedOptions) {
  const told = new WeakMap<OpenStream, string>();
  let asking: Promise<FolderCounts> | undefined;

  function send(stream: OpenStream, found: FolderCounts): void {
    const text = JSON.stringify(found);
    if (told.get(stream) === text) return;
    told.set(stream, text);
    stream.send("counts", found);
  }

  const feed = paced(
    async () => {
      if (streams.size === 0) return;
      const found = await counts();
      for (const stream of streams) send(stream, found);
    },
    { intervalMs, onError },
  );

  return {
    /** Something changed. */
    ask: feed.ask,
    stop: feed.stop,
    /** For a new stream; those that open at the same time, after a restart for instance, share one query. */
    async tell(stream: OpenStream): Promise<void> {
      asking ??= counts().finally(() => {
        asking = undefined;
      });
      send(stream, await asking);
    },
  };
}
