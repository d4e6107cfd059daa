import { useCallback, useEffect, useMemo } from "react";
import { useSelector } from "react-redux";
import {
  listOpened,
  listSelected,
  rowsSelected,
  rowsUnselected,
  type SelectedOrder,
  selectionCleared,
  selectSelectedData,
} from "#web/features/orders/order.slice.ts";
import { useAppDispatch } from "#web/platform/store-hooks.ts";

/** The selection of one list; it survives paging, sorting and searching, and is cleared with the list. */
export function useSelection(listKey: string) {
  const dispatch = useAppDispatch();
  const selected = useSelector(selectSelectedData);
  useEffect(() => {
    dispatch(listOpened(listKey));
    return () => {
      dispatch(listOpened(""));
    };
  }, [dispatch, listKey]);

  const ids = useMemo(() => new Set(selected.map(({ id }) => id)), [selected]);
  const select = useCallback(
    (orders: SelectedOrder[], isSelected: boolean) => {
      dispatch(isSelected ? rowsSelected(orders) : rowsUnselected(orders.map(({ id }) => id)));
    },
    [dispatch],
  );
  const selectAll = useCallback((orders: SelectedOrder[]) => dispatch(listSelected(orders)), [dispatch]);
  const unselect = useCallback((removed: number[]) => dispatch(rowsUnselected(removed)), [dispatch]);
  const clear = useCallback(() => dispatch(selectionCleared()), [dispatch]);
  return { selected, ids, select, selectAll, unselect, clear };
}
export type Selection = ReturnType<typeof useSelection>;
