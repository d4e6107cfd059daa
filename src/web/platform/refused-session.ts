import type { Operation } from "#contract/operation.ts";
import type { ApiError } from "./api-error.ts";
import { readSession, removeSession } from "./session.ts";
import { toast } from "./toasts.ts";

const UNAUTHENTICATED = 401;

function isStaffCall({ access }: Operation): boolean {
  return access !== "public" && access !== "visitor" && access !== "intake";
}

let ending: Operation | null = null;

/**
 * Runs a call that ends the member's own session. The server may answer other calls with 401 meanwhile; the member
 * asked for the end, so this is not reported.
 */
export async function endOwnSession<T>(operation: Operation, call: () => Promise<T>): Promise<T> {
  ending = operation;
  try {
    return await call();
  } finally {
    ending = null;
  }
}

/**
 * Handles a 401 of a staff call: reports it once and removes the stored session, upon which the frame shows the sign-in
 * (decision record 0044). `token` is the one the call was sent with.
 */
export function endRefusedSession(operation: Operation, token: string | null, error: ApiError): void {
  if (error.httpStatus !== UNAUTHENTICATED || !isStaffCall(operation)) return;
  if (ending !== null && ending !== operation) return;
  // A late 401 of a session that was replaced in the meantime must not end the new one.
  const isCurrent = () => token === (readSession()?.accessToken ?? null);
  if (!isCurrent()) return;
  // Its message is its id, so that the calling screen does not show the same message again.
  toast.error(error.message, { id: error.message });
  // Ending the session clears the cache and aborts every call in it: let this one return to its caller first.
  setTimeout(() => {
    if (isCurrent()) removeSession();
  });
}
