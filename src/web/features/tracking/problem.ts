import { MESSAGES } from "#contract/messages.ts";
import { errorFrom } from "#web/platform/api-error.ts";

/** Why a visitor's call did not succeed. */
export type Problem =
  | { kind: "offline" }
  | { kind: "wait"; until: Date }
  /** `requestId` only for a fault of the server: all that can be said of it. */
  | { kind: "refused"; httpStatus: number; message: string; requestId?: string };

/** An answer that this page can do nothing with. */
export const UNREADABLE: Problem = { kind: "refused", httpStatus: 500, message: MESSAGES.internal };

const MS_PER_MINUTE = 60_000;

/**
 * The moment of a `Retry-After` header (seconds or an HTTP date), rounded up to the minute that a visitor is told;
 * null when the header is missing or unreadable.
 */
export function retryMoment(header: string | null, now: number): Date | null {
  if (header === null || header.trim() === "") return null;
  const moment = /^\d+$/.test(header.trim()) ? now + Number(header) * 1000 : Date.parse(header);
  if (Number.isNaN(moment)) return null;
  return new Date(Math.ceil(moment / MS_PER_MINUTE) * MS_PER_MINUTE);
}

export function problemOf(httpStatus: number, retryAfter: string | null, body: unknown, now = Date.now()): Problem {
  const until = httpStatus === 429 ? retryMoment(retryAfter, now) : null;
  if (until !== null) return { kind: "wait", until };
  const { message: told, refusal } = errorFrom(httpStatus, body);
  // What a visitor does may be done twice; the words about an unclear outcome are for staff.
  const message = refusal?.code === "outcome_unclear" ? MESSAGES.unavailable : told;
  const isFault = refusal?.code === "internal";
  return { kind: "refused", httpStatus, message, ...(isFault && { requestId: refusal.requestId }) };
}

/** True when the visitor no longer holds the grant for this order and has to give the e-mail again. */
export function isGrantLost(problem: Problem): boolean {
  return problem.kind === "refused" && (problem.httpStatus === 401 || problem.httpStatus === 403);
}
