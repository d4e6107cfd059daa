import { useCallback } from "react";
import { useNavigate } from "react-router";
import type { ShowView } from "#web/features/order-views/view-state.ts";
import { viewTarget } from "#web/features/order-views/view-target.ts";

/** Shows a view: its list with its filters, search, sort, size and columns. */
export function useOpenView(): ShowView {
  const navigate = useNavigate();
  return useCallback(
    (view, isReplacing = false) => {
      const { to, state } = viewTarget(view);
      void navigate(to, { state, replace: isReplacing, preventScrollReset: true });
    },
    [navigate],
  );
}
