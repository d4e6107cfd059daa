import { expect, it } from "vitest";
import { reconnectPause } from "./reconnect-pause.ts";

it("doubles from one second to thirty, up to half of it random", () => {
  expect([1, 2, 3, 4, 5, 6, 60].map((failures) => reconnectPause(failures, 0))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
  expect(reconnectPause(1, 1)).toBe(500);
  expect(reconnectPause(60, 0.5)).toBe(22_500);
});
