import { expect, it } from "vitest";
import { listOrders, searchOrders } from "#contract/orders/orders.ts";
import { callUrl } from "#web/platform/api-call.ts";
import { exactTotalCall, neighbourStarts, viewOf, windowCall, windowStarts } from "./order-window.ts";

const question = { list: "newOrder", search: "", sort: null, filter: {} } as const;

it("requests a page by the list call @7-036", () => {
  const call = windowCall({ ...question, start: 20, limit: 10 });
  expect(call.operation).toBe(listOrders);
  expect(callUrl(call)).toBe("/api/admin/get-orders-list/newOrder?page=3&limit=10&delay=1");
});

it("requests a filtered page by the list call, each filter under its own key", () => {
  const filter = { arrival: "2026-11-27..2026-11-29", nat: "DE,AT", claim: "me" };
  expect(callUrl(windowCall({ ...question, filter, start: 0, limit: 10 }))).toBe(
    "/api/admin/get-orders-list/newOrder?page=1&limit=10&delay=1&arrival=2026-11-27..2026-11-29&nat=DE%2CAT&claim=me",
  );
});

it("requests a search by the search call, from two characters on", () => {
  const short = windowCall({ ...question, search: " a ", start: 0, limit: 10 });
  expect(short.operation).toBe(listOrders);
  const sort = { sort: "email", dir: "desc" } as const;
  const call = windowCall({
    list: "futureOrder",
    search: " ab ",
    month: "Jan",
    sort,
    filter: { doc: "no" },
    start: 20,
    limit: 10,
  });
  expect(call.operation).toBe(searchOrders);
  expect(call.body).toEqual({
    start: 20,
    end: 30,
    searchVal: "ab",
    folderName: "futureOrder",
    month: "Jan",
    sort: "email",
    dir: "desc",
    doc: "no",
  });
});

it("requests the exact number of hits without rows", () => {
  const call = exactTotalCall({ list: "futureOrder", search: " ab ", month: "Jan", filter: { nat: "DE" } });
  expect(call.operation).toBe(searchOrders);
  expect(call.body).toEqual({
    start: 0,
    end: 0,
    searchVal: "ab",
    folderName: "futureOrder",
    month: "Jan",
    nat: "DE",
    exact: true,
  });
});

it("shows the rest of the list on the last page and nothing beyond it @9-006", () => {
  expect(viewOf(3, 10, 25)).toEqual({ base: 20, count: 5, windowSize: 10 });
  expect(viewOf(4, 10, 25)).toMatchObject({ base: 30, count: 0 });
  expect(viewOf(1, "all", 24_075)).toEqual({ base: 0, count: 24_075, windowSize: 200 });
});

it("finds the windows of the visible rows @9-006", () => {
  const all = viewOf(1, "all", 1000);
  expect(windowStarts(all, 0, 20)).toEqual([0]);
  expect(windowStarts(all, 190, 210)).toEqual([0, 200]);
  expect(windowStarts(all, 950, 999)).toEqual([800]);
  expect(windowStarts(viewOf(2, 50, 1000), 0, 49)).toEqual([50]);
});

it("finds the pages before and after a page, as far as they exist", () => {
  expect(neighbourStarts({ start: 0, limit: 10 }, 25)).toEqual([10]);
  expect(neighbourStarts({ start: 10, limit: 10 }, 25)).toEqual([20, 0]);
  expect(neighbourStarts({ start: 20, limit: 10 }, 25)).toEqual([10]);
  expect(neighbourStarts({ start: 0, limit: 10 }, 10)).toEqual([]);
});
