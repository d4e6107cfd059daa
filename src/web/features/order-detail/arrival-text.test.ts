import { expect, it } from "vitest";
import { arrivalText } from "./arrival-text.ts";

// 19:00 UTC is half past midnight of the next day in Colombo.
const now = new Date("2026-02-28T19:00:00Z");

it.each([
  ["2026-03-01", "today"],
  ["2026-03-02", "tomorrow"],
  ["2026-02-28", "yesterday"],
  ["2026-03-06", "in 5 days"],
  ["2026-02-20", "9 days ago"],
])("an arrival on %s is %s", (arrival, words) => {
  expect(arrivalText(arrival, now)).toBe(words);
});
