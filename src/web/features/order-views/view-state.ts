import type { OrderView } from "#contract/order-views/order-views.ts";
import type { ViewDefinition } from "#contract/order-views/view-definition.ts";
import type { ColumnLayout } from "#contract/orders/order-columns.ts";
import { FILTER_KEYS } from "#contract/orders/order-filter.ts";
import type { ListUrl } from "#web/platform/list-url.ts";
import { VIEW_PARAM } from "#web/platform/paths.ts";

/** A view that has a name: one of the menu. */
export type NamedView = OrderView & { name: string };

/** What the dialog of views is for: a new view, or the name and the roles of one. */
export type ViewTask = "new" | NamedView | null;

/** Shows a view in its list. */
export type ShowView = (view: OrderView, isReplacing?: boolean) => void;

export function isNamed(view: OrderView): view is NamedView {
  return view.name !== null;
}

/** A definition of what the list shows. */
export function definitionOf({ filter, search, sort, size }: ListUrl, columns: ColumnLayout | null): ViewDefinition {
  const set = FILTER_KEYS.flatMap((key) => (filter[key] === undefined ? [] : [[key, filter[key]] as const]));
  return {
    filter: Object.fromEntries(set),
    search: search.trim(),
    sort: sort?.sort ?? null,
    dir: sort?.dir ?? null,
    size,
    columns,
  };
}

export function isSameDefinition(one: ViewDefinition, other: ViewDefinition): boolean {
  return comparable(one) === comparable(other);
}

function comparable({ filter, search, sort, dir, size, columns }: ViewDefinition): string {
  return JSON.stringify([FILTER_KEYS.map((key) => filter[key]), search, sort, dir, size, columns]);
}

/** Whether an address names a view and nothing that the view says. */
export function isBare(params: URLSearchParams, state: unknown): boolean {
  const hasSearch = typeof state === "object" && state !== null && "search" in state;
  return !hasSearch && [...params.keys()].every((key) => key === VIEW_PARAM);
}
