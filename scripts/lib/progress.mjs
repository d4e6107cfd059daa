/** A step is never silent for longer than this. */
const INTERVAL_MS = 4_000;

/**
 * Prints what a step of the start does, and every few seconds how long it has taken so far.
 * Resolves or rejects as `work` does.
 */
export async function withProgress(what, work, { intervalMs = INTERVAL_MS, say = console.log } = {}) {
  const startedAt = performance.now();
  say(`${what}.`);
  const timer = setInterval(() => say(`${what}: ${Math.round((performance.now() - startedAt) / 1000)} s`), intervalMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
