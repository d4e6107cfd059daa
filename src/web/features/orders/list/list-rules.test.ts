import { expect, it } from "vitest";
import { LIST_NAMES, QUEUE } from "#contract/orders/queues.ts";
import { bulkTargets, deleteKind } from "#web/features/orders/list/bulk/list-actions.ts";
import { shownSort, urlSort } from "#web/features/orders/list/columns/shown-sort.ts";
import { listScreen, ORDER_LISTS } from "./lists.ts";

it("has a screen for every list, eleven of them on the shared table @2-063", () => {
  expect([...ORDER_LISTS, "futureOrder", "openOrder"].toSorted()).toEqual(LIST_NAMES.toSorted());
  expect(listScreen("contactCustomerOrder").columns).not.toContain("telephone_number");
  expect(listScreen("refundOrder").columns).toEqual([
    "order_id",
    "email",
    "telephone_number",
    "created_at",
    "refund_date",
    "process_status",
  ]);
});

it("offers every move except the list's own status and Delete", () => {
  expect(bulkTargets("awaitingOrder").map(({ target }) => target)).toEqual([
    "Refunds",
    "Completed",
    "Contact Customer",
    "AwaitingGovt",
    "Customer Called",
  ]);
  expect(bulkTargets("allOrder")).toHaveLength(6);
});

it("deletes softly with the permission, and permanently only among deleted orders", () => {
  const manager = { canDelete: true, canPurge: false };
  const admin = { canDelete: true, canPurge: true };
  expect(deleteKind("newOrder", manager)).toBe("soft");
  expect(deleteKind("newOrder", { canDelete: false, canPurge: false })).toBe("none");
  expect(deleteKind("deletedOrder", manager)).toBe("none");
  expect(deleteKind("deletedOrder", admin)).toBe("permanent");
});

it("shows the queue's default sort in the header and keeps it out of the URL", () => {
  const own = QUEUE.newOrder.sort;
  const { columns } = listScreen("newOrder");
  expect(shownSort(null, own, columns)).toEqual({ sort: "created_at", dir: "asc" });
  expect(shownSort(null, QUEUE.priorityOrder.sort, columns)).toBeNull();
  expect(urlSort({ sort: "created_at", dir: "asc" }, own)).toBeNull();
  expect(urlSort({ sort: "created_at", dir: "desc" }, own)).toEqual({ sort: "created_at", dir: "desc" });
});
