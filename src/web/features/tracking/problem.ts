import type { ErrorCode } from "#contract/errors.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import { type VisitorProblem, visitorProblem, waitUntil } from "#contract/tracking/visitor-page.ts";
import { retryMoment } from "#web/platform/retry-moment.ts";

/** Why a visitor's call failed. */
export type Problem = VisitorProblem | { kind: "offline" };

/** A response that this page can't interpret. */
export const UNREADABLE: Problem = { kind: "refused", httpStatus: 500, message: VISITOR_MESSAGES.internal };

/** Read by hand: zod, which the console reads refusals with, is a quarter of this page's script. */
function refusalIn(
  body: unknown,
): { code: ErrorCode; message: string; requestId: string; errors: { path: string }[] } | null {
  if (typeof body !== "object" || body === null) return null;
  const { status, code, message, requestId, errors } = body as Record<string, unknown>;
  if (status !== 0 || typeof code !== "string" || typeof message !== "string") return null;
  const named = (Array.isArray(errors) ? errors : []).filter((each) => typeof each?.path === "string");
  return { code: code as ErrorCode, message, requestId: String(requestId), errors: named };
}

export function problemOf(httpStatus: number, retryAfter: string | null, body: unknown, now = Date.now()): Problem {
  const until = httpStatus === 429 ? retryMoment(retryAfter, now) : null;
  if (until !== null) return waitUntil(until.getTime());
  const { unavailable, internal } = VISITOR_MESSAGES;
  return visitorProblem({
    httpStatus,
    ...(refusalIn(body) ?? { message: httpStatus >= 502 ? unavailable : internal }),
  });
}

/** True when the visitor's grant for this order has ended and the e-mail address must be entered again. */
export function isGrantLost(problem: Problem): boolean {
  return problem.kind === "refused" && (problem.httpStatus === 401 || problem.httpStatus === 403);
}
