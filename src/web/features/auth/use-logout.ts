import { useCallback } from "react";
import { useNavigate } from "react-router";
import { PATHS } from "#web/platform/paths.ts";
import { removeSession } from "#web/platform/session.ts";
import { toast } from "#web/platform/toasts.ts";
import { useSignOutMutation } from "./auth.api.ts";

/** Ends the session on the server and in this browser, then shows the sign-in; without an answer, in this browser. */
export function useLogout(): () => Promise<void> {
  const [signOut] = useSignOutMutation();
  const navigate = useNavigate();
  return useCallback(async () => {
    const { data } = await signOut();
    if (data !== undefined) toast.success(data.message);
    removeSession();
    await navigate(PATHS.signIn, { replace: true });
  }, [signOut, navigate]);
}
