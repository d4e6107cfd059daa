import type { ColumnLayout } from "#contract/orders/order-columns.ts";
import type { MonthCounts, OrderRow } from "#contract/orders/orders.ts";
import type { ListUrl } from "#web/platform/list-url.ts";
import type { View } from "./order-window.ts";

/** The rows of a list for its table. */
export interface OrderRowsView {
  /** The rows have the values of its columns. */
  layout: ColumnLayout;
  view: View;
  /** Length of the whole list; an estimate for the skeleton until `isTotalKnown`. */
  total: number;
  isTotalKnown: boolean;
  /** True when the list is longer than `total`: a search with very many hits. */
  isCapped: boolean;
  isCounting: boolean;
  /** Shows the exact total from now on; `readTotal` also returns it. */
  countExactly: () => void;
  readTotal: () => Promise<number>;
  /** The row at an index of the view, or undefined while it is loading. */
  rowAt: (index: number) => OrderRow | undefined;
  isLoading: boolean;
  isFetching: boolean;
  error: unknown;
  /** The orders that left the list after it was read, with what became of them. */
  gone: ReadonlyMap<number, string>;
  /** How many orders came into the list after it was read; null when it has changed by an unknown number. */
  newcomers: number | null;
  /** True when at least one row is loaded. */
  hasRows: boolean;
  months: MonthCounts | undefined;
  refetch: () => Promise<void>;
  /** Requests the rows that a change of the list will show; undefined when it needs no answer to show rows. */
  readAhead: (change: Partial<ListUrl>) => PromiseLike<unknown> | undefined;
  /** The first and last visible index of the view. */
  setRange: (first: number, last: number) => void;
}
