import type { Operation } from "#contract/operation.ts";
import { type ApiCall, type CallInput, callBody, callUrl } from "./api-call.ts";
import { brokenOff, errorFrom, noAnswer } from "./api-error.ts";
import { endRefusedSession } from "./refused-session.ts";
import { readSession } from "./session.ts";

/**
 * The bytes an operation with a binary answer gives. They stay out of the store, which holds serialisable values.
 * @param onBytes how many have come so far
 * @throws ApiError when the call is refused, no answer comes or it breaks off
 */
export async function fetchFile<O extends Operation>(
  operation: O,
  input: CallInput<O>,
  onBytes?: (bytes: number) => void,
): Promise<Blob> {
  const call: ApiCall = { operation, ...input };
  const { body, headers } = callBody(call);
  const token = readSession()?.accessToken ?? null;
  if (token !== null) headers.authorization = token;
  let response: Response;
  try {
    response = await fetch(callUrl(call), { method: operation.method, headers, body });
  } catch {
    throw noAnswer();
  }
  if (!response.ok) {
    const error = errorFrom(response.status, await response.json().catch(() => null));
    endRefusedSession(operation, token, error);
    throw error;
  }
  try {
    return await (onBytes === undefined ? response : counted(response, onBytes)).blob();
  } catch {
    throw brokenOff();
  }
}

/** The same answer, counted on its way: the browser may keep a large one outside of the page's memory. */
function counted(response: Response, onBytes: (bytes: number) => void): Response {
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      onBytes(bytes);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(counter) ?? null, { headers: response.headers });
}
