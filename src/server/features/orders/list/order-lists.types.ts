import type { Month } from "#contract/dates.ts";
import type { StatusFilter } from "#contract/orders/order-filter.ts";
import type { SortField } from "#contract/orders/orders.ts";
import type { ListName, SortDirection } from "#contract/orders/queues.ts";
import type { RowFilter } from "./filter-conditions.ts";

/** Due times from an instant on, if any, and before another. */
export interface DueBounds {
  from?: Date;
  before: Date;
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
