import type { FieldError } from "#contract/envelope.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { MESSAGES } from "#contract/messages.ts";

interface AppErrorDetails {
  errors?: FieldError[];
  /** What became of each part, for a refusal of a call on many. */
  data?: unknown;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** A refusal that a caller is meant to read. Everything else that is thrown answers 500 with no detail. */
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

/** 400 for one field, in the shape that a validation of the contract has. */
export function invalidField(path: string, message: string): AppError {
  return new AppError("invalid_input", message, { errors: [{ path, message }] });
}

export function notFound(message: string = MESSAGES.notFound): AppError {
  return new AppError("not_found", message);
}
