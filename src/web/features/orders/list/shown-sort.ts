import type { SortDirection } from "#contract/order-status.ts";
import type { SortField } from "#contract/orders.ts";
import type { ListSort } from "#web/platform/list-url.ts";
import type { ColumnId } from "#web/ui/order-table/order-columns.ts";

interface QueueSort {
  sort: SortField | "arrival_date";
  dir: SortDirection;
}

/** The sort that the header shows: the chosen one, else the queue's own if a shown column tells it. */
export function shownSort(chosen: ListSort | null, own: QueueSort, columns: readonly ColumnId[]): ListSort | null {
  if (chosen !== null) return chosen;
  const column = columns.find((shown) => shown === own.sort);
  return column === undefined ? null : { sort: column, dir: own.dir };
}

/** The sort to keep in the address: none when it is the queue's own. */
export function urlSort(wanted: ListSort | null, own: QueueSort): ListSort | null {
  return wanted !== null && wanted.sort === own.sort && wanted.dir === own.dir ? null : wanted;
}
