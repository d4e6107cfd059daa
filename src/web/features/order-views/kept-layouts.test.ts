import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { OrderView } from "#contract/order-views/order-views.ts";
import { removeSession, storeSession } from "#web/platform/session.ts";
import { forgetLayouts, keepLayout, keepLayouts, keptLayout } from "./kept-layouts.ts";

const stored = new Map<string, string>();
const COLUMNS = [{ column: "order_id" as const }, { column: "flight" as const }];
const VIEW: OrderView = {
  id: 1,
  list: "newOrder",
  name: null,
  definition: { filter: {}, search: "", sort: null, dir: null, size: 10, columns: COLUMNS },
  dropped: [],
  owner: null,
  shared_with: null,
  can_edit: true,
  is_pinned: false,
  version: 1,
  updated_at: "2026-03-01T00:00:00.000Z",
};

function signIn(id: number): void {
  const payload = JSON.stringify({ user: { id, name: "Ana", type: "Team" } });
  storeSession(`e30.${Buffer.from(payload).toString("base64url")}.signature`);
}

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  signIn(7);
});
afterEach(() => vi.unstubAllGlobals());

it("keeps the layouts among the views that were read, and nothing else of them", () => {
  keepLayout("allOrder", COLUMNS);
  keepLayouts([
    VIEW,
    { ...VIEW, list: "refundOrder", name: "Ana’s", definition: { ...VIEW.definition, search: "ana" } },
  ]);
  expect(keptLayout("newOrder")).toEqual(COLUMNS);
  expect(keptLayout("refundOrder")).toBeUndefined();
  expect(keptLayout("allOrder")).toBeUndefined();
  expect(stored.get("layouts")).not.toMatch(/ana/i);
});

it("keeps a layout that was just chosen, and none for the standard one", () => {
  keepLayouts([VIEW]);
  keepLayout("allOrder", COLUMNS);
  keepLayout("newOrder", null);
  expect(keptLayout("newOrder")).toBeUndefined();
  expect(keptLayout("allOrder")).toEqual(COLUMNS);
});

it("gives another member nothing, and keeps nothing without a session", () => {
  keepLayouts([VIEW]);
  signIn(8);
  expect(keptLayout("newOrder")).toBeUndefined();
  forgetLayouts();
  removeSession();
  keepLayouts([VIEW]);
  expect([...stored]).toEqual([]);
});

it.each(["{", "{}", '{"memberId":7,"layouts":{"newOrder":[{"column":"visa"}]}}'])("takes %s for nothing", (text) => {
  stored.set("layouts", text);
  expect(keptLayout("newOrder")).toBeUndefined();
});
