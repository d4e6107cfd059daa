import { expect, it } from "vitest";
import type { OrderChange } from "#contract/live/live.ts";
import type { OrderRow } from "#contract/orders/orders.ts";
import { frozenList, hasSamePlaces } from "./frozen-list.ts";

const row = (order_id: number, part: Partial<OrderRow> = {}): OrderRow => ({
  order_id,
  process_status: "New",
  full_name: `N. K. Perera ${order_id}`,
  email: "traveller@example.com",
  telephone_number: null,
  phone_code: null,
  created_at: "2026-03-01T14:05:09.000Z",
  refund_date: null,
  processing_date: null,
  process_month: null,
  arrival_date: null,
  version: 1,
  ...part,
});
const change = (order_id: number, part: Partial<OrderChange>): OrderChange => ({
  order_id,
  process_status: "Completed",
  previous_status: "New",
  version: 2,
  who: { id: 7, name: "Amara" },
  ...part,
});
const page = (data: OrderRow[], total = data.length) => ({ data, total });
const shown = page([row(1), row(2), row(3)]);
const idsOf = (rows: OrderRow[]) => rows.map(({ order_id }) => order_id);

it("keeps every row in its place while orders come in before it, and counts them", () => {
  const now = page([row(9), row(8), row(1)], 5);
  const { rows, gone, newcomers } = frozenList("newOrder", shown, now, {});
  expect([idsOf(rows), gone.size, newcomers]).toEqual([[1, 2, 3], 0, 2]);
});

it("shows the newest version of a row in its place", () => {
  const now = page([row(1), row(2, { full_name: "Corrected" }), row(3)]);
  expect(frozenList("newOrder", shown, now, {}).rows[1]?.full_name).toBe("Corrected");
  const moved = { 3: change(3, { process_status: "Awaiting" }) };
  const { rows, gone } = frozenList("allOrder", shown, page([row(1), row(2)], 3), moved);
  expect([rows[2]?.process_status, rows[2]?.version, gone.size]).toEqual(["Awaiting", 2, 0]);
});

it("forgets the optional values of a row that changed and is no longer on the page, and reads the others anew", () => {
  const optional = { due_at: "2026-03-02T10:00:00.000Z", document: false, mail: null };
  const was = page([row(1, optional), row(2, optional), row(3, optional)]);
  const now = page([row(9, optional), row(1, { ...optional, document: true })], 4);
  const changes = {
    1: change(1, { process_status: "New", version: 1 }),
    3: change(3, { process_status: "New", version: 1 }),
  };
  const { rows } = frozenList("newOrder", was, now, changes);
  expect(rows).toEqual([row(1, { ...optional, document: true }), row(2, optional), row(3)]);
});

it("forgets the optional values of a row that left the list", () => {
  const was = page([row(1, { document: false }), row(2)]);
  expect(frozenList("newOrder", was, was, { 1: change(1, {}) }).rows).toEqual([row(1), row(2)]);
});

it("says of a row that left where it went and by whom, and does not count it as a newcomer before or after the list was read", () => {
  const changes = { 2: change(2, {}), 3: change(3, { process_status: "Deleted", who: null }) };
  const before = frozenList("newOrder", shown, shown, changes);
  const after = frozenList("newOrder", shown, page([row(1)]), changes);
  for (const { rows, gone, newcomers } of [before, after]) {
    expect(idsOf(rows)).toEqual([1, 2, 3]);
    expect([...gone]).toEqual([
      [2, "Moved to Completed by Amara"],
      [3, "Moved to Deleted"],
    ]);
    expect(newcomers).toBe(0);
  }
  expect(frozenList("newOrder", shown, page([row(1), row(4)]), changes).newcomers).toBe(1);
});

it("can't count what came in among more hits than are counted", () => {
  const now = { ...page([row(9), row(1), row(2)], 10_000), total_capped: true };
  expect(frozenList("newOrder", page(shown.data.slice(), 10_000), now, {}).newcomers).toBeNull();
  expect(frozenList("newOrder", page(shown.data.slice(), 10_000), { ...now, data: shown.data }, {}).newcomers).toBe(0);
});

it("can't count what came into a filtered list, and takes no row of the next page for a newcomer", () => {
  const newcomers = (now: OrderRow[], total: number) =>
    frozenList("newOrder", shown, page(now, total), {}, { isFiltered: true }).newcomers;
  expect(newcomers([row(1), row(2), row(3)], 3)).toBe(0);
  expect(newcomers([row(1), row(2), row(3)], 4)).toBeNull();
  expect(newcomers([row(1), row(9), row(3)], 3)).toBeNull();
  expect(newcomers([row(1), row(3), row(4)], 3)).toBe(0);
});

it("keeps the rows that left while events were missed, and can't count what came in", () => {
  const moved = { 3: change(3, {}) };
  const frozen = (now: OrderRow[], total: number, changes: Record<number, OrderChange> = {}) =>
    frozenList("newOrder", shown, page(now, total), changes, { missedEvents: true });
  const { rows, gone, newcomers } = frozen([row(1)], 1, moved);
  expect(idsOf(rows)).toEqual([1, 2, 3]);
  expect([...gone]).toEqual([
    [2, "No longer on this page"],
    [3, "Moved to Completed by Amara"],
  ]);
  expect(newcomers).toBe(0);
  expect(frozen([row(9), row(1), row(2)], 4).newcomers).toBeNull();
  expect(frozen([row(1), row(2), row(3)], 3).gone.size).toBe(0);
});

it("ignores an event that is older than the row", () => {
  const back = page([row(1, { version: 3 })]);
  expect(frozenList("newOrder", back, back, { 1: change(1, {}) }).gone.size).toBe(0);
});

it("compares the places of orders and the length of the list, not the rows", () => {
  expect(hasSamePlaces(shown, page([row(1, { full_name: "Corrected" }), row(2), row(3)]))).toBe(true);
  expect(hasSamePlaces(shown, page([row(1), row(3), row(2)]))).toBe(false);
  expect(hasSamePlaces(shown, page([row(1), row(2), row(3)], 4))).toBe(false);
  expect(hasSamePlaces(shown, page([row(1), row(2)], 3))).toBe(false);
});
