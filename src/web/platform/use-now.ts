import { useSyncExternalStore } from "react";
import { serverNow } from "./server-clock.ts";

/** How often texts that depend on the current time are updated. */
const STEP_MS = 30_000;

let now = serverNow();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = serverNow();
    for (const each of listeners) each();
  }, STEP_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The server's time in milliseconds, updated every 30 seconds by one timer that all components share. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => {
    // Stale after a time without subscribers.
    if (timer === undefined) now = serverNow();
    return now;
  });
}
