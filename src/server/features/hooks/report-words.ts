import { cleanLine } from "#contract/text.ts";

const DETAIL_LENGTH = 500;
const NAME_LENGTH = 200;
const DAY_MS = 24 * 60 * 60_000;
/** The largest id that a mail can have. */
const ID_MAX = 2_147_483_647;

/** The provider's words, fit to be shown and stored; null when there are none. */
export function wordsOf(...parts: (string | null | undefined)[]): string | null {
  const words = parts.map((part) => cleanLine(part ?? "")).find((part) => part !== "");
  return words?.slice(0, DETAIL_LENGTH).toWellFormed() ?? null;
}

/** A name that we or the provider gave: printable and short, else null. */
export function nameOf(text: string | undefined): string | null {
  return text !== undefined && /^[\x21-\x7e]+$/.test(text) && text.length <= NAME_LENGTH ? text : null;
}

/** The number of a mail as it travels, else null. */
export function mailIdOf(text: string | number | undefined): number | null {
  const id = /^\d{1,10}$/.test(String(text)) ? Number(text) : 0;
  return id >= 1 && id <= ID_MAX ? id : null;
}

/** When a provider says that something happened; its arrival when that makes no sense. */
export function instantOf(at: string | number | undefined, receivedAt: Date): Date {
  const date = new Date(at ?? Number.NaN);
  const isPlausible = date.getTime() > Date.UTC(2000, 0) && date.getTime() < receivedAt.getTime() + DAY_MS;
  return isPlausible ? date : receivedAt;
}
