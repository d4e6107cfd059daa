import { useEffect, useMemo, useRef } from "react";
import { useLocation, useSearchParams } from "react-router";
import type { ColumnLayout } from "#contract/orders/order-columns.ts";
import { DEFAULT_PAGE_SIZE } from "#contract/orders/orders.ts";
import type { ListName } from "#contract/orders/queues.ts";
import { keepLayout } from "#web/features/order-views/kept-layouts.ts";
import { useSaveViewMutation } from "#web/features/order-views/order-views.api.ts";
import { useViewId } from "#web/features/order-views/use-view-id.ts";
import { errorMessage } from "#web/platform/api-error.ts";
import type { ListState } from "#web/platform/list-url.ts";
import { useAppDispatch } from "#web/platform/store-hooks.ts";
import { throttle } from "#web/platform/throttle.ts";
import { toast } from "#web/platform/toasts.ts";
import { isStandard } from "./column-layout.ts";
import { layoutChosen } from "./column-layouts.slice.ts";

/** The layout of a list is stored among the views, without a name, and says nothing but its columns. */
const NOTHING_ELSE = { filter: {}, search: "", sort: null, dir: null, size: DEFAULT_PAGE_SIZE } as const;
const SAVE_MS = 400;

/** Shows another layout of a list at once, null for the standard one, and saves it; that of an open view is saved with the view. */
export function useChangeLayout(list: ListName): (layout: ColumnLayout | null) => void {
  const [viewId] = useViewId();
  const changeOfList = useChangeListLayout(list);
  const changeOfView = useChangeOfView();
  return (layout) => {
    const chosen = layout === null || isStandard(list, layout) ? null : layout;
    if (viewId === null) changeOfList(chosen);
    else changeOfView(chosen);
  };
}

function useChangeListLayout(list: ListName): (layout: ColumnLayout | null) => void {
  const dispatch = useAppDispatch();
  const [save] = useSaveViewMutation();
  const last = useRef<ColumnLayout | null>(null);
  // Two calls at once could arrive in the other order.
  const saving = useMemo(
    () =>
      throttle(async () => {
        const { error } = await save({ list, name: null, definition: { ...NOTHING_ELSE, columns: last.current } });
        if (error === undefined) return;
        toast.error(`The columns are not saved. ${errorMessage(error)}`, { sticky: true, about: `columns of ${list}` });
      }, SAVE_MS),
    [save, list],
  );
  useEffect(() => {
    window.addEventListener("pagehide", saving.flush);
    return () => {
      window.removeEventListener("pagehide", saving.flush);
      saving.flush();
    };
  }, [saving]);
  return (layout) => {
    last.current = layout;
    keepLayout(list, layout);
    dispatch(layoutChosen({ list, layout }));
    saving.call();
  };
}

/** In the history state, as the search: a reload and the way back from an order keep it. */
function useChangeOfView(): (columns: ColumnLayout | null) => void {
  const [, setParams] = useSearchParams();
  const { state } = useLocation();
  return (columns) => {
    const next: ListState = { search: "", ...state, columns };
    setParams((current) => current, { replace: true, preventScrollReset: true, flushSync: true, state: next });
  };
}
