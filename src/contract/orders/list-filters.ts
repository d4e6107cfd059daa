import { type FilterKey, STATUS_FILTERS, type StatusFilter } from "./order-filter.ts";
import type { OrderStatus } from "./order-status.ts";
import { isOpenWork, type ListName, statusesOf } from "./queues.ts";

/** The status that a value of the status filter asks for; Refunds has one for each state of its money. */
export function filteredStatus(value: StatusFilter): OrderStatus {
  return value === "Refund due" || value === "Partly refunded" || value === "Refunded" ? "Refunds" : value;
}

/** The values of a list's status filter: none where all its orders look the same. */
export function statusFilters(list: ListName): readonly StatusFilter[] {
  const statuses = statusesOf(list);
  const values = STATUS_FILTERS.filter((value) => statuses.includes(filteredStatus(value)));
  return values.length > 1 ? values : [];
}

/** Whether a list has a filter, or this text of it. */
export function isFilterOf(list: ListName, key: FilterKey, text?: string): boolean {
  if (key === "due") return isOpenWork(list);
  if (key !== "status") return true;
  const values: readonly string[] = statusFilters(list);
  return text === undefined ? values.length > 0 : text.split(",").every((value) => values.includes(value));
}
