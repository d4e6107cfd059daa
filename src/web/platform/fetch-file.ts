import type { Operation } from "#contract/operation.ts";
import { type ApiCall, type CallInput, callBody, callUrl } from "./api-call.ts";
import { type ApiError, brokenOff, errorFrom, noAnswer } from "./api-error.ts";
import { withProof } from "./confirm-identity.ts";
import { endRefusedSession } from "./refused-session.ts";

/**
 * Fetches the bytes of an operation with a binary response. They stay out of the store, which holds serialisable values.
 * @param onBytes called with the number of bytes received so far
 * @throws ApiError when the call is refused, interrupted or gets no response
 */
export async function fetchFile<O extends Operation>(
  operation: O,
  input: CallInput<O>,
  onBytes?: (bytes: number) => void,
): Promise<Blob> {
  const call: ApiCall = { operation, ...input };
  const { body, headers } = callBody(call);
  const opened = await withProof<{ response: Response } | { error: ApiError }>(
    async (token) => {
      if (token !== null) headers.authorization = token;
      let response: Response;
      try {
        response = await fetch(callUrl(call), { method: operation.method, headers, body });
      } catch {
        return { error: noAnswer() };
      }
      if (response.ok) return { response };
      const refusal: unknown = await response.json().catch(() => null);
      const error = errorFrom(response.status, refusal, response.headers.get("retry-after"));
      endRefusedSession(operation, token, error);
      return { error };
    },
    (result) => ("error" in result ? result.error : null),
  );
  if ("error" in opened) throw opened.error;
  const { response } = opened;
  try {
    return await (onBytes === undefined ? response : counted(response, onBytes)).blob();
  } catch {
    throw brokenOff();
  }
}

/** The same response with progress: the browser may keep a large one outside the page's memory. */
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
