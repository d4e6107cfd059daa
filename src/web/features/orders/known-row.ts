import type { OrderRow } from "#contract/orders/orders.ts";
import type { PlatformState } from "#web/platform/store-hooks.ts";
import { orderRowsApi } from "./list/data/order-rows.api.ts";
import type { ListQuestion, OrderWindow } from "./list/data/order-window.ts";

const { orderRows } = orderRowsApi.endpoints;

/** The loaded windows of lists that contain an order. */
export function windowsWith(state: PlatformState, orderId: number): { window: OrderWindow; row: OrderRow }[] {
  return orderRowsApi.util.selectCachedArgsForQuery(state, "orderRows").flatMap((window) => {
    const rows = orderRows.select(window)(state).data?.data;
    const row = rows?.find(({ order_id }) => order_id === orderId);
    return row === undefined ? [] : { window, row };
  });
}

const questionOf = ({ list, search, sort, month, filter }: ListQuestion) =>
  [list, search, sort?.sort, sort?.dir, month, JSON.stringify(filter)].join("\n");

/** The orders beside an order in the loaded parts of a list; undefined when it is in none of them. */
export function knownNeighbours(state: PlatformState, orderId: number, question: ListQuestion) {
  const windows = orderRowsApi.util
    .selectCachedArgsForQuery(state, "orderRows")
    .filter((window) => questionOf(window) === questionOf(question));
  const idAt = (place: number) => {
    const window = windows.find(({ start, limit }) => place >= start && place < start + limit);
    return window && orderRows.select(window)(state).data?.data[place - window.start]?.order_id;
  };
  for (const window of windows) {
    const rows = orderRows.select(window)(state).data?.data ?? [];
    const index = rows.findIndex(({ order_id }) => order_id === orderId);
    if (index === -1) continue;
    const place = window.start + index;
    return { previous: idAt(place - 1) ?? null, next: idAt(place + 1) ?? null };
  }
  return undefined;
}

/** The newest version of an order's row among the loaded lists, or undefined. */
export function knownRow(state: PlatformState, orderId: number): OrderRow | undefined {
  const rows = windowsWith(state, orderId).map(({ row }) => row);
  return rows.toSorted((a, b) => b.version - a.version)[0];
}
