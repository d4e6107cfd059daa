import type { LayoutColumn } from "#contract/orders/order-columns.ts";
import type { SortField } from "#contract/orders/orders.ts";
import type { SortDirection } from "#contract/orders/queues.ts";
import type { ListSort } from "#web/platform/list-url.ts";

interface QueueSort {
  sort: SortField;
  dir: SortDirection;
}

/** The sort shown in the header: the chosen one, otherwise the queue's default if that column is shown. */
export function shownSort(chosen: ListSort | null, own: QueueSort, columns: readonly LayoutColumn[]): ListSort | null {
  if (chosen !== null) return chosen;
  return columns.some((column) => column === own.sort) ? { sort: own.sort, dir: own.dir } : null;
}

/** The sort to keep in the URL: none when it is the queue's default. */
export function urlSort(wanted: ListSort | null, own: QueueSort): ListSort | null {
  return wanted !== null && wanted.sort === own.sort && wanted.dir === own.dir ? null : wanted;
}
