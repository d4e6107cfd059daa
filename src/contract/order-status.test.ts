import { describe, expect, it } from "vitest";
import {
  canReturn,
  FOLDER_COUNTS,
  LIST_COUNT,
  LIST_DEFAULT_SORT,
  LIST_NAMES,
  LIST_STATUS,
  MOVE_LABELS,
  MOVE_TARGETS,
  nextStatuses,
  ORDER_STATUSES,
  STATUS_LABELS,
  STATUSES_BY_LABEL,
  statusLabel,
  TOTAL_LOOKUP,
} from "./order-status.ts";

describe("the tables of statuses and lists", () => {
  it("have one list for each status, and one list of nearly all", () => {
    const listed = LIST_NAMES.map((list) => LIST_STATUS[list]);
    expect(listed.filter((status) => status !== null).sort()).toEqual([...ORDER_STATUSES].sort());
    expect(LIST_NAMES.filter((list) => LIST_STATUS[list] === null)).toEqual(["allOrder"]);
  });

  it("have one count for each list", () => {
    expect(LIST_NAMES.map((list) => LIST_COUNT[list]).sort()).toEqual([...FOLDER_COUNTS].sort());
  });

  it("have a default order for each list", () => {
    const oldestFirst = LIST_NAMES.filter((list) => LIST_DEFAULT_SORT[list].dir === "asc");
    expect(oldestFirst).toEqual([
      "newOrder",
      "priorityOrder",
      "pendingOrder",
      "awaitingOrder",
      "awaitingGovtOrder",
      "futureOrder",
    ]);
    expect(LIST_DEFAULT_SORT.priorityOrder.sort).toBe("arrival_date");
    expect(LIST_DEFAULT_SORT.futureOrder.sort).toBe("processing_date");
  });

  it("have the thirteen lookup names of the specification, the true names of their counts", () => {
    expect(TOTAL_LOOKUP).toEqual({
      awaitingOrder: "awaitingOrdersCount",
      awaitingGovt: "awaitingGovtCount",
      priorityOrder: "priorityOrdersCount",
      completed: "completedOrdersCount",
      delete: "deletedOrdersCount",
      contact: "contactCustomerOrdersCount",
      called: "customerCalledCount",
      new: "newOrdersCount",
      history: "allOrdersCount",
      pending: "pendingOrdersCount",
      refund: "refundOrdersCount",
      future: "futureOrdersCount",
      all: "allOrdersCount",
    });
    expect(new Set(Object.values(TOTAL_LOOKUP))).toEqual(new Set(FOLDER_COUNTS));
  });

  it("are declared in the order of the labels", () => {
    const byLabel = [...ORDER_STATUSES].sort((a, b) => STATUS_LABELS[a].localeCompare(STATUS_LABELS[b], "en"));
    expect(STATUSES_BY_LABEL).toEqual(byLabel);
  });

  it("label each of the seven moves", () => {
    expect(Object.keys(MOVE_LABELS).sort()).toEqual([...MOVE_TARGETS].sort());
    expect(MOVE_TARGETS).toHaveLength(7);
  });

  it("tell the two halves of Refunds apart", () => {
    expect(statusLabel("Refunds")).toBe("Refund due");
    expect(statusLabel("Refunds", "2026-03-01T00:00:00.000Z")).toBe("Refunded");
    expect(statusLabel("Awaiting", "2026-03-01T00:00:00.000Z")).toBe("Awaiting Response");
  });
});

describe("where an order may go", () => {
  it.each(ORDER_STATUSES)("from %s: the seven but itself, when it never was elsewhere", (status) => {
    const next = nextStatuses({ status, previousStatus: null, isPaid: true });
    expect(next).toEqual(MOVE_TARGETS.filter((target) => target !== status));
  });

  const pairs = ORDER_STATUSES.flatMap((status) =>
    ORDER_STATUSES.flatMap((previousStatus) => [true, false].map((isPaid) => ({ status, previousStatus, isPaid }))),
  );

  it.each(pairs)("from $status, before $previousStatus, paid $isPaid: the way back as the rule says", (facts) => {
    const { status, previousStatus, isPaid } = facts;
    const mayReturn = status !== previousStatus && !(previousStatus === "Pending" && isPaid);
    expect(canReturn(facts)).toBe(mayReturn);
    const next = nextStatuses(facts);
    expect(next.includes(previousStatus)).toBe(
      status !== previousStatus && (mayReturn || (MOVE_TARGETS as readonly string[]).includes(previousStatus)),
    );
    expect(new Set(next).size).toBe(next.length);
    expect(next).not.toContain(status);
  });
});
