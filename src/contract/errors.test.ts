import { expect, it } from "vitest";
import { refusalSchema } from "./envelope.ts";
import { ERROR_STATUS } from "./errors.ts";

it("has a closed list of codes, each with its HTTP status @8-025", () => {
  expect(ERROR_STATUS).toEqual({
    invalid_input: 400,
    unauthenticated: 401,
    session_ended: 401,
    first_password_expired: 401,
    second_factor_required: 401,
    second_factor_setup_required: 401,
    forbidden: 403,
    reauthentication_required: 403,
    enrolment_only: 403,
    xsrf: 403,
    not_found: 404,
    request_timeout: 408,
    conflict_version: 409,
    too_large: 413,
    unsupported_type: 415,
    same_status: 422,
    rule_violation: 422,
    document_required: 422,
    reason_required: 422,
    confirmation_required: 422,
    current_password_required: 422,
    pack_blocked: 422,
    refund_disputed: 422,
    rate_limited: 429,
    internal: 500,
    unavailable: 503,
    outcome_unclear: 503,
  });
});

it("accepts no other code in a refusal @8-025", () => {
  const refusal = { status: 0, message: "No.", requestId: "r1" };
  expect(refusalSchema.safeParse({ ...refusal, code: "forbidden" }).success).toBe(true);
  expect(refusalSchema.safeParse({ ...refusal, code: "teapot" }).success).toBe(false);
});
