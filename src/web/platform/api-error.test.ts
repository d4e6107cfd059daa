import { afterEach, expect, it, vi } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { errorFrom, errorMessage, requestIdOf, toApiError } from "./api-error.ts";

const refusal = { status: 0, message: "No.", code: "rule_violation", requestId: "r1" } as const;

it("shows the server's message @7-048", () => {
  expect(errorFrom(422, refusal)).toEqual({ httpStatus: 422, refusal, message: "No." });
});

it("has a message of its own when the response has none", () => {
  expect(errorFrom(500, null).message).toBe(MESSAGES.internal);
  expect(errorFrom(502, "<html>")).toEqual({ httpStatus: 502, refusal: null, message: MESSAGES.unavailable });
});

it("reads any thrown value", () => {
  expect(errorMessage(errorFrom(422, refusal))).toBe("No.");
  expect(toApiError(new TypeError("x"))).toEqual({ httpStatus: 0, refusal: null, message: MESSAGES.internal });
});

it("names the request of a server error, and of nothing else", () => {
  const fault = errorFrom(500, { status: 0, message: MESSAGES.internal, code: "internal", requestId: "r2" });
  expect(errorMessage(fault)).toBe(`${MESSAGES.internal}\nRequest r2`);
  expect(requestIdOf(fault)).toBe("r2");
  expect(requestIdOf(errorFrom(422, refusal))).toBe("r1");
  expect(requestIdOf(errorFrom(502, "<html>"))).toBeUndefined();
});

afterEach(() => void vi.useRealTimers());

it("gives the time until which to wait, in the reader's time zone", () => {
  vi.useFakeTimers({ now: new Date(2026, 2, 1, 11, 12, 30) });
  const limited = { ...refusal, code: "rate_limited", message: MESSAGES.rateLimited };
  expect(errorFrom(429, limited, "870").message).toBe("Too many tries. Please try again after 11:27.");
  expect(errorFrom(429, limited).message).toBe(MESSAGES.rateLimited);
  const many = { ...limited, message: "Too many details." };
  expect(errorFrom(429, many, "870").message).toBe("Too many details. Try again after 11:27.");
  expect(errorFrom(429, { ...many, message: ORDER_MESSAGES.exportsBusy }, "10").message).toBe(
    ORDER_MESSAGES.exportsBusy,
  );
});
