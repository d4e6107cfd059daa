const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/**
 * The pause before the next attempt: exponential backoff with up to half of it jitter, so that a whole team's screens
 * don't reconnect at the same instant. `chance` is 0 to 1.
 */
export function reconnectPause(failures: number, chance: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
  return full * (1 - chance / 2);
}
