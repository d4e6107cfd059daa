import { expect, it } from "vitest";
import { headColumns, nextSort } from "./head-columns.ts";

it("sorts ascending, descending and by the queue's default in turn, and another column ascending", () => {
  expect(nextSort(null, "email")).toEqual({ sort: "email", dir: "asc" });
  expect(nextSort({ sort: "email", dir: "asc" }, "email")).toEqual({ sort: "email", dir: "desc" });
  expect(nextSort({ sort: "email", dir: "desc" }, "email")).toBeNull();
  expect(nextSort({ sort: "email", dir: "desc" }, "full_name")).toEqual({ sort: "full_name", dir: "asc" });
});

it("names the field of a column only where the list can be sorted by it", () => {
  const columns = ["order_id", "email", "assignee"] as const;
  const heads = headColumns({ columns, isSortable: (column) => column !== "email", idLabel: "Order ID" });
  expect(heads.map(({ label, field }) => [label, field])).toEqual([
    ["Order ID", "order_id"],
    [expect.any(String), undefined],
    [expect.any(String), undefined],
  ]);
});
