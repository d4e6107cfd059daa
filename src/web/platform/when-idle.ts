/**
 * The longest wait: without frames to draw, Chromium may run no idle callback for over a second. Safari has none and
 * always waits this long.
 */
const LATEST_MS = 200;

/** Runs `run` once the browser has nothing else to do, or after 200 ms. Returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(run, LATEST_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: LATEST_MS });
  return () => cancelIdleCallback(handle);
}
