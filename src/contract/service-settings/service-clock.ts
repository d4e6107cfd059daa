import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/dates.ts";
import type { ServiceCalendar } from "./service-settings.ts";

/** Asia/Colombo has no clock changes. */
export const ARRIVAL_OFFSET_MS = 5.5 * HOUR_MS;
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const weekday = (day: number) => (((day + 3) % 7) + 7) % 7;

/** An opening period in milliseconds since 1970. */
interface Period {
  from: number;
  to: number;
}

const msOf = (time: string) => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * MINUTE_MS;

const compiled = new WeakMap<ServiceCalendar, ReturnType<typeof compile>>();

/** Days are numbers since 1970, in the time zone of arrival. */
function compile({ week, closed }: ServiceCalendar) {
  const closedDays = new Set(closed.map((day) => Date.parse(`${day}T00:00:00Z`) / DAY_MS));
  const isAlwaysOpen = closedDays.size === 0 && week.every((day) => day?.from === "00:00" && day.to === "24:00");
  const hours = week.map((day) => (day === null ? null : { from: msOf(day.from), to: msOf(day.to) }));
  const periodOf = (day: number): Period | null => {
    const open = hours[weekday(day)] ?? null;
    if (open === null || closedDays.has(day)) return null;
    const midnight = day * DAY_MS - ARRIVAL_OFFSET_MS;
    return { from: midnight + open.from, to: midnight + open.to };
  };
  return { isAlwaysOpen, periodOf };
}

function clockOf(calendar: ServiceCalendar) {
  const clock = compiled.get(calendar) ?? compile(calendar);
  compiled.set(calendar, clock);
  return clock;
}

const dayOf = (at: number) => Math.floor((at + ARRIVAL_OFFSET_MS) / DAY_MS);

/** The open milliseconds between two instants; none if `to` is not after `from`. */
export function openMs(calendar: ServiceCalendar, from: number, to: number): number {
  const { isAlwaysOpen, periodOf } = clockOf(calendar);
  if (isAlwaysOpen || to <= from) return Math.max(0, to - from);
  let sum = 0;
  for (let day = dayOf(from); day <= dayOf(to); day += 1) {
    const period = periodOf(day);
    if (period !== null) sum += Math.max(0, Math.min(to, period.to) - Math.max(from, period.from));
  }
  return sum;
}

/**
 * The earliest instant at which `ms` open milliseconds have passed since `from`; with a negative number, the one since
 * which that many had passed at `from`. Needs one open weekday, else it would never end.
 */
export function afterOpenMs(calendar: ServiceCalendar, from: number, ms: number): number {
  const { isAlwaysOpen, periodOf } = clockOf(calendar);
  if (isAlwaysOpen) return from + ms;
  let left = Math.abs(ms);
  if (ms > 0) {
    for (let day = dayOf(from); ; day += 1) {
      const period = periodOf(day);
      if (period === null || period.to <= from) continue;
      const start = Math.max(from, period.from);
      if (start + left <= period.to) return start + left;
      left -= period.to - start;
    }
  }
  for (let day = dayOf(from); ; day -= 1) {
    const period = periodOf(day);
    if (period === null || period.from >= from) continue;
    const end = Math.min(from, period.to);
    if (end - left > period.from) return end - left;
    left -= end - period.from;
  }
}
