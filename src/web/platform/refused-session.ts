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
  if (token !== (readSession()?.accessToken ?? null)) return;
  toast.error(error.message, { id: "session-ended" });
  removeSession();
}
