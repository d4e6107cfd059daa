import { expect, it } from "vitest";
import { createLog } from "#server/platform/log.ts";
import { createRoadPauses } from "./road-pauses.ts";

function open() {
  const clock = { at: new Date("2026-03-01T10:00:00Z") };
  const roads = createRoadPauses({ now: () => clock.at, log: createLog("silent") });
  return {
    ...roads,
    fail: (times: number, wait?: number) => {
      for (let n = 0; n < times; n += 1) roads.failed("ses", "no", wait);
    },
    later: (seconds: number) => {
      clock.at = new Date(clock.at.getTime() + seconds * 1000);
    },
  };
}

it("leaves a road open through the three tries of one mail, and pauses it at the fifth failure in a row", () => {
  const roads = open();
  roads.fail(4);
  expect(roads.enter("ses")).toBeUndefined();
  roads.fail(1);
  expect(roads.enter("ses")).toMatchObject({ isOutage: true, detail: "no" });
  expect(roads.enter("sendgrid")).toBeUndefined();
});

it("lets one mail find out for all after the pause, each pause longer than the last, up to a minute", () => {
  const roads = open();
  roads.fail(5);
  for (const seconds of [5, 10, 30, 60, 60]) {
    roads.later(seconds - 0.001);
    expect(roads.enter("ses")).toBeDefined();
    roads.later(0.001);
    expect(
      [roads.enter("ses"), roads.enter("ses"), roads.enter("ses")].filter((pause) => pause === undefined),
    ).toHaveLength(1);
    roads.fail(1);
  }
  roads.succeeded("ses");
  expect(roads.enter("ses")).toBeUndefined();
  roads.fail(4);
  expect(roads.enter("ses")).toBeUndefined();
});

it("waits as long as a road asks, at most a minute, without calling it down, until a minute of patience is over", () => {
  const roads = open();
  roads.fail(8, 2_000);
  expect(roads.enter("ses")).toMatchObject({ isOutage: false });
  roads.later(2);
  expect([roads.enter("ses"), roads.enter("ses")]).toEqual([undefined, undefined]);
  roads.fail(1, 3_600_000);
  roads.later(59);
  expect(roads.enter("ses")).toMatchObject({ isOutage: false });
  roads.later(1);
  expect(roads.enter("ses")).toBeUndefined();
  roads.fail(1, 1_000);
  expect(roads.enter("ses")).toMatchObject({ isOutage: true });
});
