import { expect, it } from "vitest";
import { createRecentChanges } from "./recent-changes.ts";

function setUp() {
  const clock = { ms: 0 };
  return { clock, recent: createRecentChanges(() => clock.ms) };
}

it("lists each changed order once, for 30 seconds after its last change", () => {
  const { clock, recent } = setUp();
  recent.add([1, 2]);
  clock.ms = 20_000;
  recent.add([1, 3]);
  expect(recent.list()).toEqual([2, 1, 3]);
  clock.ms = 40_000;
  expect(recent.list()).toEqual([1, 3]);
  recent.add([4]);
  clock.ms = 60_001;
  expect(recent.list()).toEqual([4]);
});

it("says many after a notification without ids and above 500 orders, for 30 seconds", () => {
  for (const orders of ["many", Array.from({ length: 501 }, (_, i) => i + 1)] as const) {
    const { clock, recent } = setUp();
    recent.add(orders);
    recent.add([7]);
    expect(recent.list()).toBe("many");
    clock.ms = 30_001;
    expect(recent.list()).toEqual([]);
  }
});
