import { setTimeout as delay } from "node:timers/promises";

/**
 * Asks `probe` again and again until it answers something other than undefined.
 * Returns that answer, or undefined when `limitMs` have passed.
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
