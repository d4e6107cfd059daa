import { MONTHS, type Month } from "#contract/dates.ts";
import { LIST_NAMES, type ListName } from "#contract/orders/queues.ts";
import { type ListUrl, parseListUrl } from "./list-url.ts";
import { LIST_PATHS } from "./paths.ts";

/** The list that an order was opened from, as it was then; the order's URL keeps it. */
export interface OrderOrigin {
  list: ListName;
  month: Month | undefined;
  url: ListUrl;
}

/** The query of an order's URL: that of its list, and the list's name. The search is in the history state, as in lists. */
export function originQuery(list: ListName, listQuery: string): string {
  const params = new URLSearchParams(listQuery);
  params.set("from", list);
  return `?${params}`;
}

/** Null when the order was opened by its id or a link. */
export function parseOrigin(query: string, state: unknown): OrderOrigin | null {
  const params = new URLSearchParams(query);
  const list = LIST_NAMES.find((name) => name === params.get("from"));
  if (list === undefined) return null;
  const month = list === "futureOrder" ? MONTHS.find((name) => name === params.get("month")) : undefined;
  return { list, month, url: parseListUrl(params, state, list) };
}

/** The list as it was when the order was opened. */
export function originHref({ list }: OrderOrigin, query: string): string {
  const params = new URLSearchParams(query);
  params.delete("from");
  return params.size === 0 ? LIST_PATHS[list] : `${LIST_PATHS[list]}?${params}`;
}
