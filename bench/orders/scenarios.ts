import type { ListName } from "#contract/orders/queues.ts";
import type { Load, LoadRequest } from "../measure.ts";
import { AGENCY_ORDER, completedOrder, FIRST_ID } from "./order-ids.ts";
import { type Visitor, visitorLoads } from "./visitors.ts";

/** Sizes used by the calls: a large queue, a small one and the number of orders. */
export interface InstallationFacts {
  orders: number;
  tokens: readonly string[];
  intakeKey: string;
  visitors: readonly Visitor[];
  /** Rows of the large queue, and of all open work. */
  large: number;
  open: number;
}

export const LARGE: ListName = "completedOrder";
export const SMALL: ListName = "newOrder";
export const PAGE = 10;

/** The measured calls by row name. */
export function scenarios(facts: InstallationFacts): Record<string, Load> {
  const { orders, tokens, large, open } = facts;
  const get = (path: string) => staffLoad(tokens, { method: "GET", path });
  const post = (path: string, body: object) => staffLoad(tokens, { method: "POST", path, body: JSON.stringify(body) });
  const page = (list: ListName, number = 1, more = "") =>
    get(`/api/admin/get-orders-list/${list}?page=${number}&limit=${PAGE}${more}`);
  const search = (searchVal: string, folderName: ListName = LARGE) =>
    post("/api/admin/search-order", { start: 0, end: PAGE, searchVal, folderName });
  const middle = (rows: number) => Math.ceil(rows / PAGE / 2);
  return {
    "page of the large queue": page(LARGE),
    "its last page": page(LARGE, Math.ceil(large / PAGE)),
    "a page in its middle": page(LARGE, middle(large)),
    "its page by name": page(LARGE, 1, "&sort=full_name"),
    "its middle page by name": page(LARGE, middle(large), "&sort=full_name"),
    "page of a small queue": page(SMALL),
    "open work by due time": page("openOrder", 1, "&columns=due_at"),
    "a page in its middle by due time": page("openOrder", middle(open), "&columns=due_at"),
    "what is late of it": page("openOrder", 1, "&columns=due_at&due=late"),
    "late count": get("/api/admin/late-count"),
    counts: get("/api/admin/get-folder-count"),
    "country report": post("/api/admin/get-country-order-count", {}),
    detail: details(facts),
    "search, one hit": search(`traveller${completedOrder(Math.floor(orders / 3), orders) - FIRST_ID}@`),
    "search, every twelfth": search("perera"),
    "search, every twelfth of a small queue": search("perera", SMALL),
    "search, two words of a name": search("perera amara"),
    neighbours: ofOrders(facts, (id) => `/api/admin/neighbours/${id}?orderName=${LARGE}`),
    "related orders": ofOrders(facts, (id) => `/api/admin/related-orders/${id}`),
    "related orders of an agency": get(`/api/admin/related-orders/${AGENCY_ORDER}`),
    "all claims": get("/api/admin/claims"),
    "take next and return, in turn": takeNext(tokens),
    "filter, every fourth": page(LARGE, 1, "&nat=GB,DE"),
    "filter, one in 10,000": page(LARGE, 1, "&nat=NZ"),
    "filter, none here, many elsewhere": page(LARGE, 1, "&doc=no"),
    "filter, a mark that comes with age": page(LARGE, 1, "&flag=whatsapp"),
    "six narrow filters": page(LARGE, 1, "&nat=NZ&doc=yes&mail=sent&flag=whatsapp&mode=Standard&arrival=..today"),
    "filters and a search": post("/api/admin/search-order", {
      ...{ start: 0, end: PAGE, searchVal: "perera", folderName: LARGE, nat: "GB", doc: "yes" },
    }),
    move: moves(facts),
    ...visitorLoads(facts.visitors),
    intake: intakes(facts.intakeKey),
  };
}

