import { globSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import { PASSWORD_MASK } from "#contract/team.ts";
import { authApi } from "#web/features/auth/auth.api.ts";
import { gatewaysApi } from "#web/features/gateways/gateways.api.ts";
import { orderRowsApi } from "#web/features/orders/list/order-rows.api.ts";
import { rowsSelected, sidebarSet } from "#web/features/orders/order.slice.ts";
import { remarksApi } from "#web/features/remarks/remarks.api.ts";
import { reportsApi } from "#web/features/reports/reports.api.ts";
import { teamApi } from "#web/features/team/team.api.ts";
import { api } from "#web/platform/api.ts";
import { sessionEnded } from "#web/platform/session.ts";
import { AREA_CALLS, selectAreas, selectIsLoading } from "./areas.ts";
import { createStore } from "./store.ts";

const answer = vi.fn<() => Promise<Response>>();
beforeEach(() => {
  const storage = new Map<string, string>();
  vi.stubGlobal("fetch", answer);
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    removeItem: (key: string) => storage.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const row = {
  order_id: 100001,
  process_status: "New",
  full_name: "A",
  email: "a@example.com",
  telephone_number: null,
  phone_code: null,
  created_at: "2026-03-01T00:00:00.000Z",
  refund_date: null,
  processing_date: null,
  process_month: null,
  version: 3,
} as const;
const someRows = { list: "newOrder", search: "", sort: null, start: 0, limit: 10 } as const;
const moreRows = { ...someRows, start: 10 };
const comment = { orderId: 100001, remark: "Called" };

function success(data: unknown, extra: object = {}) {
  answer.mockResolvedValueOnce(Response.json({ status: 1, message: "", data, ...extra }));
}

function refuse(code: string, message: string, httpStatus: number) {
  answer.mockResolvedValueOnce(Response.json({ status: 0, message, code, requestId: "r1" }, { status: httpStatus }));
}

it("gives every call of the console one area", async () => {
  const features = path.join(import.meta.dirname, "../features");
  for (const file of globSync("**/*.api.ts", { cwd: features })) await import(path.join(features, file));
  const named = Object.values(AREA_CALLS).flat();
  expect(new Set(named).size).toBe(named.length);
  expect(Object.keys(api.endpoints).filter((name) => !(named as string[]).includes(name))).toEqual([]);
});

it("begins with the names of the specification and nothing in them", () => {
  const idle = { loading: false, error: null };
  expect(selectAreas(createStore().getState())).toEqual({
    auth: { ...idle, data: null, isAuth: false, role: null, userInfoLoading: false },
    order: {
      ...idle,
      ordersList: [],
      orderDetails: null,
      countryOrderDetails: [],
      selectedData: [],
      isSidebarOpen: false,
    },
    gateway: { ...idle, gatewayList: [] },
    remark: idle,
    manageTeam: { ...idle, teamMemberList: [] },
  });
});

it("shows in the order area what the cache holds, the newest answer first", async () => {
  const store = createStore();
  const order = () => selectAreas(store.getState()).order;
  success([row], { total: 11 });
  const pending = store.dispatch(orderRowsApi.endpoints.orderRows.initiate(someRows));
  expect(order().loading).toBe(true);
  expect(selectIsLoading(store.getState())).toBe(true);
  await pending;
  expect(order()).toMatchObject({ loading: false, error: null, ordersList: [row] });
  expect(selectIsLoading(store.getState())).toBe(false);

  success([{ ...row, order_id: 100011 }], { total: 11 });
  vi.setSystemTime(Date.now() + 10);
  await store.dispatch(orderRowsApi.endpoints.orderRows.initiate(moreRows));
  expect(order().ordersList.map(({ order_id }) => order_id)).toEqual([100011]);
  vi.useRealTimers();
});

it("keeps the message of the last failed call until the next one succeeds, and what was shown", async () => {
  const store = createStore();
  const { orderRows } = orderRowsApi.endpoints;
  const order = () => selectAreas(store.getState()).order;
  success([row], { total: 1 });
  await store.dispatch(orderRows.initiate(someRows));
  refuse("forbidden", MESSAGES.forbidden, 403);
  await store.dispatch(orderRows.initiate(someRows, { forceRefetch: true }));
  expect(order()).toMatchObject({ loading: false, error: MESSAGES.forbidden, ordersList: [row] });
  success([row], { total: 1 });
  await store.dispatch(orderRows.initiate(someRows, { forceRefetch: true }));
  expect(order().error).toBeNull();
});

it("holds the selection and the sidebar in the order area", () => {
  const store = createStore();
  store.dispatch(rowsSelected([row]));
  store.dispatch(sidebarSet(true));
  expect(selectAreas(store.getState()).order).toMatchObject({
    selectedData: [{ id: 100001, status: "New", version: 3 }],
    isSidebarOpen: true,
  });
});

it("keeps each area to its own calls", async () => {
  const store = createStore();
  refuse("invalid_input", MESSAGES.remarkRequired, 400);
  await store.dispatch(remarksApi.endpoints.addRemark.initiate(comment));
  const { auth, order, remark } = selectAreas(store.getState());
  expect(remark).toEqual({ loading: false, error: MESSAGES.remarkRequired });
  expect([auth.error, order.error]).toEqual([null, null]);
  refuse("unauthenticated", MESSAGES.signInWrong, 401);
  await store.dispatch(authApi.endpoints.signIn.initiate({ email: "a@example.com", password: "x" }));
  expect(selectAreas(store.getState()).auth.error).toBe(MESSAGES.signInWrong);
});

it("shows the office's lists in their areas", async () => {
  const store = createStore();
  const member = { id: 1, name: "Asha", email: "a@example.com", type: "Team", memberRole: "Team" } as const;
  const gateway = { id: 1, gateway_name: "Card desk", is_active: "1" };
  const country = { nationality: "Japan", count: 2, standard_count: 1, priority_count: 1, future_count: 0 };
  success([{ ...member, password: PASSWORD_MASK }]);
  await store.dispatch(teamApi.endpoints.team.initiate());
  success([gateway]);
  await store.dispatch(gatewaysApi.endpoints.gateways.initiate());
  success([country]);
  await store.dispatch(reportsApi.endpoints.countryReport.initiate({ fromDate: "", toDate: "" }));
  const areas = selectAreas(store.getState());
  expect(areas.manageTeam.teamMemberList).toEqual([{ ...member, password: PASSWORD_MASK }]);
  expect(areas.gateway.gatewayList).toEqual([gateway]);
  expect(areas.order.countryOrderDetails).toEqual([country]);
});

it("forgets everything with the session", async () => {
  const store = createStore();
  success([row], { total: 1 });
  await store.dispatch(orderRowsApi.endpoints.orderRows.initiate(someRows));
  store.dispatch(rowsSelected([row]));
  store.dispatch(sessionEnded());
  expect(selectAreas(store.getState()).order).toMatchObject({ ordersList: [], selectedData: [], loading: false });
});
