import type { Month } from "#contract/dates.ts";
import type { ListName } from "#contract/order-status.ts";
import { listOrders, SEARCH_MIN_CHARACTERS, searchOrders } from "#contract/orders.ts";
import type { ApiCall } from "#web/platform/api-call.ts";
import type { ListSort, PageSize } from "#web/platform/list-url.ts";

/** What a list shows, apart from which rows of it. */
export interface ListQuestion {
  list: ListName;
  search: string;
  sort: ListSort | null;
  month?: Month;
}

/** What a search's number hangs on. */
export type SearchQuestion = Omit<ListQuestion, "sort">;

/** A stretch of a list's rows; `start` is a multiple of `limit`. */
export interface OrderWindow extends ListQuestion {
  start: number;
  limit: number;
}

/** Rows that one call brings while a person scrolls through All. */
const SCROLL_WINDOW = 200;

/** True when the text is long enough to be searched for; a shorter one lists everything (decision 8). */
export function isSearch(text: string): boolean {
  return text.trim().length >= SEARCH_MIN_CHARACTERS;
}

/** The call that brings a window: the search call when something is searched, the list call otherwise. */
export function windowCall({ list, search, sort, month, start, limit }: OrderWindow): ApiCall {
  const order = sort ?? {};
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

/** The call that counts what a search finds, however much it is, and brings no row. */
export function exactTotalCall({ list, search, month }: SearchQuestion): ApiCall {
  const body = { start: 0, end: 0, searchVal: search.trim(), folderName: list, month, exact: true };
  return { operation: searchOrders, body };
}

/** The rows a view spans: where it begins, how many it shows, and how many one call brings. */
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

/** Where the windows begin that hold the rows `first` to `last` (both included) of a view. */
export function windowStarts({ base, windowSize }: View, first: number, last: number): number[] {
  const from = Math.floor((base + first) / windowSize) * windowSize;
  const to = base + Math.max(first, last);
  const starts: number[] = [];
  for (let start = from; start <= to; start += windowSize) starts.push(start);
  return starts;
}
