import { useMemo } from "react";
import { useSelector } from "react-redux";
import { useLocation } from "react-router";
import type { ColumnLayout } from "#contract/orders/order-columns.ts";
import type { ListName } from "#contract/orders/queues.ts";
import { keptLayout } from "#web/features/order-views/kept-layouts.ts";
import { useOrderViewsQuery } from "#web/features/order-views/order-views.api.ts";
import { useViewId } from "#web/features/order-views/use-view-id.ts";
import { keptColumns } from "#web/platform/list-url.ts";
import { shownLayout } from "./column-layout.ts";
import { selectChosenLayouts } from "./column-layouts.slice.ts";

/**
 * The layout of a list: the one chosen in this tab, else the stored one, else the standard. That of an open view is in
 * the history state once the view was opened or changed.
 */
export function useColumnLayout(list: ListName): ColumnLayout {
  const [viewId] = useViewId();
  const { state } = useLocation();
  // Each page has a state of its own, and another layout would draw the head of the table again.
  const viewState = viewId === null ? null : state;
  const chosenHere = useSelector(selectChosenLayouts)[list];
  const { stored, isRead } = useOrderViewsQuery(undefined, {
    // A layout must not change under the member's hands.
    refetchOnMountOrArgChange: false,
    selectFromResult: ({ data }) => ({
      isRead: data !== undefined,
      stored: data?.data.find(
        (view) => view.list === list && (viewId === null ? view.name === null : view.id === viewId),
      )?.definition.columns,
    }),
  });
  return useMemo(() => {
    const chosen = viewId === null ? chosenHere : keptColumns(viewState);
    const known = isRead || viewId !== null ? stored : keptLayout(list);
    return shownLayout(list, chosen === undefined ? known : chosen);
  }, [list, viewId, viewState, chosenHere, isRead, stored]);
}
