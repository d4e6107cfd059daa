import type { LayoutColumn } from "#contract/orders/order-columns.ts";
import { ALL_SORT_FIELDS, type SortField } from "#contract/orders/orders.ts";
import type { ListSort } from "#web/platform/list-url.ts";
import { ORDER_COLUMNS } from "./order-columns.ts";
import type { OrderTableProps } from "./table-props.ts";

export interface HeadColumn {
  column: LayoutColumn;
  label: string;
  /** What the list is sorted by for this column; undefined when it can't be sorted. */
  field: SortField | undefined;
}

/** The shown columns, their labels, and which of them the list can be sorted by. */
export function headColumns({
  columns,
  isSortable,
  idLabel,
}: Pick<OrderTableProps, "columns" | "isSortable" | "idLabel">): HeadColumn[] {
  return columns.map((column) => ({
    column,
    label: column === "order_id" ? idLabel : ORDER_COLUMNS[column].label,
    field: isSortable(column) ? ALL_SORT_FIELDS.find((field) => field === column) : undefined,
  }));
}

/** The sort after a press on the head of a column: ascending, descending, the queue's default. */
export function nextSort(sort: ListSort | null, field: SortField): ListSort | null {
  if (sort?.sort !== field) return { sort: field, dir: "asc" };
  return sort.dir === "asc" ? { sort: field, dir: "desc" } : null;
}
