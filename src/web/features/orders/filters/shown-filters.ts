import { isFilterOf } from "#contract/orders/list-filters.ts";
import { FILTER_KEYS, type FilterKey, type OrderFilterText } from "#contract/orders/order-filter.ts";
import type { ListName } from "#contract/orders/queues.ts";

/** The filters that a list offers. Open Orders has links for due orders instead. */
export function offeredFilters(list: ListName): FilterKey[] {
  return FILTER_KEYS.filter((key) => isFilterOf(list, key) && (key !== "due" || list !== "openOrder"));
}

/** The filters that are set and shown as chips. */
export function shownFilters(list: ListName, filter: OrderFilterText): FilterKey[] {
  return offeredFilters(list).filter((key) => filter[key] !== undefined);
}

/** `filter` without those that are shown as chips. */
export function withoutShown(list: ListName, filter: OrderFilterText): OrderFilterText {
  return withoutKeys(filter, shownFilters(list, filter));
}

/** `filter` without some of its filters. */
export function withoutKeys(filter: OrderFilterText, keys: readonly FilterKey[]): OrderFilterText {
  return Object.fromEntries(FILTER_KEYS.filter((key) => !keys.includes(key)).map((key) => [key, filter[key]]));
}
