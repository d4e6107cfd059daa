import { useDebouncedValue } from "@mantine/hooks";
import type { OrderRow } from "#contract/orders/orders.ts";
import { useFoundOrdersQuery } from "#web/features/orders/list/data/order-rows.api.ts";
import { isSearch } from "#web/features/orders/list/data/order-window.ts";

/** Shorter than a list's 500 ms: nothing else on the page changes with it. */
const DEBOUNCE_MS = 250;

export interface OrderSearch {
  rows: readonly OrderRow[];
  total: number;
  /** True when there are more hits than `total`. */
  isCapped: boolean;
  /** True when the text is long enough to be searched for. */
  isAsked: boolean;
  isSearching: boolean;
  error: unknown;
  retry: () => void;
}

/** The first orders in which the text occurs, from every queue except Deleted, for every role (decision record 0051). */
export function useOrderSearch(text: string): OrderSearch {
  const isAsked = isSearch(text);
  const [query] = useDebouncedValue(text, DEBOUNCE_MS);
  const { currentData, error, isFetching, refetch } = useFoundOrdersQuery(query.trim(), {
    skip: !isAsked || !isSearch(query),
  });
  const isSettled = isAsked && query === text && !isFetching;
  return {
    rows: isSettled ? (currentData?.data ?? []) : [],
    total: isSettled ? (currentData?.total ?? 0) : 0,
    isCapped: isSettled && currentData?.total_capped === true,
    isAsked,
    isSearching: isAsked && !isSettled,
    error: isSettled ? error : undefined,
    retry: () => void refetch(),
  };
}
