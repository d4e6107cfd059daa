import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { daySchema, zonedInstantSchema } from "./date-schemas.ts";
import {
  ARRIVAL_ZONE,
  addDays,
  dayIn,
  formatDateTimeUtc,
  formatDay,
  formatNewYork,
  newYorkDateAndTime,
} from "./dates.ts";

describe("calendar days", () => {
  it("are moved across leap days, years and clock changes", () => {
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
    expect(addDays("2027-02-28", 1)).toBe("2027-03-01");
    expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
    expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
    expect(addDays("2026-03-08", 1)).toBe("2026-03-09");
  });

  it("are the same after moving there and back", () => {
    const day = fc.date({ min: new Date("1900-01-01"), max: new Date("2199-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.integer({ min: -4000, max: 4000 }), (date, days) => {
        const text = date.toISOString().slice(0, 10);
        expect(addDays(addDays(text, days), -days)).toBe(text);
      }),
    );
  });

  it("change at midnight of their time zone", () => {
    expect(dayIn(ARRIVAL_ZONE, new Date("2026-03-01T18:29:59Z"))).toBe("2026-03-01");
    expect(dayIn(ARRIVAL_ZONE, new Date("2026-03-01T18:30:00Z"))).toBe("2026-03-02");
    expect(dayIn("UTC", new Date("2026-03-01T23:59:59Z"))).toBe("2026-03-01");
  });

  it("exist in the calendar", () => {
    for (const day of ["2028-02-29", "2026-12-31", "1900-01-01"]) expect(daySchema.parse(day)).toBe(day);
    for (const day of ["2027-02-29", "2026-13-01", "2026-00-10", "2026-4-1", "01-04-2026", "", "0000-01-01", null]) {
      expect(daySchema.safeParse(day).error?.issues[0]?.message).toBe("A date must be YYYY-MM-DD.");
    }
  });

  it.each([
    ["2026-03-01T00:05:09+05:30", "2026-02-28T18:35:09.000Z"],
    ["2026-03-01T00:05:09.123456Z", "2026-03-01T00:05:09.123Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
  ])("an instant from outside, %s, is written in UTC", (given, wanted) => {
    expect(zonedInstantSchema.parse(given)).toBe(wanted);
  });

  // JavaScript accepts the last three instants, the database's calendar does not.
  it.each([
    "2026-03-01",
    "2026-03-01T00:05:09",
    "2026-02-30T00:00:00Z",
    "now",
    1772323200,
    "0000-06-01T00:00:00Z",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-14:00",
  ])("%j is no instant from outside", (given) => {
    expect(zonedInstantSchema.safeParse(given).error?.issues[0]?.message).toBe(
      "An instant must be ISO 8601 with its time zone.",
    );
  });
});

describe("formatted dates", () => {
  it("are UTC for staff, and a dash when there is none @3-013", () => {
    expect(formatDateTimeUtc("2026-03-01T00:05:09.000Z")).toBe("01-03-2026 00:05:09");
    expect(formatDateTimeUtc("2026-03-01T23:59:59.999Z")).toBe("01-03-2026 23:59:59");
    expect(formatDateTimeUtc(null)).toBe("-");
    expect(formatDay("2026-03-01")).toBe("01-03-2026");
    expect(formatDay("2026-03-01T23:59:59.000Z")).toBe("01-03-2026");
    expect(formatDay(null)).toBe("-");
  });

  it("are in New York time with the true abbreviation on both sides of each clock change @2-163", () => {
    expect(formatNewYork("2026-03-08T06:59:59Z")).toBe("08 Mar 2026 01:59:59 EST");
    expect(formatNewYork("2026-03-08T07:00:00Z")).toBe("08 Mar 2026 03:00:00 EDT");
    expect(formatNewYork("2026-11-01T05:59:59Z")).toBe("01 Nov 2026 01:59:59 EDT");
    expect(formatNewYork("2026-11-01T06:00:00Z")).toBe("01 Nov 2026 01:00:00 EST");
    expect(formatNewYork("2026-03-10T05:00:00Z", "de")).toBe("10 Mär 2026 01:00:00 EDT");
    expect(formatNewYork("2026-01-01T05:00:00Z")).toBe("01 Jan 2026 00:00:00 EST");
  });

  it("are New York's date and time in a comment", () => {
    expect(newYorkDateAndTime(new Date("2026-07-05T03:59:59Z"))).toEqual({
      us_date: "07-04-2026",
      us_time: "23:59:59",
    });
    expect(newYorkDateAndTime(new Date("2028-03-01T04:30:00Z"))).toEqual({
      us_date: "02-29-2028",
      us_time: "23:30:00",
    });
  });
});
