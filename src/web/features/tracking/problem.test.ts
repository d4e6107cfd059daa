import { describe, expect, it } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import { isGrantLost, problemOf } from "./problem.ts";

const NOW = Date.parse("2026-03-01T14:05:09.000Z");
const refusal = { status: 0, message: MESSAGES.rateLimited, code: "rate_limited", requestId: "r1" };

describe("problemOf", () => {
  it("gives the time until which to wait", () => {
    expect(problemOf(429, "60", refusal, NOW)).toEqual({ kind: "wait", until: Date.parse("2026-03-01T14:07:00.000Z") });
  });

  it("keeps the server's message when it gives no time", () => {
    expect(problemOf(429, null, refusal)).toEqual({ kind: "refused", httpStatus: 429, message: MESSAGES.rateLimited });
  });

  it("names the request of a server error", () => {
    const fault = { status: 0, message: MESSAGES.internal, code: "internal", requestId: "r2" };
    expect(problemOf(500, null, fault)).toMatchObject({ message: MESSAGES.internal, requestId: "r2" });
  });

  it("suggests trying again when the outcome is unclear, because visitors' calls are repeatable", () => {
    const unclear = { status: 0, message: MESSAGES.outcomeUnclear, code: "outcome_unclear", requestId: "r3" };
    expect(problemOf(503, "5", unclear)).toEqual({ kind: "refused", httpStatus: 503, message: MESSAGES.unavailable });
  });

  it("has a message for a response that is not from our server", () => {
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
