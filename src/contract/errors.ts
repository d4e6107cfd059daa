import * as z from "zod";

/** Every refusal code and its HTTP status; the server sends no others. */
export const ERROR_STATUS = {
  invalid_input: 400,
  unauthenticated: 401,
  session_ended: 401,
  /** Somebody else typed this password too long ago. */
  first_password_expired: 401,
  /** The password is right: `data` is the ticket for the second step. */
  second_factor_required: 401,
  second_factor_setup_required: 401,
  forbidden: 403,
  reauthentication_required: 403,
  /** A session of a mailed link reaches only what sets a second factor up. */
  enrolment_only: 403,
  xsrf: 403,
  not_found: 404,
  request_timeout: 408,
  conflict_version: 409,
  same_status: 422,
  too_large: 413,
  unsupported_type: 415,
  rule_violation: 422,
  document_required: 422,
  reason_required: 422,
  /** `data.confirm` lists what the caller confirms by repeating the call with these words in `confirm`. */
  confirmation_required: 422,
  current_password_required: 422,
  pack_blocked: 422,
  /** A dispute stands against recording the refund: the bank may have taken the money already. */
  refund_disputed: 422,
  rate_limited: 429,
  unavailable: 503,
  outcome_unclear: 503,
  internal: 500,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;
export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];
export const errorCodeSchema = z.enum(ERROR_CODES);
