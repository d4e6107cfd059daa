import { expect, it } from "vitest";
import { secondsLeft } from "./seconds-left.ts";

const mail = { at: "2026-03-01T12:00:00.000Z", cancel_until: "2026-03-01T12:00:15.000Z" };
const after = (ms: number) => Date.parse(mail.at) + ms;

it.each([
  [after(0), 15],
  [after(1), 15],
  [after(14_001), 1],
  [after(15_000), 0],
  [after(60_000), 0],
])("counts down to the moment until which a message can be stopped", (now, seconds) => {
  expect(secondsLeft(mail, now)).toBe(seconds);
});

it("shows no more than the message had, by a clock that is slow", () => {
  expect(secondsLeft(mail, after(-3_600_000))).toBe(15);
});

it("is nothing for a message that can't be stopped", () => {
  expect(secondsLeft({ ...mail, cancel_until: null }, after(0))).toBe(0);
});
