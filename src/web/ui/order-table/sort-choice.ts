import { SORT_FIELDS } from "#contract/orders.ts";
import type { ListSort } from "#web/platform/list-url.ts";
import { type ColumnId, ORDER_COLUMNS } from "./order-columns.ts";

const NONE = "";

export function toSortChoice(sort: ListSort | null): string {
  return sort === null ? NONE : `${sort.sort} ${sort.dir}`;
}

export function fromSortChoice(choice: string): ListSort | null {
  const [field, dir] = choice.split(" ");
  const sort = SORT_FIELDS.find((known) => known === field);
  return sort === undefined ? null : { sort, dir: dir === "desc" ? "desc" : "asc" };
}

/** Both directions of every shown column, for a list that has no header to press. */
export function sortChoices(columns: readonly ColumnId[], idLabel: string): { value: string; label: string }[] {
  const both = columns.flatMap((column) => {
    const label = column === "order_id" ? idLabel : ORDER_COLUMNS[column].label;
    return [
      { value: `${column} asc`, label: `${label} ↑` },
      { value: `${column} desc`, label: `${label} ↓` },
    ];
  });
  return [{ value: NONE, label: "Queue's own order" }, ...both];
}
