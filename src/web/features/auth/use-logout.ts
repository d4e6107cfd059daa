import { useNavigate } from "react-router";
import { PATHS } from "#web/platform/paths.ts";
import { readSession, removeSession } from "#web/platform/session.ts";
import { toast } from "#web/platform/toasts.ts";
import { useSignOutMutation } from "./auth.api.ts";

/**
 * Ends the session in this browser, shows the sign-in and ends the session on the server; if the server is down, only in
 * this browser. The browser comes first: it aborts the calls under way, which the server would refuse otherwise.
 */
export function useLogout(): () => Promise<void> {
  const [signOut] = useSignOutMutation();
  const navigate = useNavigate();
  return async () => {
    const token = readSession()?.accessToken;
    removeSession({ isChoice: true });
    await navigate(PATHS.signIn, { replace: true });
    if (token === undefined) return;
    const { data } = await signOut(token);
    if (data !== undefined) toast.success(data.message);
  };
}
