import { createParser } from "eventsource-parser";
import type * as z from "zod";
import { LIVE_EVENTS, LIVE_HEARTBEAT_MS, type LiveEventName, liveEvents } from "#contract/live.ts";
import { callUrl } from "#web/platform/api-call.ts";
import { type ApiError, errorFrom, noAnswer } from "#web/platform/api-error.ts";

export type LiveEvent = { [N in LiveEventName]: { name: N; data: z.infer<(typeof LIVE_EVENTS)[N]> } }[LiveEventName];

/** How a stream ended: the server closed it, it broke or never came, or the server said no. */
export type StreamEnd =
  | { kind: "closed" }
  | { kind: "lost"; error: ApiError }
  /** The server wants no more of it (204): what answers so in its place gives no stream at all. */
  | { kind: "none" };

interface StreamOptions {
  token: string;
  /** The order on the screen, or null. */
  orderId: number | null;
  signal: AbortSignal;
  onOpen(): void;
  onEvent(event: LiveEvent): void;
}

/** Nothing for so long, not even a heartbeat, means that the other end is gone without a word. */
const SILENCE_MS = 3 * LIVE_HEARTBEAT_MS;
/** The longest event is below one kilobyte; more without a line break is no event of ours. */
const MAX_BUFFER = 64 * 1024;

/** Reads the live stream until it ends. EventSource could not: it sends no header, and the token stays out of addresses (doubt D-25). */
export async function readLiveStream({ token, orderId, signal, onOpen, onEvent }: StreamOptions): Promise<StreamEnd> {
  const silence = new AbortController();
  const both = AbortSignal.any([signal, silence.signal]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expectMore = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  const url = callUrl({ operation: liveEvents, query: { order: orderId } });
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

/** Events this page does not know, and data it can't read, are a newer server's: not for us. */
function onMessage(
  { event, data }: { event?: string | undefined; data: string },
  tell: (event: LiveEvent) => void,
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
  // The schema is the one of this name, which the compiler can't follow through the index.
  if (parsed.success) tell({ name, data: parsed.data } as LiveEvent);
}
