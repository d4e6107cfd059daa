/** Differences up to here are those of transfer and of the header's whole seconds. */
const EXACT_MS = 60_000;

let aheadMs = 0;

/** @param date the `Date` header of an answer that the server just sent */
export function noteServerDate(date: string | null): void {
  const difference = Date.parse(date ?? "") - Date.now();
  if (!Number.isNaN(difference)) aheadMs = Math.abs(difference) > EXACT_MS ? difference : 0;
}

/** The server's time in milliseconds, as of its latest answer: the clock of the computer may be wrong by days. */
export const serverNow = () => Date.now() + aheadMs;
