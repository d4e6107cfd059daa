import type { ApiError } from "#web/platform/api-error.ts";
import { type LiveEvent, readLiveStream } from "./live-stream.ts";
import { reconnectPause } from "./reconnect-pause.ts";

export interface LiveConnectionOptions {
  token: string;
  orderId: number | null;
  onEvent(event: LiveEvent): void;
  /** `isAgain` when it was open before: what happened in between is not known. */
  onOpen(isAgain: boolean): void;
  /** The stream broke or could not be opened. Resolves when it makes sense to go on. */
  onLost(error: ApiError, signal: AbortSignal): Promise<void>;
}

/** A stream that stood for so long is no failure when it ends. */
const STEADY_MS = 10_000;
const UNAUTHENTICATED = 401;

/** Keeps a stream open until `signal` is aborted, with growing pauses while it can't be. Ends also when the session has. */
export async function keepLiveConnection(options: LiveConnectionOptions, signal: AbortSignal): Promise<void> {
  const { token, orderId, onEvent } = options;
  let failures = 0;
  let isAgain = false;
  while (!signal.aborted) {
    let openedAt: number | null = null;
    const onOpen = () => {
      openedAt = performance.now();
      options.onOpen(isAgain);
      isAgain = true;
    };
    const end = await readLiveStream({ token, orderId, signal, onOpen, onEvent });
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
