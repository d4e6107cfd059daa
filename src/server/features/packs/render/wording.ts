import { newYorkDateAndTime } from "#contract/dates.ts";
import { isolated, plainCharacters } from "#server/platform/typesetting/plain-characters.ts";
import type { PackFacts, Visit } from "../pack-facts.ts";

export const NOT_SUPPLIED = "not supplied";

export function orNotSupplied(value: string | null): string {
  return value === null || value === "" ? NOT_SUPPLIED : value;
}

/** The source of the data that came with the order. */
export function statedBy({ isImported }: Pick<PackFacts, "isImported">): string {
  return isImported ? "the earlier system" : "the checkout";
}

/** The service as bought, without our internal queue. */
export function soldText({ sold: { service, mode } }: Pick<PackFacts, "sold">): string {
  return `${service}, ${mode === null ? "processing mode not recorded" : `${mode} processing`}`;
}

/** `2026-03-01 14:05:09 UTC (09:05:09 New York)`. */
export function timeText(instant: string): string {
  const at = new Date(instant);
  const utc = at.toISOString();
  return `${utc.slice(0, 10)} ${utc.slice(11, 19)} UTC (${newYorkDateAndTime(at).us_time} New York)`;
}

export function timeOrNotSupplied(instant: string | null): string {
  return instant === null ? NOT_SUPPLIED : timeText(instant);
}

export function moneyText(amount: string | null, currency: string | null): string | null {
  if (amount === null || amount === "") return null;
  return currency === null || currency === "" ? amount : `${amount} ${currency}`;
}

/** The last characters of a number, even when the whole number is given. */
export function endingText(value: string | null, length: number): string {
  const last = value === null ? "" : [...value.replace(/\s/g, "")].slice(-length).join("");
  return last === "" ? NOT_SUPPLIED : `ending in ${last}`;
}

export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

export function timesText(count: number): string {
  return count === 1 ? "once" : count === 2 ? "twice" : `${count} times`;
}

export function browserAndSystem({ browser, os }: Pick<Visit, "browser" | "os">): string {
  const known = [browser, os].filter((each) => each !== null && each !== "");
  return known.length === 0 ? NOT_SUPPLIED : known.join(", ");
}

/** The first `length` characters, and how many more there are. */
export function excerpt(text: string, length: number): string {
  const characters = [...text.replace(/[\u2068\u2069]/g, "")];
  if (characters.length <= length) return text;
  const rest = characters.length - length;
  const start = isolated(`${characters.slice(0, length).join("").trimEnd()} …`);
  return `${start} [${rest} more characters are on record]`;
}

/** Makes every text of the facts printable: outside text can't affect the lines around it. */
export function cleanFacts(facts: PackFacts): PackFacts {
  return clean(facts) as PackFacts;
}

function clean(value: unknown): unknown {
  if (typeof value === "string") return isolated(plainCharacters(value));
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, clean(each)]));
}
