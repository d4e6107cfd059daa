import { describe, expect, it } from "vitest";
import { LIKELY_MOVES, MOVE_LABELS, MOVE_TARGETS, nextStatuses } from "#contract/orders/order-moves.ts";
import { ORDER_STATUSES, type OrderStatus } from "#contract/orders/order-status.ts";
import { isFinalMove, moveGroups, undoTarget } from "./move-groups.ts";

const groups = (
  process_status: OrderStatus,
  next_statuses: OrderStatus[],
  previous_status: OrderStatus | null = null,
) => moveGroups({ process_status, next_statuses, previous_status }).map(({ moves }) => moves.map(({ label }) => label));
const labels = (...order: Parameters<typeof groups>) => groups(...order).flat();

describe("moveGroups", () => {
  it("shows each of the seven moves once and no other", () => {
    expect(labels("New", [...MOVE_TARGETS]).toSorted()).toEqual(Object.values(MOVE_LABELS).toSorted());
  });

  it("shows only what the server offers", () => {
    expect(labels("New", ["Completed", "Deleted"])).toEqual([MOVE_LABELS.Completed, MOVE_LABELS.Deleted]);
    expect(labels("New", [])).toEqual([]);
  });

  it("omits the current status and puts the return first @4-007", () => {
    const next = nextStatuses({ status: "Deleted", previousStatus: "Priority", isPaid: true });
    expect(labels("Deleted", next, "Priority")[0]).toBe("Undo last move (back to Priority)");
    expect(labels("Deleted", next, "Priority")).not.toContain(MOVE_LABELS.Deleted);
  });

  it("shows the return also when it is one of the seven, and nothing that the server refuses", () => {
    const next = nextStatuses({ status: "Deleted", previousStatus: "Completed", isPaid: true });
    expect(labels("Deleted", next, "Completed")).toEqual(
      expect.arrayContaining(["Undo last move (back to Completed)", MOVE_LABELS.Completed]),
    );
    const paid = nextStatuses({ status: "Deleted", previousStatus: "Pending", isPaid: true });
    expect(labels("Deleted", paid, "Pending").filter((label) => label.startsWith("Undo"))).toEqual([]);
  });
});

describe("the likely moves", () => {
  it("come first and are at most two of every status; the others follow", () => {
    for (const status of ORDER_STATUSES) {
      const next = nextStatuses({ status, previousStatus: null, isPaid: true });
      const [first = [], second = []] = groups(status, next);
      const likely = LIKELY_MOVES[status];
      expect(likely).not.toContain(status);
      expect(first).toHaveLength(likely.length || next.length);
      expect(likely.length).toBeLessThanOrEqual(2);
      expect([...first, ...second]).toHaveLength(next.length);
    }
  });

  it("are these, by what each queue is for", () => {
    const first = (status: OrderStatus) =>
      groups(
        status,
        [...MOVE_TARGETS].filter((target) => target !== status),
      )[0];
    const { Awaiting, AwaitingGovt, Completed, Deleted } = MOVE_LABELS;
    const [contact, called] = [MOVE_LABELS["Contact Customer"], MOVE_LABELS["Customer Called"]];
    for (const [status, moves] of [
      ["New", [Awaiting, AwaitingGovt]],
      ["Priority", [Awaiting, AwaitingGovt]],
      ["Future", [contact]],
      ["Pending", [Deleted, contact]],
      ["Awaiting", [AwaitingGovt, contact]],
      ["AwaitingGovt", [Awaiting, Completed]],
      ["Contact Customer", [Awaiting, called]],
      ["Customer Called", [Awaiting, Completed]],
      ["Completed", [contact]],
      ["Refunds", [contact]],
    ] as const) {
      expect(first(status)?.toSorted(), status).toEqual([...moves].toSorted());
    }
  });

  it("leave the return of a deleted order as the likely one", () => {
    expect(groups("Deleted", ["New", "Completed"], "New")[0]).toEqual(["Undo last move (back to New)"]);
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
