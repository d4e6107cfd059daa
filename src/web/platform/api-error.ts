import { type Refusal, refusalSchema } from "#contract/envelope.ts";
import { MESSAGES } from "#contract/messages.ts";

/** What a failed call leaves: `message` is ready for the screen. `httpStatus` 0 means that no answer came. */
export interface ApiError {
  httpStatus: number;
  refusal: Refusal | null;
  message: string;
}

const NO_ANSWER = "The server can't be reached. Please check your connection and try again.";

export function noAnswer(): ApiError {
  return { httpStatus: 0, refusal: null, message: NO_ANSWER };
}

/** The answer began and did not come to its end. */
export function brokenOff(): ApiError {
  return { httpStatus: 0, refusal: null, message: "The file broke off before its end. Please try again." };
}

/** The error of an answer that is no success: the server's own words when it has some. */
export function errorFrom(httpStatus: number, body: unknown): ApiError {
  const refusal = refusalSchema.safeParse(body).data ?? null;
  if (refusal !== null) return { httpStatus, refusal, message: refusal.message };
  return { httpStatus, refusal, message: httpStatus >= 502 ? MESSAGES.unavailable : MESSAGES.internal };
}

function isApiError(error: unknown): error is ApiError {
  return typeof error === "object" && error !== null && "httpStatus" in error && "message" in error;
}

/** What was thrown by `.unwrap()` or returned in `error`, as an ApiError. */
export function toApiError(error: unknown): ApiError {
  return isApiError(error) ? error : { httpStatus: 0, refusal: null, message: MESSAGES.internal };
}

/** True when the change that was asked for was made, or may have been: what is on the screen is old then. */
export function mayStand(error: ApiError | undefined): boolean {
  return error === undefined || error.refusal?.code === "outcome_unclear";
}

/** The id under which the server's log knows the request that failed, when it answered. */
export function requestIdOf(error: unknown): string | undefined {
  return toApiError(error).refusal?.requestId;
}

/**
 * The sentence to show for what was thrown by `.unwrap()` or returned in `error`. A fault of the server says nothing
 * of its cause; the id of its request stands beneath, so that whoever reads it can tell which one it was.
 */
export function errorMessage(error: unknown): string {
  const { message, refusal } = toApiError(error);
  return refusal?.code === "internal" ? `${message}\nRequest ${refusal.requestId}` : message;
}