/** Requests a second of calls that come one by one from outside, in place of as many as the server answers. */
export const PACED: Record<string, number> = { intake: 200 };
/** Answers that close their connection. */
export const CLOSING: ReadonlySet<string> = new Set(["customer: the document"]);

let submitted = 0;
/** Each order once. */
function intakes(key: string): Load {
  return () => [
    {
      method: "POST",
      path: "/api/intake/orders",
      setupRequest: (request) => {
        submitted += 1;
        const order = { ...exampleOrder, passport_number: `B${submitted}`, email: `new${submitted}@example.com` };
        const headers = { ...JSON_BODY, authorization: `Bearer ${key}`, "idempotency-key": `bench-${submitted}` };
        return { ...request, headers, body: JSON.stringify(order) };
      },
    },
  ];
}

const exampleOrder = {
  ...{ full_name: "Amara Perera", nationality: "GB", arrival_date: "2027-03-01", paid: true, flight_number: "UL 504" },
  ...{ phone_code: "+94", telephone_number: "771234567", transaction_id: "ch_1", merchant_name: "Arrival Card" },
  ...{ amount: "49.99", currency: "USD", processing_mode: "Standard" },
};

/** A different range of orders for each connection. */
export function detailIds(connection: number, orders: number): number[] {
  return Array.from({ length: 200 }, (_, index) => FIRST_ID + 1 + (((index * 20 + connection) * 7919) % orders));
}

export function details(facts: InstallationFacts): Load {
  return ofOrders(facts, (id) => `/api/admin/get-orders-details/${id}`);
}

function ofOrders({ orders, tokens }: InstallationFacts, path: (id: number) => string): Load {
  return (connection) =>
    detailIds(connection, orders).map((id, index) => ({
      method: "GET",
      path: path(id),
      headers: staff(tokens, index),
    }));
}

/** A member who returned an order isn't offered it again for 15 minutes, so that each call reads past it. */
function takeNext(tokens: readonly string[]): Load {
  return (connection) => {
    let taken: number | null = null;
    return tokens.flatMap((_, index): LoadRequest[] => {
      const headers = { ...JSON_BODY, ...staff(tokens, connection * 3 + index) };
      return [
        {
          method: "POST",
          path: "/api/admin/take-next",
          headers,
          body: JSON.stringify({ orderName: SMALL }),
          onResponse: (_status, body) => {
            const { data } = JSON.parse(body) as { data: { order_id: number } | null };
            taken = data?.order_id ?? null;
          },
        },
        {
          method: "POST",
          path: "/api/admin/return-order",
          headers,
          setupRequest: (request) => ({ ...request, body: JSON.stringify({ orderId: taken }) }),
        },
      ];
    });
  };
}

export function moves({ orders, tokens }: InstallationFacts): Load {
  return (connection) =>
    moveBodies(connection, orders).map((body, index) => ({
      method: "PUT",
      path: "/api/admin/move-order-status",
      headers: { ...JSON_BODY, ...staff(tokens, index) },
      body: JSON.stringify(body),
    }));
}

/** Moves of Completed orders; connections never share an order. */
export function moveBodies(connection: number, orders: number) {
  const targets = nextTargets(connection);
  return Array.from({ length: 200 }, (_, index) => completedOrder((index * 20 + connection) * 7919, orders)).flatMap(
    (orderId) => targets.map((updatingStatus) => ({ orderId, updatingStatus })),
  );
}

const runs = new Map<number, number>();

/** Alternates targets between runs, because an order can't be moved to the status in which the previous run left it. */
export function nextTargets(connection: number): readonly string[] {
  const run = (runs.get(connection) ?? 0) + 1;
  runs.set(connection, run);
  return run % 2 === 0 ? ["Contact Customer", "Customer Called"] : ["Awaiting", "AwaitingGovt"];
}

const JSON_BODY = { "content-type": "application/json" };

/** Members take turns, because each may open 5,000 details per hour. */
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
