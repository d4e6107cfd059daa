import { useCallback, useEffect, useMemo } from "react";
import { useLocation, useSearchParams } from "react-router";
import type { ListName } from "#contract/queues.ts";
import { type ListState, type ListUrl, parseListUrl, withListChange } from "./list-url.ts";

/** The state of the list, and a function to change it. Typing replaces the history entry, other changes add one. */
export function useListUrl(list?: ListName): [ListUrl, (change: Partial<ListUrl>) => void] {
  const [params, setParams] = useSearchParams();
  const { state: kept } = useLocation();
  const state = useMemo(() => parseListUrl(params, kept, list), [params, kept, list]);
  const { search } = state;
  const change = useCallback(
    (wanted: Partial<ListUrl>) => {
      const next: ListState = { ...kept, search: wanted.search ?? search };
      setParams((current) => withListChange(current, wanted), {
        replace: wanted.search !== undefined,
        preventScrollReset: true,
        // A transition would draw the rows in slices, and show them one or two frames later.
        flushSync: true,
        state: next,
      });
    },
    [setParams, kept, search],
  );
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
