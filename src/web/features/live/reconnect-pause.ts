const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/**
 * The pause before the next try: it doubles with each failure in a row, and up to half of it is chance, so that the
 * screens of a whole desk do not come back in one instant. `chance` is 0 to 1.
 */
export function reconnectPause(failures: number, chance: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
  return full * (1 - chance / 2);
}
