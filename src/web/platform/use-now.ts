import { useSyncExternalStore } from "react";

/** How often words about the present time are said anew. */
const STEP_MS = 30_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, STEP_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The present time in milliseconds, a new one every 30 seconds: one timer for all who ask. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => {
    // Old after a time in which nobody asked.
    if (timer === undefined) now = Date.now();
    return now;
  });
}
