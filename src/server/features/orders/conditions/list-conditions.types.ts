import type { Month } from "#contract/dates.ts";
import type { DayRange } from "#contract/day-range.ts";
import type { StatusFilter } from "#contract/orders/order-filter.ts";
import type { SortField } from "#contract/orders/orders.ts";
import type { ListName, SortDirection } from "#contract/orders/queues.ts";

/** Due times from an instant on, if any, and before another. */
export interface DueBounds {
  from?: Date;
  before: Date;
}

/** The filters of a list as its queries use them. */
export interface RowFilter {
  /** The first and the last date, in UTC. */
  created?: DayRange;
  /** Dates of arrival: a range that is open or too long for tags. */
  arrival?: DayRange;
  /** An order has at least one tag of each group (`order_facets`). */
  tags: readonly (readonly string[])[];
  /** The member who has the order, or nobody. */
  claim?: number | "none";
}

export interface ListFilter {
  list: ListName;
  month: Month | undefined;
  due?: DueBounds | undefined;
  /** Only those, each one that the list has. */
  statuses?: readonly StatusFilter[] | undefined;
  /** Not part of the list's predicate: the finder tests it row by row, or starts from what it finds. */
  rows?: RowFilter | undefined;
}

/** The number of all orders and of those in a list. */
export interface ListSize {
  all: number;
  list: number;
}

export interface SortedList extends ListFilter {
  sort: SortField | undefined;
  dir: SortDirection | undefined;
}

export interface NeighboursRequest extends SortedList {
  orderId: number;
}

export interface ListRequest extends SortedList {
  offset: number;
  limit: number;
}

export interface SearchRequest extends ListRequest {
  /** At least as long as `isSearchable` requires; undefined for a list that is only filtered. */
  text: string | undefined;
  /** Count all hits, without the limit. */
  isExact: boolean;
}
