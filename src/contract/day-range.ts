import { addDays, daysBetween } from "./dates.ts";

/**
 * Days as a filter names them, both included. Each bound is a date or counted from today (`today`, `today+6`, `today-1`);
 * null leaves that side open.
 */
export interface DayRange {
  from: string | null;
  to: string | null;
}

// A plus sign in an address that was typed by hand is read as a blank.
const FROM_TODAY = /^today(?:([-+ ])([0-9]{1,3}))?$/;
/** The calendar and the database have no year 0. */
const DATE = /^(?!0000)\d{4}-\d{2}-\d{2}$/;

/** How many days from today a bound is; null for a date. */
export function daysFromToday(bound: string): number | null {
  const found = FROM_TODAY.exec(bound);
  if (found === null) return null;
  const days = Number(found[2] ?? 0);
  return found[1] === "-" && days > 0 ? -days : days;
}

/** The bound that many days from today. */
export function fromToday(days: number): string {
  if (days === 0) return "today";
  return days > 0 ? `today+${days}` : `today${days}`;
}

function isDate(bound: string): boolean {
  return DATE.test(bound) && !Number.isNaN(Date.parse(bound)) && new Date(bound).toISOString().startsWith(bound);
}

/** @returns null for a text that names no days: `2026-11-27`, `2026-11-27..2026-11-29`, `..today+2` or `today..` do */
export function parseDayRange(text: string): DayRange | null {
  const [from = "", to = from, ...rest] = text.split("..");
  const bounds = [from, to].map((bound) => {
    const days = daysFromToday(bound);
    return days === null ? bound : fromToday(days);
  });
  if (rest.length > 0 || (from === "" && to === "")) return null;
  if (!bounds.every((bound) => bound === "" || daysFromToday(bound) !== null || isDate(bound))) return null;
  return { from: bounds[0] || null, to: bounds[1] || null };
}

/** The text of a range; empty when both sides are open. */
export function dayRangeText({ from, to }: DayRange): string {
  if (from === null && to === null) return "";
  return from === to ? (from ?? "") : `${from ?? ""}..${to ?? ""}`;
}

/** The same range as dates. @param today of the days' time zone */
export function datesOf({ from, to }: DayRange, today: string): DayRange {
  return { from: from && dateOf(from, today), to: to && dateOf(to, today) };
}

function dateOf(bound: string, today: string): string {
  const days = daysFromToday(bound);
  return days === null ? bound : addDays(today, days);
}

/** False for a range that ends before it begins, whatever day it is today. */
export function isInOrder({ from, to }: DayRange): boolean {
  if (from === null || to === null) return true;
  const [first, last] = [daysFromToday(from), daysFromToday(to)];
  if (first !== null && last !== null) return first <= last;
  return first !== null || last !== null || from <= to;
}

/** How many days a range of dates has, none if it ends before it begins; Infinity if a side is open. */
export function countDays({ from, to }: DayRange): number {
  if (from === null || to === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, daysBetween(from, to) + 1);
}
