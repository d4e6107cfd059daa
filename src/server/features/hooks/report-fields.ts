import { cleanLine } from "#contract/text.ts";

const DETAIL_LENGTH = 500;
const NAME_LENGTH = 200;
const DAY_MS = 24 * 60 * 60_000;
/** The largest possible mail id. */
const ID_MAX = 2_147_483_647;

/** A provider's text, cleaned for display and storage; null if empty. */
export function cleanDetail(...parts: (string | null | undefined)[]): string | null {
  const detail = parts.map((part) => cleanLine(part ?? "")).find((part) => part !== "");
  return detail?.slice(0, DETAIL_LENGTH).toWellFormed() ?? null;
}

/** An id given by us or the provider: printable and short, else null. */
export function idOf(text: string | undefined): string | null {
  return text !== undefined && /^[\x21-\x7e]+$/.test(text) && text.length <= NAME_LENGTH ? text : null;
}

/** A mail id from a report, else null. */
export function mailIdOf(text: string | number | undefined): number | null {
  const id = /^\d{1,10}$/.test(String(text)) ? Number(text) : 0;
  return id >= 1 && id <= ID_MAX ? id : null;
}

/** Time of an event by the provider; the time of arrival if that is implausible. */
export function instantOf(at: string | number | undefined, receivedAt: Date): Date {
  const date = new Date(at ?? Number.NaN);
  const isPlausible = date.getTime() > Date.UTC(2000, 0) && date.getTime() < receivedAt.getTime() + DAY_MS;
  return isPlausible ? date : receivedAt;
}
