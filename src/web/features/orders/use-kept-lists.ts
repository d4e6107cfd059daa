import { useEffect } from "react";
import { useAppStore } from "#web/platform/store-hooks.ts";
import { windowsWith } from "./known-row.ts";
import { orderRowsApi } from "./list/data/order-rows.api.ts";

/**
 * Keeps the part of a list that shows an order loaded and up to date while the order is open, so that going back shows
 * it at once. Otherwise it would be dropped after a minute, or by the first change of one of its orders.
 */
export function useKeptLists(orderId: number): void {
  const { getState, dispatch } = useAppStore();
  useEffect(() => {
    const kept = windowsWith(getState(), orderId).map(({ window }) =>
      dispatch(orderRowsApi.endpoints.orderRows.initiate(window, { forceRefetch: false })),
    );
    return () => {
      for (const subscription of kept) subscription.unsubscribe();
    };
  }, [getState, dispatch, orderId]);
}
