import { type ApiCall, callBody, callUrl } from "./api-call.ts";

export interface Answer {
  httpStatus: number;
  body: unknown;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // A proxy's own error page: the status says what there is to say.
  }
}

/** Sends a call and reads its JSON. Rejects when no answer came. There is no time-out (specification section 7). */
export async function send(call: ApiCall, token: string | null, signal: AbortSignal): Promise<Answer> {
  const { body, headers } = callBody(call);
  if (token !== null) headers.authorization = token;
  if (call.onProgress !== undefined) return sendWithProgress(call, { body, headers, signal });
  const response = await fetch(callUrl(call), { method: call.operation.method, headers, body, signal });
  return { httpStatus: response.status, body: json(await response.text()) };
}

interface Sendable {
  body: FormData | string | null;
  headers: Record<string, string>;
  signal: AbortSignal;
}

// fetch does not tell how much of a body has left; XMLHttpRequest does.
function sendWithProgress(call: ApiCall, { body, headers, signal }: Sendable): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(call.operation.method, callUrl(call));
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => call.onProgress?.(total === 0 ? 1 : loaded / total);
    request.onload = () => resolve({ httpStatus: request.status, body: json(request.responseText) });
    request.onerror = () => reject(new TypeError("no answer"));
    request.onabort = () => reject(new DOMException("aborted", "AbortError"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body);
  });
}
