import { expect, it } from "vitest";
import type { OrderChange } from "#contract/live/live.ts";
import { affectedLists } from "./affected-lists.ts";

const change: OrderChange = {
  order_id: 100001,
  process_status: "Completed",
  previous_status: "New",
  version: 3,
  who: null,
};
const shows = (list: "newOrder" | "refundOrder", order_id: number) => ({ list, orders: [{ order_id, version: 1 }] });
const lists = (...args: Parameters<typeof affectedLists>) => [...affectedLists(...args)].sort();

it("a move affects the queue it left, the one it entered, open work and Order History", () => {
  expect(lists(change, [], undefined)).toEqual(["allOrder", "completedOrder", "newOrder", "openOrder"]);
  expect(lists(change, [], 2)).toEqual(["allOrder", "completedOrder", "newOrder", "openOrder"]);
});

it("affects a queue that still shows the order, even when moves were missed", () => {
  expect(lists(change, [shows("refundOrder", 100001)], undefined)).toContain("refundOrder");
  expect(lists(change, [shows("refundOrder", 100002)], undefined)).not.toContain("refundOrder");
});

it("a change without a move affects only the lists that show the order", () => {
  expect(lists(change, [], 3)).toEqual([]);
  expect(lists(change, [shows("newOrder", 100001)], 3)).toEqual(["newOrder"]);
});
