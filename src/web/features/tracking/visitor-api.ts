import type * as z from "zod";
import { successSchema } from "#contract/envelope.ts";
import type { Operation } from "#contract/operation.ts";
import { getDownloadHistory, recordDownload, trackOrder, XSRF_HEADER } from "#contract/tracking.ts";
import { type CallInput, callBody, callUrl } from "#web/platform/api-call.ts";
import { type Problem, problemOf } from "./problem.ts";
import { xsrfToken } from "./xsrf-cookie.ts";

type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem };

const trackAnswer = successSchema(trackOrder.data, {});
const historyAnswer = successSchema(getDownloadHistory.data, getDownloadHistory.extra);
const downloadAnswer = successSchema(recordDownload.data, {});

async function call<T>(
  operation: Operation,
  input: { body: unknown },
  schema: z.ZodType<T>,
  signal?: AbortSignal,
): Promise<Answer<T>> {
  const { body, headers } = callBody({ operation, ...input });
  const token = operation.access === "visitor" ? xsrfToken(document.cookie) : null;
  if (token !== null) headers[XSRF_HEADER] = token;
  try {
    const response = await fetch(callUrl({ operation }), {
      method: operation.method,
      credentials: "same-origin",
      headers,
      body,
      signal: signal ?? null,
    });
    const answer: unknown = await response.json().catch(() => null);
    const success = schema.safeParse(answer);
    if (response.ok && success.success) return { ok: true, value: success.data };
    return { ok: false, problem: problemOf(response.status, response.headers.get("retry-after"), answer) };
  } catch {
    return { ok: false, problem: { kind: "offline" } }; // fetch rejects only when no answer came.
  }
}

type Body<O extends Operation> = CallInput<O> extends { body: infer B } ? B : never;

export const visitorApi = {
  trackOrder: (body: Body<typeof trackOrder>) => call(trackOrder, { body }, trackAnswer),
  getDownloadHistory: (body: Body<typeof getDownloadHistory>, signal?: AbortSignal) =>
    call(getDownloadHistory, { body }, historyAnswer, signal),
  recordDownload: (body: Body<typeof recordDownload>) => call(recordDownload, { body }, downloadAnswer),
};
