import { expect, it } from "vitest";
import type { OrderRow } from "#contract/orders.ts";
import { type ColumnId, ORDER_COLUMNS } from "./order-columns.ts";

const row: OrderRow = {
  order_id: 100001,
  process_status: "Future",
  full_name: "N. K. Perera",
  email: "traveller@example.com",
  telephone_number: "7700900123",
  phone_code: "+44",
  created_at: "2026-03-01T14:05:09.000Z",
  refund_date: "2026-03-09T23:59:59.999Z",
  processing_date: "2026-12-21",
  process_month: "Dec",
  version: 1,
};
const empty: OrderRow = {
  ...row,
  full_name: null,
  email: null,
  telephone_number: null,
  phone_code: null,
  refund_date: null,
  processing_date: null,
  process_month: null,
};

const shown = (of: OrderRow) =>
  Object.fromEntries((Object.keys(ORDER_COLUMNS) as ColumnId[]).map((id) => [id, ORDER_COLUMNS[id].text(of)]));

it("shows of a row its id, name, e-mail, telephone, date, refund date, processing date and month, and status", () => {
  expect(shown(row)).toEqual({
    order_id: "100001",
    full_name: "N. K. Perera",
    email: "traveller@example.com",
    telephone_number: "+44 7700900123",
    created_at: "01-03-2026 14:05:09",
    refund_date: "09-03-2026",
    processing_date: "21-12-2026",
    process_month: "Dec",
    process_status: "Future",
  });
});

it("shows a dash for every value that is missing", () => {
  const { order_id: _id, created_at: _date, process_status: _status, ...optional } = shown(empty);
  expect(Object.values(optional)).toEqual(["-", "-", "-", "-", "-", "-"]);
  expect(ORDER_COLUMNS.telephone_number.text({ ...row, phone_code: null })).toBe("7700900123");
});
