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
  /** Told the share of the body that was sent. */
  onProgress?: (share: number) => void;
}

async function call<T>(
  path: string,
  { body, signal, isProved, onProgress }: Request,
  isExpected: (answer: unknown) => answer is T,
): Promise<Answer<T>> {
  const isJson = body !== undefined && !(body instanceof FormData);
  const headers: Record<string, string> = isJson ? { "content-type": "application/json" } : {};
  const token = isProved === true ? xsrfToken(document.cookie) : null;
  if (token !== null) headers[XSRF_HEADER] = token;
  try {
    const url = `/api${path}`;
    const sent = isJson ? JSON.stringify(body) : (body ?? null);
    const response =
      onProgress === undefined
        ? await fetch(url, {
            method: "POST",
            credentials: "same-origin",
            headers,
            body: sent,
            signal: signal ?? null,
          })
        : await sendWithProgress(url, headers, sent, onProgress);
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok && isExpected(answer)) return { ok: true, value: answer };
    return { ok: false, problem: problemOf(response.status, response.headers.get("retry-after"), answer) };
  } catch {
    return { ok: false, problem: { kind: "offline" } }; // fetch rejects only without a response.
  }
}

/** `fetch` tells nothing of how much of a body was sent. Rejects, as it does, only without a response. */
function sendWithProgress(
  url: string,
  headers: Record<string, string>,
  body: string | FormData | null,
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onload = () => {
      const retryAfter = request.getResponseHeader("retry-after");
      const init = { status: request.status, headers: retryAfter === null ? {} : { "retry-after": retryAfter } };
      resolve(new Response(request.responseText, init));
    };
    request.onerror = reject;
    request.onabort = reject;
    request.send(body);
  });
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
  answerQuestion: (body: FormData, onProgress: (share: number) => void) =>
    call(VISITOR_CALLS.answer, { body, isProved: true, onProgress }, isSuccess),
  askForCorrection: (body: { orderId: string; fields: Record<string, string>; note: string }) =>
    call(VISITOR_CALLS.correction, { body, isProved: true }, isSuccess),
  reportDownload: (body: { orderId: string; downloadId: number; note: string }) =>
    call(VISITOR_CALLS.report, { body, isProved: true }, isSuccess),
  recordDownload: (body: DownloadRequest) => call(VISITOR_CALLS.download, { body, isProved: true }, isSuccess),
};
