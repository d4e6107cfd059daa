import type { ListName } from "#contract/order-status.ts";
import type { Load, LoadRequest } from "../measure.ts";

/** What the calls are about: a large queue, a small one, and how many orders there are. */
export interface DeskFacts {
  orders: number;
  tokens: readonly string[];
  /** Rows of the large queue. */
  large: number;
}

export const LARGE: ListName = "completedOrder";
export const SMALL: ListName = "newOrder";
export const PAGE = 10;

/** The calls of a desk's day, each under the name of its row. */
export function scenarios(facts: DeskFacts): Record<string, Load> {
  const { orders, tokens, large } = facts;
  const get = (path: string) => staffLoad(tokens, { method: "GET", path });
  const post = (path: string, body: object) => staffLoad(tokens, { method: "POST", path, body: JSON.stringify(body) });
  const page = (list: ListName, number = 1, more = "") =>
    get(`/api/admin/get-orders-list/${list}?page=${number}&limit=${PAGE}${more}`);
  const search = (searchVal: string) =>
    post("/api/admin/search-order", { start: 0, end: PAGE, searchVal, folderName: LARGE });
  return {
    "page of the large queue": page(LARGE),
    "its last page": page(LARGE, Math.ceil(large / PAGE)),
    "a page in its middle": page(LARGE, Math.ceil(large / PAGE / 2)),
    "its page by name": page(LARGE, 1, "&sort=full_name"),
    "page of a small queue": page(SMALL),
    counts: get("/api/admin/get-folder-count"),
    "country report": post("/api/admin/get-country-order-count", {}),
    detail: details(facts),
    "search, one hit": search(`traveller${completedOrder(Math.floor(orders / 3), orders) - FIRST_ID}@`),
    "search, every twelfth": search("perera"),
    move: moves(facts),
  };
}

/** Another part of the orders for each connection. */
export function detailIds(connection: number, orders: number): number[] {
  return Array.from({ length: 200 }, (_, index) => FIRST_ID + 1 + (((index * 20 + connection) * 7919) % orders));
}

export function details({ orders, tokens }: DeskFacts): Load {
  return (connection) =>
    detailIds(connection, orders).map((id, index) => ({
      method: "GET",
      path: `/api/admin/get-orders-details/${id}`,
      headers: staff(tokens, index),
    }));
}

export function moves({ orders, tokens }: DeskFacts): Load {
  return (connection) =>
    moveBodies(connection, orders).map((body, index) => ({
      method: "PUT",
      path: "/api/admin/move-order-status",
      headers: { ...JSON_BODY, ...staff(tokens, index) },
      body: JSON.stringify(body),
    }));
}

/** Moves of Completed orders, no two connections at the same one. */
export function moveBodies(connection: number, orders: number) {
  const targets = nextTargets(connection);
  return Array.from({ length: 200 }, (_, index) => completedOrder((index * 20 + connection) * 7919, orders)).flatMap(
    (orderId) => targets.map((updatingStatus) => ({ orderId, updatingStatus })),
  );
}

const runs = new Map<number, number>();

/** Other targets in every second run of a connection: an order must never be asked to go where the run before left it. */
export function nextTargets(connection: number): readonly string[] {
  const run = (runs.get(connection) ?? 0) + 1;
  runs.set(connection, run);
  return run % 2 === 0 ? ["Contact Customer", "Customer Called"] : ["Awaiting", "AwaitingGovt"];
}

const FIRST_ID = 100_000;

/** The id of a Completed order for any number: 77 of the first 78 of each hundred of the data set. */
export function completedOrder(number: number, orders: number): number {
  const place = number % (77 * Math.floor(orders / 100));
  return FIRST_ID + 100 * Math.floor(place / 77) + 1 + (place % 77);
}

const JSON_BODY = { "content-type": "application/json" };

/** A member may open 5,000 details an hour: all of them take turns. */
export const staff = (tokens: readonly string[], index: number) => ({
  authorization: tokens[index % tokens.length] ?? "",
});

function staffLoad(tokens: readonly string[], request: LoadRequest): Load {
  return (connection) =>
    [0, 1, 2].map((part) => ({
      ...request,
      headers: { ...(request.body !== undefined && JSON_BODY), ...staff(tokens, connection + part * 20) },
    }));
}
