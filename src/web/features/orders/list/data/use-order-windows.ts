import { useCallback, useEffect, useMemo, useRef } from "react";
import { shallowEqual } from "react-redux";
import { type PlatformState, useAppDispatch, useAppSelector } from "#web/platform/store-hooks.ts";
import { orderRowsApi } from "./order-rows.api.ts";
import type { OrderWindow } from "./order-window.ts";

const { orderRows } = orderRowsApi.endpoints;

type Subscription = ReturnType<ReturnType<typeof orderRows.initiate>>;

/** RTK Query answers a refetch with the call in progress, whose response may be older than the request for it. */
export async function refetchFresh(
  refetch: () => PromiseLike<{ startedTimeStamp?: number | undefined }>,
): Promise<void> {
  const wishedAt = Date.now();
  const { startedTimeStamp = wishedAt } = await refetch();
  if (startedTimeStamp < wishedAt) await refetch();
}

/** A window is reused without a refetch for this many seconds, so that scrolling back does not flicker. */
export const FRESH_SECONDS = 5;

/**
 * Keeps the visible windows loaded, however many. One hook per query is not possible: their number changes while
 * scrolling. `windows` must keep its identity while its content is the same.
 */
export function useOrderWindows(windows: readonly OrderWindow[]) {
  const dispatch = useAppDispatch();
  const subscribed = useRef<Subscription[]>([]);

  useEffect(() => {
    const subscriptions = windows.map((window) =>
      dispatch(orderRows.initiate(window, { forceRefetch: FRESH_SECONDS })),
    );
    subscribed.current = subscriptions;
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [dispatch, windows]);

  const select = useMemo(() => {
    const selectors = windows.map((window) => orderRows.select(window));
    return (state: PlatformState) => selectors.map((selectOne) => selectOne(state));
  }, [windows]);
  const answers = useAppSelector(select, shallowEqual);
  const refetch = useCallback(() => Promise.all(subscribed.current.map(({ refetch: read }) => refetchFresh(read))), []);
  return { answers, refetch };
}
