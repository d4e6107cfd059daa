import { setTimeout as delay } from "node:timers/promises";

/**
 * Polls `probe` until it returns something other than undefined.
 * Returns that value, or undefined after `limitMs`.
 */
export async function waitUntil<T>(
  probe: () => T | undefined | Promise<T | undefined>,
  limitMs: number,
  pauseMs = 10,
): Promise<T | undefined> {
  const end = performance.now() + limitMs;
  while (true) {
    const answer = await probe();
    if (answer !== undefined || performance.now() >= end) return answer;
    await delay(pauseMs);
  }
}
