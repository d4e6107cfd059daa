import type { Month } from "#contract/dates.ts";
import type { OrderFilterText } from "#contract/orders/order-filter.ts";
import { listOrders, SEARCH_MIN_CHARACTERS, searchOrders } from "#contract/orders/orders.ts";
import type { ListName } from "#contract/orders/queues.ts";
import type { ApiCall } from "#web/platform/api-call.ts";
import type { ListSort, PageSize } from "#web/platform/list-url.ts";

/** The query of a list, without the position. */
export interface ListQuestion {
  list: ListName;
  search: string;
  sort: ListSort | null;
  month?: Month;
  filter: OrderFilterText;
  /** What to read beside the fields of every row. */
  columns?: string;
}

/** What the number of hits depends on. */
export type SearchQuestion = Omit<ListQuestion, "sort" | "columns">;

/** A section of a list's rows; `start` is a multiple of `limit`. */
export interface OrderWindow extends ListQuestion {
  start: number;
  limit: number;
}

/** Rows per call while scrolling through All. */
const SCROLL_WINDOW = 200;

/** True when the text is long enough to be searched for; a shorter one lists everything (decision record 0010). */
export function isSearch(text: string): boolean {
  return text.trim().length >= SEARCH_MIN_CHARACTERS;
}

/** The call that loads a window: the search call for a search, the list call otherwise. */
export function windowCall({ list, search, sort, month, filter, columns, start, limit }: OrderWindow): ApiCall {
  // Without what only some lists have, a call is the specified one.
  const order = { ...sort, ...filter, ...(columns !== undefined && { columns }) };
  if (isSearch(search)) {
    const body = { start, end: start + limit, searchVal: search.trim(), folderName: list, month, ...order };
    return { operation: searchOrders, body };
  }
  return {
    operation: listOrders,
    params: { orderName: list },
    query: { page: start / limit + 1, limit, delay: "1", month, ...order },
  };
}

/** The call that counts all hits of a search and returns no rows. */
export function exactTotalCall({ list, search, month, filter }: SearchQuestion): ApiCall {
  const body = { start: 0, end: 0, searchVal: search.trim(), folderName: list, month, ...filter, exact: true };
  return { operation: searchOrders, body };
}

/** The visible range of a list: its start, its number of rows, and the rows per call. */
export interface View {
  base: number;
  count: number;
  windowSize: number;
}

/** The view of a page, or of all rows; `total` is the length of the list. */
export function viewOf(page: number, size: PageSize, total: number): View {
  if (size === "all") return { base: 0, count: total, windowSize: SCROLL_WINDOW };
  const base = (page - 1) * size;
  return { base, count: Math.max(0, Math.min(size, total - base)), windowSize: size };
}

/** The starts of the windows that contain rows `first` to `last` (inclusive) of a view. */
export function windowStarts({ base, windowSize }: View, first: number, last: number): number[] {
  const from = Math.floor((base + first) / windowSize) * windowSize;
  const to = base + Math.max(first, last);
  const starts: number[] = [];
  for (let start = from; start <= to; start += windowSize) starts.push(start);
  return starts;
}

/** The starts of the pages before and after a page, as far as they exist. */
export function neighbourStarts({ start, limit }: Pick<OrderWindow, "start" | "limit">, total: number): number[] {
  return [start + limit, start - limit].filter((neighbour) => neighbour >= 0 && neighbour < total);
}
