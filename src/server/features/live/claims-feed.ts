import type { ChangedClaims } from "#contract/claims/claims.ts";
import { eventText } from "#server/platform/http/event-stream.ts";
import { createThrottle } from "#server/platform/throttle.ts";
import type { Streams } from "./streams.ts";

interface ClaimsFeedOptions {
  changed(orderIds: readonly number[]): Promise<ChangedClaims>;
  streams: Streams;
  onError(error: unknown): void;
}

/** Orders of one event: it stays far below what a browser buffers. */
const MAX_ORDERS = 100;

/** Tells all streams of this process who has and who views the orders that changed: one query for all. */
export function createClaimsFeed({ changed: read, streams, onError }: ClaimsFeedOptions) {
  let waiting = new Set<number>();
  const feed = createThrottle(send, { intervalMs: 0, onError });

  async function send(): Promise<void> {
    if (streams.size === 0 || waiting.size === 0) return;
    const ids = [...waiting].slice(0, MAX_ORDERS);
    waiting = new Set([...waiting].slice(MAX_ORDERS));
    if (waiting.size > 0) feed.request();
    try {
      streams.broadcast(eventText("claims", await read(ids)));
    } catch (error) {
      for (const id of ids) waiting.add(id);
      throw error;
    }
  }

  return {
    changed(orderIds: Iterable<number>): void {
      for (const id of orderIds) waiting.add(id);
      if (waiting.size > 0) feed.request();
    },
    stop: feed.stop,
  };
}
