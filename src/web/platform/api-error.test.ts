import { expect, it } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import { errorFrom, errorMessage, requestIdOf, toApiError } from "./api-error.ts";

const refusal = { status: 0, message: "No.", code: "rule_violation", requestId: "r1" } as const;

it("brings the server's words to the screen", () => {
  expect(errorFrom(422, refusal)).toEqual({ httpStatus: 422, refusal, message: "No." });
});

it("has words of its own when the answer has none", () => {
  expect(errorFrom(500, null).message).toBe(MESSAGES.internal);
  expect(errorFrom(502, "<html>")).toEqual({ httpStatus: 502, refusal: null, message: MESSAGES.unavailable });
});

it("reads whatever was thrown", () => {
  expect(errorMessage(errorFrom(422, refusal))).toBe("No.");
  expect(toApiError(new TypeError("x"))).toEqual({ httpStatus: 0, refusal: null, message: MESSAGES.internal });
});

it("names the request of a fault of the server, and of nothing else", () => {
  const fault = errorFrom(500, { status: 0, message: MESSAGES.internal, code: "internal", requestId: "r2" });
  expect(errorMessage(fault)).toBe(`${MESSAGES.internal}\nRequest r2`);
  expect(requestIdOf(fault)).toBe("r2");
  expect(requestIdOf(errorFrom(422, refusal))).toBe("r1");
  expect(requestIdOf(errorFrom(502, "<html>"))).toBeUndefined();
});
