import { describe, expect, it } from "vitest";
import { MOVE_LABELS, MOVE_TARGETS, nextStatuses } from "#contract/order-status.ts";
import { isFinalMove, moveGroups, undoTarget } from "./move-groups.ts";

const labels = (statuses: Parameters<typeof moveGroups>[0]) =>
  moveGroups(statuses).flatMap(({ moves }) => moves.map(({ label }) => label));

describe("moveGroups", () => {
  it("draws each of the seven once and no other", () => {
    expect(labels(MOVE_TARGETS).toSorted()).toEqual(Object.values(MOVE_LABELS).toSorted());
  });

  it("draws only what the server offers", () => {
    expect(labels(["Completed", "Deleted"])).toEqual([MOVE_LABELS.Completed, MOVE_LABELS.Deleted]);
    expect(moveGroups([])).toEqual([]);
  });

  it("leaves the current status out and puts the way back first", () => {
    const next = nextStatuses({ status: "Deleted", previousStatus: "Priority", isPaid: true });
    expect(labels(next)[0]).toBe("Restore to Priority");
    expect(labels(next)).not.toContain(MOVE_LABELS.Deleted);
  });
});

describe("isFinalMove", () => {
  it("is so for a paid order in Pending only", () => {
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
