import type { TrackRequest } from "#contract/tracking/tracking.ts";
import { VISITOR_CALLS, XSRF_HEADER } from "#contract/tracking/visitor-calls.ts";
import type { VisitorOrder } from "#contract/tracking/visitor-page.ts";
import { type Problem, problemOf } from "./problem.ts";
import { xsrfToken } from "./xsrf-cookie.ts";

type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem };
interface Envelope {
  message: string;
}

/** Whether a response is our server's success and not a proxy's page; read without zod, for the size of the script. */
function isSuccess(answer: unknown): answer is Envelope {
  if (typeof answer !== "object" || answer === null) return false;
  const { status, message } = answer as Record<string, unknown>;
  return status === 1 && typeof message === "string";
}

function isOrder(answer: unknown): answer is Envelope & VisitorOrder {
  if (!isSuccess(answer)) return false;
  const { data, mainResult, path } = answer as Partial<VisitorOrder>;
  return Array.isArray(data) && typeof mainResult?.order_id === "number" && path?.file1 !== undefined;
}

interface Request {
  body?: object | FormData;
  signal?: AbortSignal | undefined;
  /** Sends the token that proves that the request is our page's. */
  isProved?: boolean;
}

async function call<T>(
  path: string,
  { body, signal, isProved }: Request,
  isExpected: (answer: unknown) => answer is T,
): Promise<Answer<T>> {
  const isJson = body !== undefined && !(body instanceof FormData);
  const headers: Record<string, string> = isJson ? { "content-type": "application/json" } : {};
  const token = isProved === true ? xsrfToken(document.cookie) : null;
  if (token !== null) headers[XSRF_HEADER] = token;
  try {
    const response = await fetch(`/api${path}`, {
      method: "POST",
      credentials: "same-origin",
      headers,
      body: isJson ? JSON.stringify(body) : (body ?? null),
      signal: signal ?? null,
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok && isExpected(answer)) return { ok: true, value: answer };
    return { ok: false, problem: problemOf(response.status, response.headers.get("retry-after"), answer) };
  } catch {
    return { ok: false, problem: { kind: "offline" } }; // fetch rejects only without a response.
  }
}

interface DownloadRequest {
  orderId: string;
  customername: string;
  file1: string;
  timezone: string;
}

export const visitorApi = {
  trackOrder: (body: TrackRequest) => call(VISITOR_CALLS.track, { body }, isSuccess),
  leave: () => call(VISITOR_CALLS.leave, {}, isSuccess),
  getDownloadHistory: (body: { orderId: string; hasSteps: boolean }, signal?: AbortSignal) =>
    call(VISITOR_CALLS.history, { body, signal, isProved: true }, isOrder),
  answerQuestion: (body: FormData) => call(VISITOR_CALLS.answer, { body, isProved: true }, isSuccess),
  askForCorrection: (body: { orderId: string; fields: Record<string, string>; note: string }) =>
    call(VISITOR_CALLS.correction, { body, isProved: true }, isSuccess),
  reportDownload: (body: { orderId: string; downloadId: number; note: string }) =>
    call(VISITOR_CALLS.report, { body, isProved: true }, isSuccess),
  recordDownload: (body: DownloadRequest) => call(VISITOR_CALLS.download, { body, isProved: true }, isSuccess),
};
