import { QueryStatus } from "@reduxjs/toolkit/query";
import type { createStore } from "./store.ts";

type RootState = ReturnType<ReturnType<typeof createStore>["getState"]>;

/** Calls without the progress line: kept up to date in the background, or tracked by the slice of `auth`. */
export const QUIET_CALLS: ReadonlySet<string> = new Set([
  "claims",
  "renewClaim",
  "pinnedViewCounts",
  "signIn",
  "secondFactor",
  "beginEnrolment",
  "passkeyOptions",
  "passkeySignIn",
  "secondFactorOptions",
  "confirmOptions",
  "confirmByPasskey",
  "ownAccount",
  "signOut",
  "userInfo",
  "confirmIdentity",
  "sessionEnd",
  "changePassword",
  "forgotPassword",
  "resetPassword",
  "openLink",
  "acceptInvitation",
  "confirmOwnEmail",
]);

/** True while a call is on its way that somebody waits for: shows the progress line. */
export function selectIsLoading({ api, auth }: RootState): boolean {
  if (auth.loading) return true;
  const calls = [...Object.values(api.queries), ...Object.values(api.mutations)];
  return calls.some((call) => call?.status === QueryStatus.pending && !QUIET_CALLS.has(call.endpointName ?? ""));
}
