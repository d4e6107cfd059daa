import { type Refusal, refusalSchema } from "#contract/envelope.ts";
import { MESSAGES } from "#contract/messages.ts";
import { retryMoment } from "./retry-moment.ts";

/** A failed call: `message` is ready for the screen. `httpStatus` 0 means that there was no response. */
export interface ApiError {
  httpStatus: number;
  refusal: Refusal | null;
  message: string;
}

const NO_ANSWER = "The server can't be reached. Please check your connection and try again.";

export function noAnswer(): ApiError {
  return { httpStatus: 0, refusal: null, message: NO_ANSWER };
}

/** The response was interrupted. */
export function brokenOff(): ApiError {
  return { httpStatus: 0, refusal: null, message: "The download was interrupted. Please try again." };
}

/** The error of a failed response: the server's message if it has one, with the time to wait until. */
export function errorFrom(httpStatus: number, body: unknown, retryAfter: string | null = null): ApiError {
  const refusal = refusalSchema.safeParse(body).data ?? null;
  if (refusal !== null) return { httpStatus, refusal, message: waitText(refusal, retryAfter) };
  return { httpStatus, refusal, message: httpStatus >= 502 ? MESSAGES.unavailable : MESSAGES.internal };
}

/** A rate limit's message with its end in the reader's time zone; omitted for short waits. */
function waitText({ code, message }: Refusal, retryAfter: string | null): string {
  const until = code === "rate_limited" ? retryMoment(retryAfter, Date.now()) : null;
  if (until === null) return message;
  const time = until.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (message === MESSAGES.rateLimited) return `Too many tries. Please try again after ${time}.`;
  return Number(retryAfter) < 60 ? message : `${message} Try again after ${time}.`;
}

function isApiError(error: unknown): error is ApiError {
  return typeof error === "object" && error !== null && "httpStatus" in error && "message" in error;
}

/** An error thrown by `.unwrap()` or returned in `error`, as an ApiError. */
export function toApiError(error: unknown): ApiError {
  return isApiError(error) ? error : { httpStatus: 0, refusal: null, message: MESSAGES.internal };
}

/** True when the requested change was made, or may have been: the screen is out of date then. */
export function mayStand(error: ApiError | undefined): boolean {
  return error === undefined || error.refusal?.code === "outcome_unclear";
}

/** The request id of a server error, as logged by the server. */
export function requestIdOf(error: unknown): string | undefined {
  return toApiError(error).refusal?.requestId;
}

/**
 * The message for an error thrown by `.unwrap()` or returned in `error`. A server error does not name its cause; the
 * request id is shown below, so that the user can report it.
 */
export function errorMessage(error: unknown): string {
  const { message, refusal } = toApiError(error);
  return refusal?.code === "internal" ? `${message}\nRequest ${refusal.requestId}` : message;
}
