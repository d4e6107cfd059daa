import { describe, expect, it } from "vitest";
import { MOVE_LABELS, MOVE_TARGETS, nextStatuses } from "#contract/orders/order-moves.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import { isFinalMove, moveGroups, undoTarget } from "./move-groups.ts";

const labels = (next_statuses: OrderStatus[], previous_status: OrderStatus | null = null) =>
  moveGroups({ next_statuses, previous_status }).flatMap(({ moves }) => moves.map(({ label }) => label));

describe("moveGroups", () => {
  it("shows each of the seven moves once and no other", () => {
    expect(labels([...MOVE_TARGETS]).toSorted()).toEqual(Object.values(MOVE_LABELS).toSorted());
  });

  it("shows only what the server offers", () => {
    expect(labels(["Completed", "Deleted"])).toEqual([MOVE_LABELS.Completed, MOVE_LABELS.Deleted]);
    expect(labels([])).toEqual([]);
  });

  it("omits the current status and puts the return first @4-007", () => {
    const next = nextStatuses({ status: "Deleted", previousStatus: "Priority", isPaid: true });
    expect(labels(next, "Priority")[0]).toBe("Undo last move (back to Priority)");
    expect(labels(next, "Priority")).not.toContain(MOVE_LABELS.Deleted);
  });

  it("shows the return also when it is one of the seven, and nothing that the server refuses", () => {
    const next = nextStatuses({ status: "Deleted", previousStatus: "Completed", isPaid: true });
    expect(labels(next, "Completed")).toEqual(
      expect.arrayContaining(["Undo last move (back to Completed)", MOVE_LABELS.Completed]),
    );
    const paid = nextStatuses({ status: "Deleted", previousStatus: "Pending", isPaid: true });
    expect(labels(paid, "Pending").filter((label) => label.startsWith("Undo"))).toEqual([]);
  });
});

describe("isFinalMove", () => {
  it("is true only for a paid order in Pending", () => {
    expect(isFinalMove({ process_status: "Pending", paid: true }, "Awaiting")).toBe(true);
    expect(isFinalMove({ process_status: "Pending", paid: false }, "Awaiting")).toBe(false);
    expect(isFinalMove({ process_status: "New", paid: true }, "Deleted")).toBe(false);
  });
});

describe("undoTarget", () => {
  it("is the previous status when the server offers it", () => {
    expect(undoTarget({ previous_status: "New", next_statuses: ["Completed", "New"] })).toBe("New");
    expect(undoTarget({ previous_status: "Pending", next_statuses: ["Completed"] })).toBeNull();
    expect(undoTarget({ previous_status: null, next_statuses: ["Completed"] })).toBeNull();
  });
});
