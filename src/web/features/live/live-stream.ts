import { createParser } from "eventsource-parser";
import type * as z from "zod";
import { LIVE_EVENTS, LIVE_HEARTBEAT_MS, type LiveEventName, liveEvents } from "#contract/live/live.ts";
import { callUrl } from "#web/platform/api-call.ts";
import { type ApiError, errorFrom, noAnswer } from "#web/platform/api-error.ts";

export type LiveEvent = { [N in LiveEventName]: { name: N; data: z.infer<(typeof LIVE_EVENTS)[N]> } }[LiveEventName];

/** How a stream ended: the server closed it, it broke or never opened, or the server refused it. */
export type StreamEnd =
  | { kind: "closed" }
  | { kind: "lost"; error: ApiError }
  /** The server answered 204: do not reconnect, as with EventSource. */
  | { kind: "none" };

interface StreamOptions {
  token: string;
  /** The order on the screen, or null. */
  orderId: number | null;
  /** The page has had no stream yet: its data may be older than this one. */
  isFirst: boolean;
  signal: AbortSignal;
  onOpen(): void;
  onEvent(event: LiveEvent): void;
}

/** Without even a heartbeat for this long, the connection counts as lost. */
const SILENCE_MS = 3 * LIVE_HEARTBEAT_MS;
/** The longest event, of claims, is below 40 kB; more without a line break is not from our server. */
const MAX_BUFFER = 64 * 1024;

/** Reads the live stream until it ends. EventSource can't send a header, and the token must not be in the URL (decision record 0044). */
export async function readLiveStream({
  token,
  orderId,
  isFirst,
  signal,
  onOpen,
  onEvent,
}: StreamOptions): Promise<StreamEnd> {
  const silence = new AbortController();
  const both = AbortSignal.any([signal, silence.signal]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expectMore = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  const url = callUrl({ operation: liveEvents, query: { order: orderId, first: isFirst ? "1" : null } });
  try {
    expectMore();
    const response = await fetch(url, { headers: { authorization: token }, cache: "no-store", signal: both });
    if (response.status === 204) return { kind: "none" };
    if (!response.ok || response.body === null) {
      return { kind: "lost", error: errorFrom(response.status, await response.json().catch(() => null)) };
    }
    onOpen();
    const parser = createParser({ maxBufferSize: MAX_BUFFER, onEvent: (message) => onMessage(message, onEvent) });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      expectMore();
      const { done, value } = await reader.read();
      if (done) return { kind: "closed" };
      parser.feed(value);
    }
  } catch {
    return { kind: "lost", error: noAnswer() };
  } finally {
    clearTimeout(timer);
  }
}

/** Unknown events and unreadable data come from a newer server and are ignored. */
function onMessage(
  { event, data }: { event?: string | undefined; data: string },
  onEvent: (event: LiveEvent) => void,
): void {
  if (event === undefined || !Object.hasOwn(LIVE_EVENTS, event)) return;
  const name = event as LiveEventName;
  let json: unknown;
  try {
    json = JSON.parse(data);
  } catch {
    return;
  }
  const parsed = LIVE_EVENTS[name].safeParse(json);
  // The schema has this event's name, which the compiler can't follow through the index.
  if (parsed.success) onEvent({ name, data: parsed.data } as LiveEvent);
}
