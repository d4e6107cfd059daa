import { describe, expect, it } from "vitest";
import { MOVE_LABELS, MOVE_TARGETS, nextStatuses } from "./order-moves.ts";
import { canReturn, ORDER_STATUSES } from "./order-status.ts";
import { STATUS_LABELS, STATUSES_BY_LABEL, statusLabel } from "./status-labels.ts";

describe("the statuses", () => {
  it("are declared in the order of their labels", () => {
    const byLabel = ORDER_STATUSES.toSorted((a, b) => STATUS_LABELS[a].localeCompare(STATUS_LABELS[b], "en"));
    expect(STATUSES_BY_LABEL).toEqual(byLabel);
  });

  it("label each of the seven moves", () => {
    expect(MOVE_TARGETS.map((target) => [target, MOVE_LABELS[target]])).toEqual([
      ["Awaiting", "Move to Awaiting Response"],
      ["Refunds", "Move to Completed Refunds"],
      ["Completed", "Move to Completed Orders"],
      ["Deleted", "Move to Delete"],
      ["Contact Customer", "Move to Contact Customer"],
      ["AwaitingGovt", "Move to Awaiting Govt"],
      ["Customer Called", "Move to Customer Called"],
    ]);
  });

  it("have two labels for Refunds @4-002", () => {
    expect(statusLabel("Refunds")).toBe("Refund due");
    expect(statusLabel("Refunds", "2026-03-01T00:00:00.000Z")).toBe("Refunded");
    expect(statusLabel("Awaiting", "2026-03-01T00:00:00.000Z")).toBe("Awaiting Response");
  });
});

describe("the next statuses", () => {
  it.each(ORDER_STATUSES)("from %s: the seven except itself, when there is no previous status", (status) => {
    const next = nextStatuses({ status, previousStatus: null, isPaid: true });
    expect(next).toEqual(MOVE_TARGETS.filter((target) => target !== status));
  });

  const pairs = ORDER_STATUSES.flatMap((status) =>
    ORDER_STATUSES.flatMap((previousStatus) => [true, false].map((isPaid) => ({ status, previousStatus, isPaid }))),
  );

  it.each(pairs)("from $status, before $previousStatus, paid $isPaid: the return follows the rule", (facts) => {
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
