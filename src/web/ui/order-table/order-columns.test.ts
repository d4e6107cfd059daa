import { expect, it } from "vitest";
import { LAYOUT_COLUMNS } from "#contract/orders/order-columns.ts";
import type { OrderRow } from "#contract/orders/orders.ts";
import { ORDER_COLUMNS } from "./order-columns.ts";

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
  arrival_date: "2026-12-24",
  version: 1,
  due_at: "2026-12-20T18:30:00.000Z",
  nationality: "Sri Lanka",
  mode: "Standard",
  flight: "UL 504",
  document: true,
  mail: "bounced",
  gateway: "Harbour Pay",
  refund: { recorded: "20.00", left: "29.99", currency: "USD" },
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
  arrival_date: null,
  due_at: null,
  nationality: null,
  flight: null,
  mail: null,
  gateway: null,
  refund: null,
};

const shown = (of: OrderRow) => Object.fromEntries(LAYOUT_COLUMNS.map((id) => [id, ORDER_COLUMNS[id].text(of)]));

it("shows of a row its id, name, e-mail, telephone, date, refund date, processing date and month, and status @3-013 @3-014 @3-015", () => {
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
    arrival_date: "24-12-2026",
    due_at: "20-12-2026 18:30:00",
    assignee: "…",
    nationality: "Sri Lanka",
    mode: "Standard",
    flight: "UL 504",
    document: "Yes",
    mail: "Bounced",
    gateway: "Harbour Pay",
    refund: "20.00 USD",
  });
});

it("shows a dash for every value that is missing @3-012", () => {
  const { order_id, created_at, process_status, assignee, mode, document, ...optional } = shown(empty);
  expect(new Set(Object.values(optional))).toEqual(new Set(["-"]));
  expect(ORDER_COLUMNS.telephone_number.text({ ...row, phone_code: null })).toBe("7700900123");
});

it("shows an ellipsis for what was not read, and words for yes and no", () => {
  const { due_at, nationality, mode, flight, document, mail, gateway, refund, ...unread } = row;
  for (const column of ["due_at", "nationality", "mode", "flight", "document", "mail", "gateway", "refund"] as const) {
    expect(ORDER_COLUMNS[column].text(unread)).toBe("…");
  }
  expect(ORDER_COLUMNS.document.text({ ...row, document: false })).toBe("No");
});
