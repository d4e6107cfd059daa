import { ALL_SORT_FIELDS, type SortField } from "#contract/orders/orders.ts";
import type { ListSort } from "#web/platform/list-url.ts";
import { ORDER_COLUMNS } from "./order-columns.ts";
import type { ColumnModel } from "./use-column-model.ts";

const NONE = "";

export function toSortChoice(sort: ListSort | null): string {
  return sort === null ? NONE : `${sort.sort} ${sort.dir}`;
}

export function fromSortChoice(choice: string): ListSort | null {
  const [field, dir] = choice.split(" ");
  const sort = ALL_SORT_FIELDS.find((known) => known === field);
  return sort === undefined ? null : { sort, dir: dir === "desc" ? "desc" : "asc" };
}

/** Both directions of every shown column that can be sorted, and of a hidden one that the list is sorted by, for layouts without a clickable header. */
export function sortChoices(table: ColumnModel, sort: ListSort | null): { value: string; label: string }[] {
  const shown = table
    .getAllLeafColumns()
    .filter((column) => column.getCanSort())
    .map(({ id, columnDef: { header } }) => ({ id, label: String(header) }));
  const isHidden = sort !== null && shown.every(({ id }) => id !== sort.sort);
  const hidden = isHidden ? [{ id: sort.sort, label: labelOf(sort.sort) }] : [];
  const both = [...shown, ...hidden].flatMap(({ id, label }) => [
    { value: `${id} asc`, label: `${label} ↑` },
    { value: `${id} desc`, label: `${label} ↓` },
  ]);
  return [{ value: NONE, label: "Queue's default order" }, ...both];
}

/** The phone code is no column, but an address may sort by it. */
function labelOf(field: SortField): string {
  return field === "phone_code" ? "Phone Code" : ORDER_COLUMNS[field].label;
}
