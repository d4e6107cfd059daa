import type { CountryOf } from "#server/platform/geo/countries.ts";
import type { Visit } from "./pack-facts.ts";

/** Describes IP addresses and user agents; provided by the program. */
export interface ClientText {
  /** `Browser-Version-Device-Type` and the system, as in the download log. */
  describeUserAgent(userAgent: string): { browser: string; os: string };
  countryOf: CountryOf;
  /** The English name of an ISO alpha-2 code. */
  countryName(code: string | null): string;
}

export interface VisitSource {
  at: Date;
  ip: string | null;
  userAgent: string | null;
  /** As recorded at the time; if undefined, the address is looked up now. */
  country?: string | null | undefined;
}

export function toVisit({ at, ip, userAgent, country }: VisitSource, words: ClientText): Visit {
  return { at: at.toISOString(), ip, place: placeOf(ip, country, words), ...clientOf(userAgent, words) };
}

export function placeOf(
  ip: string | null,
  recorded: string | null | undefined,
  { countryOf, countryName }: ClientText,
): string | null {
  const code = recorded ?? (ip === null ? null : countryOf(ip));
  return code === null ? null : countryName(code);
}

/** Unknown parts are `null` and left out of texts. */
export function clientOf(
  userAgent: string | null,
  { describeUserAgent }: ClientText,
): Pick<Visit, "device" | "browser" | "os"> {
  if (userAgent === null || userAgent === "") return { device: null, browser: null, os: null };
  const { browser, os } = describeUserAgent(userAgent);
  const [name = "", version = "", device = "", type = ""] = browser.split("-").map(known);
  return {
    device: joined([capitalised(type), device]),
    browser: name === "" ? null : joined([name, version]),
    os: joined([known(os)]),
  };
}

const known = (part: string) => (part === "Unknown" ? "" : part.trim());
const capitalised = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);
const joined = (parts: readonly string[]) => parts.filter((part) => part !== "").join(" ") || null;
