import { BACKGROUND_HEADER } from "#contract/sessions/sessions.ts";
import { type ApiCall, callBody, callUrl } from "./api-call.ts";
import { isPersonHere } from "./person-activity.ts";
import { noteServerDate } from "./server-clock.ts";

export interface Answer {
  httpStatus: number;
  body: unknown;
  /** The `Retry-After` header. */
  retryAfter: string | null;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // A proxy's own error page: the status is all there is.
  }
}

/** Sends a call and reads its JSON. Rejects without a response. There is no time-out. */
export async function send(call: ApiCall, token: string | null, signal: AbortSignal): Promise<Answer> {
  const { body, headers } = callBody(call);
  if (token !== null) headers.authorization = token;
  if (token !== null && !isPersonHere()) headers[BACKGROUND_HEADER] = "1";
  if (call.onProgress !== undefined) return sendWithProgress(call, { body, headers, signal });
  const { operation, isKeptAlive: keepalive = false } = call;
  const response = await fetch(callUrl(call), { method: operation.method, headers, body, signal, keepalive });
  noteServerDate(response.headers.get("date"));
  return {
    httpStatus: response.status,
    body: json(await response.text()),
    retryAfter: response.headers.get("retry-after"),
  };
}

interface Sendable {
  body: FormData | string | null;
  headers: Record<string, string>;
  signal: AbortSignal;
}

// fetch does not report upload progress; XMLHttpRequest does.
function sendWithProgress(call: ApiCall, { body, headers, signal }: Sendable): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(call.operation.method, callUrl(call));
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => call.onProgress?.(total === 0 ? 1 : loaded / total);
    request.onload = () =>
      resolve({
        httpStatus: request.status,
        body: json(request.responseText),
        retryAfter: request.getResponseHeader("retry-after"),
      });
    request.onerror = () => reject(new TypeError("no answer"));
    request.onabort = () => reject(new DOMException("aborted", "AbortError"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body);
  });
}
