import type { FieldError } from "#contract/envelope.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { MESSAGES } from "#contract/messages.ts";

interface AppErrorDetails {
  errors?: FieldError[];
  /** Outcome of each item when a bulk call is refused. */
  data?: unknown;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** A refusal whose message is sent to the caller. Any other thrown error becomes a 500 without details. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly data: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, details: AppErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.errors = details.errors;
    this.data = details.data;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** 400 for one field, in the same shape as a schema validation error. */
export function invalidField(path: string, message: string): AppError {
  return new AppError("invalid_input", message, { errors: [{ path, message }] });
}

/** 422: a rule forbids a well-formed request. @param path the field that it is about, by which the form finds it */
export function refused(message: string, path?: string): AppError {
  return new AppError("rule_violation", message, path === undefined ? {} : { errors: [{ path, message }] });
}

export function notFound(message: string = MESSAGES.notFound): AppError {
  return new AppError("not_found", message);
}

/** @returns `found`, if it is not undefined @throws AppError not_found with `message` otherwise */
export function requireFound<T>(found: T | undefined, message?: string): T {
  if (found === undefined) throw notFound(message);
  return found;
}
