import * as z from "zod";
import { isFilterOf } from "#contract/orders/list-filters.ts";
import { type ColumnLayout, columnLayoutSchema } from "#contract/orders/order-columns.ts";
import { FILTER_KEYS, type FilterKey, type OrderFilterText, readFilters } from "#contract/orders/order-filter.ts";
import { ALL_SORT_FIELDS, DEFAULT_PAGE_SIZE, isSortOf, PAGE_SIZES, type SortField } from "#contract/orders/orders.ts";
import type { ListName, SortDirection } from "#contract/orders/queues.ts";

export type PageSize = (typeof PAGE_SIZES)[number] | "all";
export interface ListSort {
  sort: SortField;
  dir: SortDirection;
}

/** The state of a list screen: its search is in the history state, the rest in the URL. */
export interface ListUrl {
  page: number;
  size: PageSize;
  /** Null: the queue's default sort. */
  sort: ListSort | null;
  search: string;
  filter: OrderFilterText;
}

function readPage(text: string | null): number {
  return text !== null && /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : 1;
}

function readSize(text: string | null): PageSize {
  if (text === "all") return "all";
  return PAGE_SIZES.find((size) => String(size) === text) ?? DEFAULT_PAGE_SIZE;
}

function readSort(params: URLSearchParams): ListSort | null {
  const sort = ALL_SORT_FIELDS.find((field) => field === params.get("sort"));
  if (sort === undefined) return null;
  return { sort, dir: params.get("dir") === "desc" ? "desc" : "asc" };
}

function filterText(params: URLSearchParams, list: ListName, key: FilterKey): string | null {
  const text = params.get(key);
  return text !== null && isFilterOf(list, key, text) ? text : null;
}

/**
 * Reads a list's state; invalid values give the default. A search is often an e-mail address, which must not appear in
 * the logs of servers and proxies: one in a hand-written URL is read once and then removed.
 */
export function parseListUrl(params: URLSearchParams, state: unknown = null, list?: ListName): ListUrl {
  const sort = readSort(params);
  // Screens other than order lists have parameters of these names.
  const filter = list === undefined ? {} : readFilters((key) => filterText(params, list, key));
  return {
    page: readPage(params.get("page")),
    size: readSize(params.get("size")),
    sort: sort === null || list === undefined || isSortOf(list, sort.sort) ? sort : null,
    search: params.get("search") ?? keptSearch(state),
    filter,
  };
}

/** What a list keeps in the history state: neither belongs into an address. */
export interface ListState {
  search: string;
  /** Those of the open view, null for the standard ones; absent as long as the view was not opened from a menu or changed. */
  columns?: ColumnLayout | null;
}

const keptColumnsSchema = z.object({ columns: columnLayoutSchema.nullable() });

/** The columns of the open view in a history state, undefined without any. */
export function keptColumns(state: unknown): ColumnLayout | null | undefined {
  return keptColumnsSchema.safeParse(state).data?.columns;
}

function keptSearch(state: unknown): string {
  return typeof state === "object" && state !== null && "search" in state && typeof state.search === "string"
    ? state.search
    : "";
}

function put(params: URLSearchParams, name: string, value: string | null): void {
  if (value === null || value === "") params.delete(name);
  else params.set(name, value);
}

/** `params` with these order filters and no others. */
export function withFilter(params: URLSearchParams, filter: OrderFilterText): URLSearchParams {
  const result = new URLSearchParams(params);
  for (const key of FILTER_KEYS) put(result, key, filter[key] ?? null);
  return result;
}

/**
 * `params` with the change applied, without the search. Defaults are omitted, other parameters stay. Any change except
 * the page itself resets the page to 1.
 */
export function withListChange(params: URLSearchParams, change: Partial<ListUrl>): URLSearchParams {
  const next = { ...parseListUrl(params), page: 1, ...change };
  const result = change.filter === undefined ? new URLSearchParams(params) : withFilter(params, change.filter);
  put(result, "page", next.page === 1 ? null : String(next.page));
  put(result, "size", next.size === DEFAULT_PAGE_SIZE ? null : String(next.size));
  put(result, "sort", next.sort?.sort ?? null);
  put(result, "dir", next.sort?.dir ?? null);
  result.delete("search");
  return result;
}
