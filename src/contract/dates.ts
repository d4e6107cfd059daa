export const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;
export type Month = (typeof MONTHS)[number];

/** The days of the filing window are counted in the time zone of the country of arrival. */
export const ARRIVAL_ZONE = "Asia/Colombo";
export const CUSTOMER_ZONE = "America/New_York";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** Of a day in UTC: others may have 23 or 25 hours. */
export const DAY_MS = 24 * HOUR_MS;

/** `day` plus a number of days. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Days from one calendar day (`YYYY-MM-DD`) to another; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** The calendar day on which `instant` falls in a time zone. */
export function dayIn(zone: string, instant: Date): string {
  const hour = Math.floor(instant.getTime() / HOUR_MS);
  const days = zones.get(zone) ?? new Map<number, string | null>();
  zones.set(zone, days);
  let day = days.get(hour);
  if (day === undefined) {
    const first = dayOf(zone, new Date(hour * HOUR_MS));
    day = first === dayOf(zone, new Date((hour + 1) * HOUR_MS - 1)) ? first : null;
    if (days.size >= MAX_DAYS) days.clear();
    days.set(hour, day);
  }
  return day ?? dayOf(zone, instant);
}

/** The calendar day of a whole UTC hour, null if midnight falls within it: `Intl` is a hundred times slower than this cache. */
const zones = new Map<string, Map<number, string | null>>();
const MAX_DAYS = 20_000;

function dayOf(zone: string, instant: Date): string {
  const { year, month, day } = parts(zone, instant);
  return `${year}-${month}-${day}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      timeZoneName: "short",
    });
    formats.set(zone, format);
  }
  return format;
}

function parts(zone: string, instant: Date) {
  const found: Record<string, string> = {};
  for (const part of formatFor(zone).formatToParts(instant)) found[part.type] = part.value;
  const { year = "", month = "", day = "", hour = "", minute = "", second = "", timeZoneName = "" } = found;
  return { year: year.padStart(4, "0"), month, day, hour, minute, second, timeZoneName };
}

/** `DD-MM-YYYY HH:mm:ss` in UTC, or `-`. */
export function formatDateTimeUtc(instant: string | null): string {
  if (instant === null) return "-";
  const text = new Date(instant).toISOString();
  return `${formatDay(text)} ${text.slice(11, 19)}`;
}

/** `DD-MM-YYYY` of an instant in UTC or of a calendar day, or `-`. */
export function formatDay(value: string | null): string {
  if (value === null) return "-";
  const [year, month, day] = value.slice(0, 10).split("-");
  return `${day}-${month}-${year}`;
}

/** New York time with its true abbreviation, `03 Jan 2026 09:05:09 EST` (decision record 0029). */
export function formatNewYork(instant: string, language = "en"): string {
  const at = new Date(instant);
  const { year, day, hour, minute, second, timeZoneName } = parts(CUSTOMER_ZONE, at);
  const month = new Intl.DateTimeFormat(language, { timeZone: CUSTOMER_ZONE, month: "short" }).format(at);
  return `${day} ${month} ${year} ${hour}:${minute}:${second} ${timeZoneName}`;
}

/** The `us_date` (MM-DD-YYYY) and `us_time` (HH:mm:ss) of a remark: New York time (decision record 0029). */
export function newYorkDateAndTime(instant: Date): { us_date: string; us_time: string } {
  const { year, month, day, hour, minute, second } = parts(CUSTOMER_ZONE, instant);
  return { us_date: `${month}-${day}-${year}`, us_time: `${hour}:${minute}:${second}` };
}
