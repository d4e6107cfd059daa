import { createAction, createListenerMiddleware, createSlice, isRejectedWithValue } from "@reduxjs/toolkit";
import { toApiError } from "./api-error.ts";

const POLL_MS = 3000;

/** Whether the server and its database respond. */
export const connectionSlice = createSlice({
  name: "connection",
  initialState: { isDown: false },
  reducers: {
    connectionLost: () => ({ isDown: true }),
    connectionBack: () => ({ isDown: false }),
  },
  selectors: { selectIsDown: (state) => state.isDown },
});

const { connectionLost, connectionBack } = connectionSlice.actions;
export const { selectIsDown } = connectionSlice.selectors;

/** Reports an outage found by something other than an api call. */
export const outageSeen = createAction("connection/outageSeen");

/** True when a failure means that the server or a dependency is down, as opposed to a refusal. */
export function isOutage(error: unknown): boolean {
  const { httpStatus, refusal } = toApiError(error);
  return httpStatus >= 502 || (httpStatus === 0 && refusal === null);
}

/** Whether the server and all its dependencies respond. */
export async function isReady(signal: AbortSignal): Promise<boolean> {
  try {
    return (await fetch("/readyz", { signal, cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/**
 * Detects outages: the first failing call shows the banner, then `/readyz` is polled every three seconds until it
 * succeeds; `recovered` then triggers a refetch of what the screens show.
 */
export function connectionMiddleware(recovered: () => void) {
  const listener = createListenerMiddleware();
  listener.startListening({
    predicate: (action) => outageSeen.match(action) || (isRejectedWithValue(action) && isOutage(action.payload)),
    effect: async (_action, { dispatch, delay, signal, unsubscribe, subscribe }) => {
      unsubscribe();
      dispatch(connectionLost());
      try {
        do await delay(POLL_MS);
        while (!(await isReady(signal)));
        dispatch(connectionBack());
        recovered();
      } finally {
        subscribe();
      }
    },
  });
  return listener.middleware;
}
