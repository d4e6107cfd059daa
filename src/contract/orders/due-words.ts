import { formatDateTimeUtc } from "#contract/dates.ts";
import { SOON_MS } from "./order-due.ts";

/** How near a due time is. */
type Urgency = "late" | "soon" | "later";

export interface DueWords {
  text: string;
  urgency: Urgency;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "45 min", "3 h", "5 days": rounded down. */
function roughly(ms: number): string {
  if (ms < HOUR) return `${Math.max(1, Math.floor(ms / MINUTE))} min`;
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)} h`;
  return `${Math.floor(ms / DAY)} days`;
}

/** A due time in words: "Late 3 h", "in 45 min", or from two hours on the instant, `DD-MM-YYYY HH:mm` in UTC. */
export function dueWords(dueAt: string, now: number): DueWords {
  const left = Date.parse(dueAt) - now;
  if (left < 0) return { text: `Late ${roughly(-left)}`, urgency: "late" };
  if (left >= SOON_MS) return { text: formatDateTimeUtc(dueAt).slice(0, -3), urgency: "later" };
  const minutes = Math.ceil(left / MINUTE);
  return { text: minutes < 60 ? `in ${minutes} min` : `in 1 h ${minutes - 60} min`, urgency: "soon" };
}
