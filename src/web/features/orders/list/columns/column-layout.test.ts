import { expect, it } from "vitest";
import { columnLayoutSchema, LAYOUT_COLUMNS, OPTIONAL_COLUMNS } from "#contract/orders/order-columns.ts";
import { LIST_NAMES } from "#contract/orders/queues.ts";
import { listScreen } from "#web/features/orders/list/lists.ts";
import {
  askedColumns,
  canHide,
  columnOrder,
  columnsOf,
  isStandard,
  shownLayout,
  standardLayout,
} from "./column-layout.ts";

it.each(LIST_NAMES)("%s has its own columns until a layout is stored, and offers the optional ones", (list) => {
  for (const stored of [null, undefined]) expect(shownLayout(list, stored)).toEqual(standardLayout(list));
  expect(standardLayout(list).map(({ column }) => column)).toEqual(listScreen(list).columns);
  expect(columnLayoutSchema.parse(standardLayout(list))).toEqual(standardLayout(list));
  expect(isStandard(list, standardLayout(list))).toBe(true);
  expect(columnsOf(list)).toEqual(expect.arrayContaining([...listScreen(list).columns, ...OPTIONAL_COLUMNS]));
});

it("keeps order id and status, and leaves out what the list doesn't offer", () => {
  const stored = [{ column: "mail" }, { column: "process_month" }, { column: "email", width: 200 }] as const;
  expect(shownLayout("newOrder", [...stored])).toEqual([
    { column: "order_id" },
    { column: "mail" },
    { column: "email", width: 200 },
    { column: "process_status" },
  ]);
  expect(shownLayout("newOrder", [])).toEqual([{ column: "order_id" }, { column: "process_status" }]);
  expect(LAYOUT_COLUMNS.filter((column) => !canHide(column))).toEqual(["order_id", "process_status"]);
});

it("asks the server for what rows don't have by themselves, whatever the sequence", () => {
  expect(askedColumns(standardLayout("newOrder"))).toBeUndefined();
  expect(askedColumns(standardLayout("openOrder"))).toBe("due_at");
  const layout = (["mail", "arrival_date", "assignee", "due_at"] as const).map((column) => ({ column }));
  expect(askedColumns(layout)).toBe("due_at,mail");
  expect(askedColumns(layout.toReversed())).toBe("due_at,mail");
});

it("offers the hidden columns before a status at the end, else after all", () => {
  const order = columnOrder("newOrder", standardLayout("newOrder"));
  expect(order).toEqual([
    ...listScreen("newOrder").columns.filter((column) => column !== "process_status"),
    ...OPTIONAL_COLUMNS,
    "process_status",
  ]);
  const first = columnOrder("newOrder", [{ column: "process_status" }, { column: "order_id" }]);
  expect(first.slice(0, 3)).toEqual(["process_status", "order_id", "full_name"]);
  expect(first.at(-1)).toBe("refund");
});
