import type { ApiError } from "#web/platform/api-error.ts";
import { type LiveEvent, readLiveStream } from "./live-stream.ts";
import { reconnectPause } from "./reconnect-pause.ts";

export interface LiveConnectionOptions {
  token: string;
  orderId: number | null;
  /** The page has had no stream yet. */
  isFirst: boolean;
  onEvent(event: LiveEvent): void;
  /** `isAgain` after another stream or a failed attempt: events in between were missed. */
  onOpen(isAgain: boolean): void;
  /** The stream broke or could not be opened. Resolves when a retry makes sense. */
  onLost(error: ApiError, signal: AbortSignal): Promise<void>;
}

/** A stream that was open this long does not count as a failure when it ends. */
const STEADY_MS = 10_000;
const UNAUTHENTICATED = 401;

/** Keeps a stream open until `signal` is aborted, with growing pauses after failures. Also ends with the session. */
export async function keepLiveConnection(options: LiveConnectionOptions, signal: AbortSignal): Promise<void> {
  const { token, orderId, isFirst, onEvent } = options;
  let failures = 0;
  let isAgain = false;
  while (!signal.aborted) {
    let openedAt: number | null = null;
    const onOpen = () => {
      openedAt = performance.now();
      options.onOpen(isAgain);
    };
    const end = await readLiveStream({ token, orderId, isFirst: isFirst && !isAgain, signal, onOpen, onEvent });
    isAgain = true;
    if (signal.aborted || end.kind === "none") return;
    failures = openedAt !== null && performance.now() - openedAt > STEADY_MS ? 1 : failures + 1;
    if (end.kind === "lost") {
      await options.onLost(end.error, signal);
      if (end.error.httpStatus === UNAUTHENTICATED) return;
    }
    await pause(reconnectPause(failures, Math.random()), signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}
