import type { OrderChange } from "#contract/live/live.ts";
import { OPTIONAL_COLUMNS } from "#contract/orders/order-columns.ts";
import type { OrderRow } from "#contract/orders/orders.ts";
import { type ListName, statusesOf } from "#contract/orders/queues.ts";
import { statusLabel } from "#contract/orders/status-labels.ts";

/** A page of a list, as it was shown or as it is now. */
export interface ListPage {
  data: readonly OrderRow[];
  total: number;
  /** True when there are more than `total`. */
  total_capped?: boolean | undefined;
}

export interface FrozenList {
  /** The shown rows in their places, each in its newest version. */
  rows: OrderRow[];
  /** For each order that has left the list, where to and by whom. */
  gone: ReadonlyMap<number, string>;
  /** How many orders have come into the list; null when that is unknown: too many hits to count, or filters. */
  newcomers: number | null;
}

function isIn(list: ListName, { process_status }: Pick<OrderRow, "process_status">): boolean {
  return statusesOf(list).includes(process_status);
}

/** An event names the order, not what changed: what was read of it may be out of date. */
function withoutOptional(row: OrderRow): OrderRow {
  const known = { ...row };
  for (const column of OPTIONAL_COLUMNS) {
    if (column !== "assignee" && column !== "arrival_date") delete known[column];
  }
  return known;
}

function leaving({ process_status, who }: OrderChange): string {
  const to = `Moved to ${statusLabel(process_status)}`;
  return who === null ? to : `${to} by ${who.name}`;
}

/** Whether both show the same orders in the same places of lists of the same length. */
export function hasSamePlaces(shown: ListPage, now: ListPage): boolean {
  return (
    shown.total === now.total &&
    shown.data.length === now.data.length &&
    shown.data.every(({ order_id }, index) => now.data[index]?.order_id === order_id)
  );
}

/**
 * The list as it was shown, with what others have changed since.
 * @param now the same page, read later
 * @param changes the last event about each order
 * @param isFiltered orders enter and leave a filtered list without a move, so that its length doesn't tell
 * @param missedEvents events were missed between `shown` and `now`: a row that `now` lacks has left for an unknown place
 */
export function frozenList(
  list: ListName,
  shown: ListPage,
  now: ListPage,
  changes: Readonly<Record<number, OrderChange>>,
  { isFiltered = false, missedEvents = false } = {},
): FrozenList {
  const fresh = new Map(now.data.map((row) => [row.order_id, row]));
  const gone = new Map<number, string>();
  let left = 0;
  const rows = shown.data.map((row) => {
    const change = changes[row.order_id];
    const read = fresh.get(row.order_id);
    if (change !== undefined && change.version > row.version && !isIn(list, change)) {
      gone.set(row.order_id, leaving(change));
      if (read === undefined) left += 1;
      return withoutOptional(row);
    }
    if (read !== undefined) return read;
    if (missedEvents) {
      gone.set(row.order_id, "No longer on this page");
      left += 1;
      return withoutOptional(row);
    }
    if (change === undefined) return row;
    const known = withoutOptional(row);
    if (change.version <= row.version) return known;
    return { ...known, process_status: change.process_status, version: change.version };
  });
  const here = new Set(shown.data.map(({ order_id }) => order_id));
  const isNew = ({ order_id }: OrderRow) => !here.has(order_id);
  const count = Math.max(0, now.total - shown.total + left);
  // New rows at the end may be those of the next page, which moved up.
  const end = now.data.findLastIndex((row) => !isNew(row));
  const isUnknown =
    isFiltered || missedEvents
      ? count > 0 || now.data.slice(0, Math.max(0, end)).some(isNew)
      : now.total_capped === true && now.data.some(isNew);
  return { rows, gone, newcomers: isUnknown ? null : count };
}
