import { readSession, removeSession } from "./session.ts";
import { toast } from "./toasts.ts";

/** The server refused a staff call's token with 401: says so once, and the browser forgets the session. */
export function sessionRefused(token: string | null, message: string): void {
  // A late 401 of a session that was replaced meanwhile must not end the new one.
  if (token !== (readSession()?.accessToken ?? null)) return;
  toast.error(message, { id: "session-ended" });
  removeSession();
}
