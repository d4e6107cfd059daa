import { expect, it } from "vitest";
import { listOrders, searchOrders } from "#contract/orders.ts";
import { callUrl } from "#web/platform/api-call.ts";
import { exactTotalCall, viewOf, windowCall, windowStarts } from "./order-window.ts";

const question = { list: "newOrder", search: "", sort: null } as const;

it("asks the list call for a page", () => {
  const call = windowCall({ ...question, start: 20, limit: 10 });
  expect(call.operation).toBe(listOrders);
  expect(callUrl(call)).toBe("/api/admin/get-orders-list/newOrder?page=3&limit=10&delay=1");
});

it("asks the search call from two characters on", () => {
  const short = windowCall({ ...question, search: " a ", start: 0, limit: 10 });
  expect(short.operation).toBe(listOrders);
  const sort = { sort: "email", dir: "desc" } as const;
  const call = windowCall({ list: "futureOrder", search: " ab ", month: "Jan", sort, start: 20, limit: 10 });
  expect(call.operation).toBe(searchOrders);
  expect(call.body).toEqual({
    start: 20,
    end: 30,
    searchVal: "ab",
    folderName: "futureOrder",
    month: "Jan",
    sort: "email",
    dir: "desc",
  });
});

it("asks for the exact number of a search and for no row", () => {
  const call = exactTotalCall({ list: "futureOrder", search: " ab ", month: "Jan" });
  expect(call.operation).toBe(searchOrders);
  expect(call.body).toEqual({
    start: 0,
    end: 0,
    searchVal: "ab",
    folderName: "futureOrder",
    month: "Jan",
    exact: true,
  });
});

it("shows the rest of the list on the last page and nothing beyond it", () => {
  expect(viewOf(3, 10, 25)).toEqual({ base: 20, count: 5, windowSize: 10 });
  expect(viewOf(4, 10, 25)).toMatchObject({ base: 30, count: 0 });
  expect(viewOf(1, "all", 24_075)).toEqual({ base: 0, count: 24_075, windowSize: 200 });
});

it("finds the windows under the rows in sight", () => {
  const all = viewOf(1, "all", 1000);
  expect(windowStarts(all, 0, 20)).toEqual([0]);
  expect(windowStarts(all, 190, 210)).toEqual([0, 200]);
  expect(windowStarts(all, 950, 999)).toEqual([800]);
  expect(windowStarts(viewOf(2, 50, 1000), 0, 49)).toEqual([50]);
});
