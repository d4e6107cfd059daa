import type { Operation } from "#contract/operation.ts";
import { type ApiCall, type CallInput, callBody, callUrl } from "./api-call.ts";
import { errorFrom, noAnswer } from "./api-error.ts";
import { endRefusedSession } from "./refused-session.ts";
import { readSession } from "./session.ts";

/**
 * The bytes an operation with a binary answer gives. They stay out of the store, which holds serialisable values.
 * @throws ApiError when the call is refused or no answer comes
 */
export async function fetchFile<O extends Operation>(operation: O, input: CallInput<O>): Promise<Blob> {
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
  return response.blob();
}
