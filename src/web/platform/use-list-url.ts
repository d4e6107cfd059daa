import { useCallbackRef } from "@mantine/hooks";
import { useEffect, useMemo } from "react";
import { useLocation, useSearchParams } from "react-router";
import type { ListName } from "#contract/orders/queues.ts";
import { type ListState, type ListUrl, parseListUrl, withListChange } from "./list-url.ts";

/** The earlier value as long as this one has the same content. */
function useKept<T>(value: T): T {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content decides
  return useMemo(() => value, [JSON.stringify(value)]);
}

/** The state of the list, and a function to change it. Typing replaces the history entry, other changes add one. */
export function useListUrl(list?: ListName): [ListUrl, (change: Partial<ListUrl>) => void] {
  const [params, setParams] = useSearchParams();
  const { state: kept } = useLocation();
  const parsed = useMemo(() => parseListUrl(params, kept, list), [params, kept, list]);
  const { search } = parsed;
  const sort = useKept(parsed.sort);
  const filter = useKept(parsed.filter);
  const state = useMemo(() => ({ ...parsed, sort, filter }), [parsed, sort, filter]);
  // The same function at each change: another one would draw the whole toolbar again.
  const change = useCallbackRef((changes: Partial<ListUrl>) => {
    const next: ListState = { ...kept, search: changes.search ?? search };
    setParams((current) => withListChange(current, changes), {
      replace: changes.search !== undefined,
      preventScrollReset: true,
      // A transition would draw the rows in slices, and show them one or two frames later.
      flushSync: true,
      state: next,
    });
  });
  const isInAddress = params.has("search");
  useEffect(() => {
    if (!isInAddress) return;
    const taken: ListState = { ...kept, search };
    setParams(
      (current) => {
        const rest = new URLSearchParams(current);
        rest.delete("search");
        return rest;
      },
      { replace: true, preventScrollReset: true, state: taken },
    );
  }, [isInAddress, search, kept, setParams]);
  return [state, change];
}
