import { describe, expect, it } from "vitest";
import { retryMoment } from "./retry-moment.ts";

const NOW = Date.parse("2026-03-01T14:05:09.000Z");

describe("retryMoment", () => {
  it.each([
    ["51", "2026-03-01T14:06:00.000Z"],
    ["52", "2026-03-01T14:07:00.000Z"],
    ["Sun, 01 Mar 2026 14:20:30 GMT", "2026-03-01T14:21:00.000Z"],
  ])("rounds %s up to the minute", (header, moment) => {
    expect(retryMoment(header, NOW)?.toISOString()).toBe(moment);
  });

  it.each([null, "", "soon"])("is null for %j", (header) => {
    expect(retryMoment(header, NOW)).toBeNull();
  });
});
