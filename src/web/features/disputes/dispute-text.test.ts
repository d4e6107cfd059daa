import { expect, it } from "vitest";
import { amountText, daysUntil, dueText, dueTone } from "./dispute-text.ts";

// One minute before midnight: the day that counts is still the first of March.
const now = new Date("2026-03-01T23:59:00Z");

it.each([
  ["2026-03-13", 12, "12 days left", "calm"],
  ["2026-03-05", 4, "4 days left", "calm"],
  ["2026-03-04", 3, "3 days left", "urgent"],
  ["2026-03-02", 1, "1 day left", "urgent"],
  ["2026-03-01", 0, "due today", "urgent"],
  ["2026-02-28", -1, "1 day overdue", "overdue"],
  ["2025-12-01", -90, "90 days overdue", "overdue"],
])("an answer due on %s has %i days: %s, %s", (day, daysLeft, words, tone) => {
  expect(daysUntil(day, now)).toBe(daysLeft);
  expect(dueText(daysLeft)).toBe(words);
  expect(dueTone(daysLeft)).toBe(tone);
});

it("shows an amount with its currency, and nothing while it is unknown", () => {
  expect(amountText({ amount: "49.99", currency: "USD" })).toBe("49.99 USD");
  expect(amountText({ amount: null, currency: null })).toBeNull();
});
