import { globSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { REMARK_MESSAGES } from "#contract/remarks/messages.ts";
import { authApi } from "#web/features/auth/auth.api.ts";
import { orderRowsApi } from "#web/features/orders/list/data/order-rows.api.ts";
import { rowsSelected, toSelected } from "#web/features/orders/order.slice.ts";
import { remarksApi } from "#web/features/remarks/remarks.api.ts";
import { api } from "#web/platform/api.ts";
import { sessionEnded } from "#web/platform/session.ts";
import { QUIET_CALLS, selectIsLoading } from "./loading.ts";
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
  arrival_date: null,
  version: 3,
} as const;
const someRows = { list: "newOrder", search: "", sort: null, filter: {}, start: 0, limit: 10 } as const;
const comment = { orderId: 100001, remark: "Called" };

function success(data: unknown, extra: object = {}) {
  answer.mockResolvedValueOnce(Response.json({ status: 1, message: "", data, ...extra }));
}

function refuse(code: string, message: string, httpStatus: number) {
  answer.mockResolvedValueOnce(Response.json({ status: 0, message, code, requestId: "r1" }, { status: httpStatus }));
}

it("knows the calls that it leaves out", async () => {
  const features = path.join(import.meta.dirname, "../features");
  for (const file of globSync("**/*.api.ts", { cwd: features })) await import(path.join(features, file));
  expect(Object.keys(api.endpoints)).toEqual(expect.arrayContaining([...QUIET_CALLS]));
});

it("reports loading while a call is in flight @3-044", async () => {
  const store = createStore();
  const isLoading = () => selectIsLoading(store.getState());
  expect(isLoading()).toBe(false);
  success([row], { total: 11 });
  const rows = store.dispatch(orderRowsApi.endpoints.orderRows.initiate(someRows));
  expect(isLoading()).toBe(true);
  await rows;
  expect(isLoading()).toBe(false);

  refuse("invalid_input", REMARK_MESSAGES.remarkRequired, 400);
  const refused = store.dispatch(remarksApi.endpoints.addRemark.initiate(comment));
  expect(isLoading()).toBe(true);
  await refused;
  expect(isLoading()).toBe(false);
});

it("reports loading during a sign-in, but not while the session is verified", async () => {
  const store = createStore();
  refuse("unauthenticated", AUTH_MESSAGES.signInWrong, 401);
  const signIn = store.dispatch(authApi.endpoints.signIn.initiate({ email: "a@example.com", password: "x" }));
  expect(selectIsLoading(store.getState())).toBe(true);
  await signIn;
  success({ id: 1, name: "Asha", email: "a@example.com", type: "Team" });
  const asked = store.dispatch(authApi.endpoints.userInfo.initiate());
  expect(selectIsLoading(store.getState())).toBe(false);
  await asked;
});

it("is cleared when the session ends", async () => {
  const store = createStore();
  success([row], { total: 1 });
  await store.dispatch(orderRowsApi.endpoints.orderRows.initiate(someRows));
  store.dispatch(rowsSelected([toSelected(row)]));
  store.dispatch(sessionEnded());
  const { api: cache, order } = store.getState();
  expect(cache.queries).toEqual({});
  expect(order.selectedData).toEqual([]);
});
