import type { OrderChange } from "#contract/live.ts";
import { LIST_NAMES, LIST_STATUS, type ListName } from "#contract/order-status.ts";

/** A list as it was read: which orders it showed. */
export interface KnownList {
  list: ListName;
  orders: readonly { order_id: number; version: number }[];
}

/**
 * The lists that a change may have made old: those that show the order, those it entered or left, and Order History.
 * A change that left the order where it was, of an order that nobody shows, makes none old.
 * @param lastVersion the version that was told of this order before, if any
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
    const status = LIST_STATUS[list];
    if (status === null || status === change.process_status || status === change.previous_status) affected.add(list);
  }
  return affected;
}
