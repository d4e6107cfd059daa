import { useCallback, useMemo } from "react";
import type { OrderRow } from "#contract/orders.ts";
import type { OrderWindow } from "./order-window.ts";

/**
 * React keys of a page's rows. The rows of the next page, sort or search take over the elements of those before them,
 * place by place, which takes a fifth less time than new elements. While a page is shown a row keeps its element: rows
 * that come later have a key of their own, so that no button with the focus becomes another order's.
 * @param window null for a list without pages
 * @param rows of the page; undefined until it is read
 */
export function useRowPlaces(window: OrderWindow | null, rows: readonly OrderRow[] | undefined) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the places of the rows that were read first stay
  const places = useMemo(
    () => new Map(window === null ? [] : rows?.map(({ order_id }, place) => [order_id, place])),
    [window, rows === undefined],
  );
  return useCallback((row: OrderRow) => places.get(row.order_id) ?? `order-${row.order_id}`, [places]);
}
