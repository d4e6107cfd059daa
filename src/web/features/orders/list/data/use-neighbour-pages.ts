import { useEffect, useMemo } from "react";
import { isMetered } from "#web/platform/metered.ts";
import { useAppDispatch } from "#web/platform/store-hooks.ts";
import { whenIdle } from "#web/platform/when-idle.ts";
import { orderRowsApi } from "./order-rows.api.ts";
import { neighbourStarts, type OrderWindow } from "./order-window.ts";

/**
 * Keeps the pages before and after `page` loaded, so that turning to them shows their rows at once; live events refetch
 * them like the shown one. They wait until the shown page is loaded and the browser idle.
 * @param page null for a list without pages
 * @param isLoaded false while the shown page loads
 */
export function useNeighbourPages(page: OrderWindow | null, total: number, isLoaded: boolean): void {
  const dispatch = useAppDispatch();
  const neighbours = useMemo(
    () => (page === null ? [] : neighbourStarts(page, total).map((start): OrderWindow => ({ ...page, start }))),
    [page, total],
  );
  useEffect(() => {
    if (!isLoaded || isMetered()) return;
    let subscriptions: { unsubscribe: () => void }[] = [];
    const cancel = whenIdle(() => {
      subscriptions = neighbours.map((window) => dispatch(orderRowsApi.endpoints.orderRows.initiate(window)));
    });
    return () => {
      cancel();
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [dispatch, neighbours, isLoaded]);
}
