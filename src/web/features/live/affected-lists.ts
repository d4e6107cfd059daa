import type { OrderChange } from "#contract/live/live.ts";
import { LIST_NAMES, type ListName, statusesOf } from "#contract/orders/queues.ts";

/** A cached list: which orders it showed. */
export interface KnownList {
  list: ListName;
  orders: readonly { order_id: number; version: number }[];
}

/**
 * The lists that a change may have made stale: those that show the order, those it entered or left.
 * A change without a move, of an order that is not shown, affects none.
 * @param lastVersion the version in the previous event about this order, if any
 */
export function affectedLists(
  change: OrderChange,
  known: readonly KnownList[],
  lastVersion: number | undefined,
): Set<ListName> {
  const affected = new Set<ListName>();
  for (const { list, orders } of known) {
    if (orders.some(({ order_id }) => order_id === change.order_id)) affected.add(list);
  }
  if (lastVersion === change.version) return affected;
  for (const list of LIST_NAMES) {
    const statuses = statusesOf(list);
    const isLeft = change.previous_status !== null && statuses.includes(change.previous_status);
    if (isLeft || statuses.includes(change.process_status)) affected.add(list);
  }
  return affected;
}
