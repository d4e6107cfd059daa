import { useCallback } from "react";
import { useLocation, useSearchParams } from "react-router";
import { VIEW_PARAM } from "#web/platform/paths.ts";

/** The view that the list's address names, and a function that closes it and keeps all else. */
export function useViewId(): [number | null, () => void] {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const close = useCallback(() => {
    const withoutView = (current: URLSearchParams) => {
      const next = new URLSearchParams(current);
      next.delete(VIEW_PARAM);
      return next;
    };
    setParams(withoutView, { replace: true, preventScrollReset: true, state });
  }, [setParams, state]);
  const text = params.get(VIEW_PARAM);
  return [text !== null && /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : null, close];
}
