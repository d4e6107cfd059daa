import {
  createColumnHelper,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import type { LayoutColumn } from "#contract/orders/order-columns.ts";
import { ALL_SORT_FIELDS, type OrderRow } from "#contract/orders/orders.ts";
import type { ListSort } from "#web/platform/list-url.ts";
import { ORDER_COLUMNS } from "./order-columns.ts";

const features = tableFeatures({ rowSortingFeature });
const helper = createColumnHelper<typeof features, OrderRow>();
/** The rows are drawn without the model: a model of each visible row took a tenth of the time of a page turn. */
const NO_ROWS: OrderRow[] = [];

function toSorting(sort: ListSort | null): SortingState {
  return sort === null ? [] : [{ id: sort.sort, desc: sort.dir === "desc" }];
}

function toListSort([first]: SortingState): ListSort | null {
  const sort = ALL_SORT_FIELDS.find((field) => field === first?.id);
  return sort === undefined ? null : { sort, dir: first?.desc === true ? "desc" : "asc" };
}

interface Options {
  columns: readonly LayoutColumn[];
  isSortable: (column: LayoutColumn) => boolean;
  idLabel: string;
  sort: ListSort | null;
  onSort: (sort: ListSort | null) => void;
}

/** The columns of the table, and server-side sorting (ascending, descending, the queue's default). */
export function useColumnModel({ columns, isSortable, idLabel, sort, onSort }: Options) {
  const definitions = useMemo(
    () =>
      helper.columns(
        columns.map((column) => {
          const header = column === "order_id" ? idLabel : ORDER_COLUMNS[column].label;
          return isSortable(column) && column !== "assignee"
            ? helper.accessor(column, { header, sortDescFirst: false })
            : helper.display({ id: column, header });
        }),
      ),
    [columns, isSortable, idLabel],
  );
  const sorting = useMemo(() => toSorting(sort), [sort]);
  return useTable({
    features,
    columns: definitions,
    data: NO_ROWS,
    state: { sorting },
    manualSorting: true,
    onSortingChange: (update) => onSort(toListSort(typeof update === "function" ? update(sorting) : update)),
  });
}
export type ColumnModel = ReturnType<typeof useColumnModel>;
