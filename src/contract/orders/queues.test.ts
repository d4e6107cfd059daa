import { expect, it } from "vitest";
import { FOLDER_COUNTS, isOpenWork, LIST_NAMES, QUEUE, QUEUES, statusesOf } from "./queues.ts";

it("has one queue for each status, and one for all orders except deleted ones @2-060 @4-003", () => {
  const statuses = QUEUES.map(({ status }) => status);
  expect(statuses).toHaveLength(12);
  expect(new Set(statuses).size).toBe(12);
  expect(QUEUES.filter(({ status }) => status === null).map(({ list }) => list)).toEqual(["allOrder"]);
});

it("gives each queue its own list, count and path @2-075 @2-076", () => {
  const addresses = QUEUES.map(({ path }) => path);
  const lists = QUEUES.map(({ list }) => list);
  for (const each of [lists, FOLDER_COUNTS, addresses]) expect(new Set<string>(each).size).toBe(12);
  expect(LIST_NAMES).toEqual([...lists, "openOrder"]);
});

it("has open work, the orders of six queues, as the thirteenth list", () => {
  const six = ["New", "Priority", "Awaiting", "AwaitingGovt", "Contact Customer", "Customer Called"];
  expect(statusesOf("openOrder")).toEqual(six);
  const open = QUEUES.filter(({ list }) => isOpenWork(list)).map(({ status }) => status);
  expect(new Set<string | null>(open)).toEqual(new Set(six));
  expect(statusesOf("allOrder")).not.toContain("Deleted");
});

it("has a default sort for each list", () => {
  const oldestFirst = LIST_NAMES.filter((list) => QUEUE[list].sort.dir === "asc");
  expect(new Set(oldestFirst)).toEqual(
    new Set([
      "newOrder",
      "priorityOrder",
      "pendingOrder",
      "awaitingOrder",
      "awaitingGovtOrder",
      "futureOrder",
      "openOrder",
    ]),
  );
  expect(QUEUE.priorityOrder.sort.sort).toBe("arrival_date");
  expect(QUEUE.futureOrder.sort.sort).toBe("processing_date");
});
