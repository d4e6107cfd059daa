import type { SortDirection } from "#contract/order-status.ts";
import { DEFAULT_PAGE_SIZE, PAGE_SIZES, SORT_FIELDS, type SortField } from "#contract/orders.ts";

export type PageSize = (typeof PAGE_SIZES)[number] | "all";
export interface ListSort {
  sort: SortField;
  dir: SortDirection;
}

/** The state of a list screen; it lives in the address and nowhere else. */
export interface ListUrl {
  page: number;
  size: PageSize;
  /** Null: the queue's own order. */
  sort: ListSort | null;
  search: string;
}

function readPage(text: string | null): number {
  return text !== null && /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : 1;
}

function readSize(text: string | null): PageSize {
  if (text === "all") return "all";
  return PAGE_SIZES.find((size) => String(size) === text) ?? DEFAULT_PAGE_SIZE;
}

function readSort(params: URLSearchParams): ListSort | null {
  const sort = SORT_FIELDS.find((field) => field === params.get("sort"));
  if (sort === undefined) return null;
  return { sort, dir: params.get("dir") === "desc" ? "desc" : "asc" };
}

/** Reads a list's state; whatever is no value of ours gives the default. */
export function parseListUrl(params: URLSearchParams): ListUrl {
  return {
    page: readPage(params.get("page")),
    size: readSize(params.get("size")),
    sort: readSort(params),
    search: params.get("search") ?? "",
  };
}

function put(params: URLSearchParams, name: string, value: string | null): void {
  if (value === null || value === "") params.delete(name);
  else params.set(name, value);
}

/**
 * `params` with the change applied. Defaults are left out, other parameters stay. Everything but a new page asks
 * another question, so it begins at page 1.
 */
export function withListChange(params: URLSearchParams, change: Partial<ListUrl>): URLSearchParams {
  const next = { ...parseListUrl(params), page: 1, ...change };
  const result = new URLSearchParams(params);
  put(result, "page", next.page === 1 ? null : String(next.page));
  put(result, "size", next.size === DEFAULT_PAGE_SIZE ? null : String(next.size));
  put(result, "sort", next.sort?.sort ?? null);
  put(result, "dir", next.sort?.dir ?? null);
  put(result, "search", next.search);
  return result;
}
