import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { type ListUrl, parseListUrl, withListChange } from "./list-url.ts";

/** The list state in the address, and a way to change it. Typing replaces the entry of the history, the rest adds one. */
export function useListUrl(): [ListUrl, (change: Partial<ListUrl>) => void] {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => parseListUrl(params), [params]);
  const change = useCallback(
    (wanted: Partial<ListUrl>) => {
      setParams((current) => withListChange(current, wanted), {
        replace: wanted.search !== undefined,
        preventScrollReset: true,
      });
    },
    [setParams],
  );
  return [state, change];
}
