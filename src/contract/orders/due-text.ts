import { DAY_MS, formatDateTimeUtc, HOUR_MS, MINUTE_MS } from "#contract/dates.ts";
import { SOON_MS } from "./order-due.ts";

/** How near a due time is. */
type Urgency = "late" | "soon" | "later";

export interface DueText {
  text: string;
  urgency: Urgency;
}

/** "45 min", "3 h", "5 days": rounded down. */
function roughly(ms: number): string {
  if (ms < HOUR_MS) return `${Math.max(1, Math.floor(ms / MINUTE_MS))} min`;
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return `${Math.floor(ms / DAY_MS)} days`;
}

/** A due time in words: "Late 3 h", "in 45 min", or from two hours on the instant, `DD-MM-YYYY HH:mm` in UTC. */
export function dueText(dueAt: string, now: number): DueText {
  const left = Date.parse(dueAt) - now;
  if (left < 0) return { text: `Late ${roughly(-left)}`, urgency: "late" };
  if (left >= SOON_MS) return { text: formatDateTimeUtc(dueAt).slice(0, -3), urgency: "later" };
  const minutes = Math.ceil(left / MINUTE_MS);
  return { text: minutes < 60 ? `in ${minutes} min` : `in 1 h ${minutes - 60} min`, urgency: "soon" };
}
