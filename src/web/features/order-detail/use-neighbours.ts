import { useMemo, useState } from "react";
import { shallowEqual } from "react-redux";
import { useLocation, useNavigate } from "react-router";
import { knownNeighbours } from "#web/features/orders/known-row.ts";
import { useOrderNeighboursQuery } from "#web/features/orders/list/data/order-rows.api.ts";
import { isSearch } from "#web/features/orders/list/data/order-window.ts";
import { parseOrigin } from "#web/platform/order-origin.ts";
import { viewOrderHref } from "#web/platform/paths.ts";
import { useAppSelector } from "#web/platform/store-hooks.ts";

/**
 * The orders before and after an order in the list that it was opened from, and how to open them. Those of a search are
 * the ones that the list has loaded; the last known ones stay when a move takes the order out of the hits.
 * @param isShown false while the order loads, which comes first
 */
export function useNeighbours(orderId: number, isShown: boolean) {
  const { search: query, state } = useLocation();
  const navigate = useNavigate();
  const origin = useMemo(() => parseOrigin(query, state), [query, state]);
  const isOfSearch = origin !== null && isSearch(origin.url.search);
  const { currentData, error } = useOrderNeighboursQuery(
    {
      orderId,
      list: origin?.list ?? "newOrder",
      sort: origin?.url.sort ?? null,
      month: origin?.month,
      filter: origin?.url.filter ?? {},
    },
    { skip: origin === null || isOfSearch || !isShown },
  );
  const loaded = useAppSelector((rows) => {
    if (origin === null || !isOfSearch) return undefined;
    const { list, month, url } = origin;
    return knownNeighbours(rows, orderId, { list, ...url, ...(month !== undefined && { month }) });
  }, shallowEqual);
  const [last, setLast] = useState(loaded);
  if (loaded !== undefined && !shallowEqual(loaded, last)) setLast(loaded);
  const known = currentData?.data ?? loaded ?? last;
  const { previous = null, next = null } = known ?? {};
  const open = (id: number) => void navigate(viewOrderHref(id) + query, { state });
  // A search without loaded rows has no neighbours, and none are on their way.
  return { origin, query, previous, next, isLoading: known === undefined && !isOfSearch && !error, error, open };
}
export type Neighbours = ReturnType<typeof useNeighbours>;
