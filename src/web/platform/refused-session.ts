import type { Operation } from "#contract/operation.ts";
import type { ApiError } from "./api-error.ts";
import { readSession, removeSession } from "./session.ts";
import { toast } from "./toasts.ts";

const UNAUTHENTICATED = 401;

function isStaffCall({ access }: Operation): boolean {
  return access !== "public" && access !== "visitor" && access !== "intake";
}

/**
 * A staff call was refused with 401: says why, once, and forgets the stored user, upon which the frame shows the
 * sign-in (specification section 8, doubt D-04). `token` is the one the call was sent with.
 */
export function endRefusedSession(operation: Operation, token: string | null, error: ApiError): void {
  if (error.httpStatus !== UNAUTHENTICATED || !isStaffCall(operation)) return;
  // A late 401 of a session that was replaced meanwhile must not end the new one.
  const isCurrent = () => token === (readSession()?.accessToken ?? null);
  if (!isCurrent()) return;
  // Its words are its id, so that the screen whose call this was does not say the same again.
  toast.error(error.message, { id: error.message });
  // The end of the session empties the cache and breaks off every call in it: this one has to answer its caller first.
  setTimeout(() => {
    if (isCurrent()) removeSession();
  });
}
