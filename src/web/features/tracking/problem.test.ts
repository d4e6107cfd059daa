import { describe, expect, it } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import { isGrantLost, problemOf, retryMoment } from "./problem.ts";

const NOW = Date.parse("2026-03-01T14:05:09.000Z");
const refusal = { status: 0, message: MESSAGES.rateLimited, code: "rate_limited", requestId: "r1" };

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

describe("problemOf", () => {
  it("says until when to wait", () => {
    expect(problemOf(429, "60", refusal, NOW)).toEqual({ kind: "wait", until: new Date("2026-03-01T14:07:00.000Z") });
  });

  it("says what the server said when it names no time", () => {
    expect(problemOf(429, null, refusal)).toEqual({ kind: "refused", httpStatus: 429, message: MESSAGES.rateLimited });
  });

  it("names the request of a fault of the server", () => {
    const fault = { status: 0, message: MESSAGES.internal, code: "internal", requestId: "r2" };
    expect(problemOf(500, null, fault)).toMatchObject({ message: MESSAGES.internal, requestId: "r2" });
  });

  it("asks for patience when nobody knows whether it was done, for it may be done twice", () => {
    const unclear = { status: 0, message: MESSAGES.outcomeUnclear, code: "outcome_unclear", requestId: "r3" };
    expect(problemOf(503, "5", unclear)).toEqual({ kind: "refused", httpStatus: 503, message: MESSAGES.unavailable });
  });

  it("has words for an answer that is none of ours", () => {
    expect(problemOf(502, null, null)).toMatchObject({ message: MESSAGES.unavailable });
    expect(problemOf(200, null, { status: 1 })).toMatchObject({ message: MESSAGES.internal });
  });
});

describe("isGrantLost", () => {
  it("is true for 401 and 403 only", () => {
    const lost = [401, 403, 404, 429, 500].filter((status) => isGrantLost(problemOf(status, null, null)));
    expect(lost).toEqual([401, 403]);
    expect(isGrantLost({ kind: "offline" })).toBe(false);
  });
});
