import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { shallowEqual, useDispatch, useSelector } from "react-redux";
import { orderRowsApi } from "./order-rows.api.ts";
import type { OrderWindow } from "./order-window.ts";

const { orderRows } = orderRowsApi.endpoints;
type ApiState = Parameters<ReturnType<typeof orderRows.select>>[0];

/** A window fetched this many seconds ago is shown without asking again, so that scrolling to and fro stays calm. */
const FRESH_SECONDS = 5;

/**
 * Keeps the windows loaded that are on the screen, however many. A hook per query can't: their number changes
 * with every turn of the wheel. `windows` must keep its identity while they stay the same.
 */
export function useOrderWindows(windows: readonly OrderWindow[]) {
  const dispatch = useDispatch<ThunkDispatch<ApiState, unknown, UnknownAction>>();
  const refetchers = useRef<(() => unknown)[]>([]);

  useEffect(() => {
    const subscriptions = windows.map((window) =>
      dispatch(orderRows.initiate(window, { forceRefetch: FRESH_SECONDS })),
    );
    refetchers.current = subscriptions.map((subscription) => subscription.refetch);
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [dispatch, windows]);

  const selectors = useMemo(() => windows.map((window) => orderRows.select(window)), [windows]);
  const answers = useSelector((state: ApiState) => selectors.map((select) => select(state)), shallowEqual);
  const refetch = useCallback(() => Promise.all(refetchers.current.map((again) => again())), []);
  return { answers, refetch };
}
