import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { noteServerDate, serverNow } from "./server-clock.ts";

const NOW = Date.parse("2026-03-01T10:00:00Z");
const DAY_MS = 86_400_000;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  noteServerDate(new Date(NOW).toUTCString());
});
afterEach(() => vi.useRealTimers());

it("follows the server's date when the computer's clock is days off, and goes on from there", () => {
  noteServerDate(new Date(NOW - 3 * DAY_MS).toUTCString());
  expect(serverNow()).toBe(NOW - 3 * DAY_MS);
  vi.advanceTimersByTime(5000);
  expect(serverNow()).toBe(NOW - 3 * DAY_MS + 5000);
  noteServerDate(new Date(NOW + 5000).toUTCString());
  expect(serverNow()).toBe(NOW + 5000);
});

it.each([[null], ["yesterday"], [""]])("is the computer's without a date, such as %j", (date) => {
  noteServerDate(date);
  expect(serverNow()).toBe(NOW);
});

it("ignores the seconds of a slow answer", () => {
  noteServerDate(new Date(NOW - 20_000).toUTCString());
  expect(serverNow()).toBe(NOW);
});
