import { useCallbackRef } from "@mantine/hooks";
import { useCallback, useMemo } from "react";
import type { ColumnLayout, LayoutColumn } from "#contract/orders/order-columns.ts";
import { OPEN_SORT_FIELDS, SORT_FIELDS } from "#contract/orders/orders.ts";
import { isOpenWork, type ListName, QUEUE } from "#contract/orders/queues.ts";
import { listScreen } from "#web/features/orders/list/lists.ts";
import type { ListSort } from "#web/platform/list-url.ts";
import { widthsOf } from "./column-layout.ts";
import { shownSort, urlSort } from "./shown-sort.ts";
import { useChangeLayout } from "./use-change-layout.ts";

/** The columns of a list as the member has laid them out, and their sort. */
export function useListColumns(
  list: ListName,
  layout: ColumnLayout,
  chosen: ListSort | null,
  changeUrl: (change: { sort: ListSort | null }) => void,
) {
  const changeLayout = useChangeLayout(list);
  const { sort: ownSort } = QUEUE[list];
  const { idLabel } = listScreen(list);
  const columns = useMemo(() => layout.map(({ column }) => column), [layout]);
  const widths = useMemo(() => widthsOf(layout), [layout]);
  const sort = useMemo(() => shownSort(chosen, ownSort, columns), [chosen, ownSort, columns]);
  const onSort = useCallbackRef((wanted: ListSort | null) => changeUrl({ sort: urlSort(wanted, ownSort) }));
  const isSortable = useCallback(
    (column: LayoutColumn) => {
      const fields: readonly string[] = isOpenWork(list) ? [...SORT_FIELDS, ...OPEN_SORT_FIELDS] : SORT_FIELDS;
      return fields.includes(column);
    },
    [list],
  );
  const onWidth = useCallbackRef((wanted: LayoutColumn, width: number | undefined) =>
    changeLayout(
      layout.map((each) => {
        if (each.column !== wanted) return each;
        return width === undefined ? { column: wanted } : { column: wanted, width };
      }),
    ),
  );
  return { columns, widths, onWidth, isSortable, idLabel, sort, onSort };
}
