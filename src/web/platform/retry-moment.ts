import { MINUTE_MS } from "#contract/dates.ts";

/**
 * The time in a `Retry-After` header (seconds or an HTTP date), rounded up to the minute; null when the header is missing
 * or invalid.
 */
export function retryMoment(header: string | null, now: number): Date | null {
  if (header === null || header.trim() === "") return null;
  const moment = /^\d+$/.test(header.trim()) ? now + Number(header) * 1000 : Date.parse(header);
  if (Number.isNaN(moment)) return null;
  return new Date(Math.ceil(moment / MINUTE_MS) * MINUTE_MS);
}
