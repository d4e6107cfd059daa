import type { OrderView } from "#contract/order-views/order-views.ts";
import { DEFAULT_PAGE_SIZE } from "#contract/orders/orders.ts";
import type { ListState } from "#web/platform/list-url.ts";
import { LIST_PATHS, VIEW_PARAM } from "#web/platform/paths.ts";

type View = Pick<OrderView, "id" | "list" | "definition">;

/** The address that names a view and nothing else: the list then reads what the view says. */
export function bareViewHref({ id, list }: Omit<View, "definition">): string {
  return `${LIST_PATHS[list]}?${VIEW_PARAM}=${id}`;
}

/** What shows a view at once: an address, and the history state for what doesn't belong into one. */
export function viewTarget({ definition, ...view }: View): { to: string; state: ListState } {
  const { filter, search, sort, dir, size, columns } = definition;
  const params = new URLSearchParams(filter);
  if (size !== DEFAULT_PAGE_SIZE) params.set("size", String(size));
  if (sort !== null) params.set("sort", sort);
  if (dir !== null) params.set("dir", dir);
  return { to: [bareViewHref(view), ...(params.size === 0 ? [] : [params])].join("&"), state: { search, columns } };
}
