import { describe, expect, it } from "vitest";
import { countDays, datesOf, dayRangeText, isInOrder, parseDayRange } from "./day-range.ts";

describe("a range of days", () => {
  it.each([
    ["2026-11-27", "2026-11-27", "2026-11-27"],
    ["2026-11-27..2026-11-29", "2026-11-27", "2026-11-29"],
    ["..2026-11-29", null, "2026-11-29"],
    ["2026-11-27..", "2026-11-27", null],
    ["today", "today", "today"],
    ["today..today+6", "today", "today+6"],
    ["today-6..today", "today-6", "today"],
    ["..today+2", null, "today+2"],
    ["2026-11-27..today", "2026-11-27", "today"],
  ])("%s", (text, from, to) => {
    expect(parseDayRange(text)).toEqual({ from, to });
    expect(dayRangeText({ from, to })).toBe(text);
  });

  it.each([
    "",
    "..",
    "...",
    "2026-02-30",
    "0000-01-01",
    "..0000-12-31",
    "27-11-2026",
    "yesterday",
    "today+1000",
    "today+",
    "a..b",
    "today..today..today",
  ])("%j is none", (text) => expect(parseDayRange(text)).toBeNull());

  it("is written in one way: a blank for a plus sign, no day more than today", () => {
    expect(parseDayRange("today..today 6")).toEqual({ from: "today", to: "today+6" });
    expect(parseDayRange("today-0..today+06")).toEqual({ from: "today", to: "today+6" });
  });

  it("counted from today, is other dates tomorrow", () => {
    const week = { from: "today", to: "today+6" };
    expect(datesOf(week, "2026-12-28")).toEqual({ from: "2026-12-28", to: "2027-01-03" });
    expect(datesOf(week, "2026-12-29")).toEqual({ from: "2026-12-29", to: "2027-01-04" });
    expect(datesOf({ from: null, to: "today-1" }, "2026-03-01")).toEqual({ from: null, to: "2026-02-28" });
  });

  it("is counted and put in order", () => {
    expect(countDays({ from: "2026-11-27", to: "2026-11-29" })).toBe(3);
    expect(countDays({ from: "2026-11-29", to: "2026-11-27" })).toBe(0);
    expect(countDays({ from: null, to: "2026-11-27" })).toBe(Number.POSITIVE_INFINITY);
    const order = ["2026-11-29..2026-11-27", "today+1..today", "today..2026-01-01", "..2026-01-01"].map((text) =>
      isInOrder(parseDayRange(text) ?? { from: null, to: null }),
    );
    expect(order).toEqual([false, false, true, true]);
  });
});
