import { expect, it } from "vitest";
import { LIST_DEFAULT_SORT, LIST_NAMES } from "#contract/order-status.ts";
import { bulkTargets, deleteKind } from "./list-actions.ts";
import { LIST_SCREENS, ORDER_LISTS } from "./lists.ts";
import { shownSort, urlSort } from "./shown-sort.ts";

it("has a screen for every list, eleven of them on the shared table", () => {
  expect([...ORDER_LISTS, "futureOrder"].toSorted()).toEqual(LIST_NAMES.toSorted());
  expect(LIST_SCREENS.contactCustomerOrder.columns).not.toContain("telephone_number");
  expect(LIST_SCREENS.refundOrder.columns).toEqual([
    "order_id",
    "email",
    "telephone_number",
    "created_at",
    "refund_date",
    "process_status",
  ]);
});

it("offers every move but the list's own status and Delete", () => {
  expect(bulkTargets("awaitingOrder").map(({ target }) => target)).toEqual([
    "Refunds",
    "Completed",
    "Contact Customer",
    "AwaitingGovt",
    "Customer Called",
  ]);
  expect(bulkTargets("allOrder")).toHaveLength(6);
});

it("deletes softly for those who may, and for good only among the deleted", () => {
  const manager = { canDelete: true, canPurge: false };
  const admin = { canDelete: true, canPurge: true };
  expect(deleteKind("newOrder", manager)).toBe("soft");
  expect(deleteKind("newOrder", { canDelete: false, canPurge: false })).toBe("none");
  expect(deleteKind("deletedOrder", manager)).toBe("none");
  expect(deleteKind("deletedOrder", admin)).toBe("permanent");
});

it("shows the queue's own order in the header and keeps it out of the address", () => {
  const own = LIST_DEFAULT_SORT.newOrder;
  const { columns } = LIST_SCREENS.newOrder;
  expect(shownSort(null, own, columns)).toEqual({ sort: "created_at", dir: "asc" });
  expect(shownSort(null, LIST_DEFAULT_SORT.priorityOrder, columns)).toBeNull();
  expect(urlSort({ sort: "created_at", dir: "asc" }, own)).toBeNull();
  expect(urlSort({ sort: "created_at", dir: "desc" }, own)).toEqual({ sort: "created_at", dir: "desc" });
});
