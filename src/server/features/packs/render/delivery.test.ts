import { expect, it } from "vitest";
import { logTable } from "./delivery.ts";

it("a shortened log has a cell per column in every row, including the row for the omitted entries", () => {
  const entries = Array.from({ length: 9 }, (_, index) => ({
    kind: null,
    at: `2026-03-0${index + 1}T10:00:00.000Z`,
    ip: "203.0.113.7",
    place: null,
    device: null,
    browser: null,
    os: null,
  }));
  const table = logTable({ title: "Downloads", entries: entries as never, first: 2, last: 2 });
  if (table.kind !== "table") throw new Error("no table");
  expect(table.rows).toHaveLength(5);
  expect(table.rows.map((row) => row.length)).toEqual(table.rows.map(() => table.columns.length));
});
