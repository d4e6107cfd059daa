import { useCallback } from "react";
import { useNavigate } from "react-router";
import type { OrderView } from "#contract/order-views/order-views.ts";
import { stateOf, viewHref } from "#web/features/order-views/view-state.ts";
import type { ListState } from "#web/platform/list-url.ts";

/** Shows a view: its list with its filters, search, sort, size and columns. */
export function useOpenView(): (view: OrderView, isReplacing?: boolean) => void {
  const navigate = useNavigate();
  return useCallback(
    (view, isReplacing = false) => {
      const { url, columns } = stateOf(view.definition);
      const state: ListState = { search: url.search, columns };
      void navigate(viewHref(view, url), { state, replace: isReplacing, preventScrollReset: true });
    },
    [navigate],
  );
}
