import { QueryStatus } from "@reduxjs/toolkit/query";
import type { api } from "./api.ts";
import { errorMessage } from "./api-error.ts";

/** What RTK Query keeps of every call: the one place where the console holds server data. */
export type ApiCache = ReturnType<typeof api.reducer>;

interface CallState {
  status: QueryStatus;
  endpointName?: string | undefined;
  data?: unknown;
  error?: unknown;
  startedTimeStamp?: number | undefined;
  fulfilledTimeStamp?: number | undefined;
}

export interface CallsSummary {
  /** True while one of the calls is under way. */
  loading: boolean;
  /** The message of the call that was started last, when that one failed; else null. */
  error: string | null;
}

/** Sums the calls of some endpoints up as `loading` and `error` (specification section 3). */
export function summarizeCalls(cache: ApiCache, endpointNames: readonly string[]): CallsSummary {
  const states: (CallState | undefined)[] = [...Object.values(cache.queries), ...Object.values(cache.mutations)];
  let loading = false;
  let last: CallState | undefined;
  for (const state of states) {
    if (state?.endpointName === undefined || !endpointNames.includes(state.endpointName)) continue;
    if (state.status === QueryStatus.pending) loading = true;
    else if ((state.startedTimeStamp ?? 0) >= (last?.startedTimeStamp ?? 0)) last = state;
  }
  return { loading, error: last?.status === QueryStatus.rejected ? errorMessage(last.error) : null };
}

/**
 * The answer that an endpoint's queries brought last, or undefined. `T` is the type that `callOf` gave the endpoint:
 * what stands in the cache was parsed by the operation's schemas before it came there.
 */
export function latestAnswer<T>(cache: ApiCache, endpointName: string): T | undefined {
  let newest: CallState | undefined;
  for (const state of Object.values(cache.queries) as (CallState | undefined)[]) {
    if (state?.endpointName !== endpointName || state.data === undefined) continue;
    if ((state.fulfilledTimeStamp ?? 0) >= (newest?.fulfilledTimeStamp ?? 0)) newest = state;
  }
  return newest?.data as T | undefined;
}
