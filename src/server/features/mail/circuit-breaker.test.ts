import { expect, it } from "vitest";
import { createLog } from "#server/platform/log.ts";
import { createCircuitBreaker } from "./circuit-breaker.ts";

function openBreaker() {
  const clock = { at: new Date("2026-03-01T10:00:00Z") };
  const breaker = createCircuitBreaker({ now: () => clock.at, log: createLog("silent") });
  return {
    ...breaker,
    fail: (times: number, wait?: number) => {
      for (let n = 0; n < times; n += 1) breaker.failed("ses", "no", wait);
    },
    later: (seconds: number) => {
      clock.at = new Date(clock.at.getTime() + seconds * 1000);
    },
  };
}

it("stays closed through the three attempts of one mail and opens at the fifth consecutive failure", () => {
  const breaker = openBreaker();
  breaker.fail(4);
  expect(breaker.enter("ses")).toBeUndefined();
  breaker.fail(1);
  expect(breaker.enter("ses")).toMatchObject({ isOutage: true, detail: "no" });
  expect(breaker.enter("sendgrid")).toBeUndefined();
});

it("lets one mail through after each pause; pauses grow up to a minute", () => {
  const breaker = openBreaker();
  breaker.fail(5);
  for (const seconds of [5, 10, 30, 60, 60]) {
    breaker.later(seconds - 0.001);
    expect(breaker.enter("ses")).toBeDefined();
    breaker.later(0.001);
    expect(
      [breaker.enter("ses"), breaker.enter("ses"), breaker.enter("ses")].filter((pause) => pause === undefined),
    ).toHaveLength(1);
    breaker.fail(1);
  }
  breaker.succeeded("ses");
  expect(breaker.enter("ses")).toBeUndefined();
  breaker.fail(4);
  expect(breaker.enter("ses")).toBeUndefined();
});

it("waits as long as a transport asks, up to a minute, and reports an outage only after a minute of throttling", () => {
  const breaker = openBreaker();
  breaker.fail(8, 2_000);
  expect(breaker.enter("ses")).toMatchObject({ isOutage: false });
  breaker.later(2);
  expect([breaker.enter("ses"), breaker.enter("ses")]).toEqual([undefined, undefined]);
  breaker.fail(1, 3_600_000);
  breaker.later(59);
  expect(breaker.enter("ses")).toMatchObject({ isOutage: false });
  breaker.later(1);
  expect(breaker.enter("ses")).toBeUndefined();
  breaker.fail(1, 1_000);
  expect(breaker.enter("ses")).toMatchObject({ isOutage: true });
});

it.each([
  ["an outage", 5, undefined],
  ["a provider that throttles", 1, 60_000],
])("the pause of %s doesn't last until a clock that went back is there again", (_of, failures, wait) => {
  const breaker = openBreaker();
  breaker.fail(failures, wait);
  expect(breaker.enter("ses")).toBeDefined();
  breaker.later(-7200);
  expect(breaker.enter("ses")).toBeUndefined();
  breaker.fail(failures, wait);
  expect(breaker.enter("ses")).toBeDefined();
  breaker.later(61);
  expect(breaker.enter("ses")).toBeUndefined();
});
