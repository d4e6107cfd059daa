import {
  createColumnHelper,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import { SORT_FIELDS } from "#contract/orders.ts";
import type { ListSort } from "#web/platform/list-url.ts";
import { OrderCell } from "./order-cell.tsx";
import { type ColumnId, ORDER_COLUMNS } from "./order-columns.ts";
import type { Slot } from "./table-props.ts";

const features = tableFeatures({ rowSortingFeature });
const helper = createColumnHelper<typeof features, Slot>();

function toSorting(sort: ListSort | null): SortingState {
  return sort === null ? [] : [{ id: sort.sort, desc: sort.dir === "desc" }];
}

function toListSort([first]: SortingState): ListSort | null {
  const sort = SORT_FIELDS.find((field) => field === first?.id);
  return sort === undefined ? null : { sort, dir: first?.desc === true ? "desc" : "asc" };
}

interface Options {
  slots: Slot[];
  columns: readonly ColumnId[];
  idLabel: string;
  sort: ListSort | null;
  onSort: (sort: ListSort | null) => void;
}

/** The table model: its columns, and a sort that the server does (ascending, descending, the queue's own order). */
export function useSlotTable({ slots, columns, idLabel, sort, onSort }: Options) {
  const definitions = useMemo(
    () =>
      helper.columns(
        columns.map((column) =>
          helper.accessor((slot) => slot.row?.[column] ?? null, {
            id: column,
            header: column === "order_id" ? idLabel : ORDER_COLUMNS[column].label,
            cell: ({ row }) => <OrderCell column={column} slot={row.original} />,
            sortDescFirst: false,
          }),
        ),
      ),
    [columns, idLabel],
  );
  const sorting = useMemo(() => toSorting(sort), [sort]);
  return useTable({
    features,
    columns: definitions,
    data: slots,
    state: { sorting },
    manualSorting: true,
    getRowId: ({ index, row }) => (row === undefined ? `place-${index}` : `order-${row.order_id}`),
    onSortingChange: (update) => onSort(toListSort(typeof update === "function" ? update(sorting) : update)),
  });
}
export type SlotTable = ReturnType<typeof useSlotTable>;
