import { expect, it } from "vitest";
import type { OrderRow } from "#contract/orders/orders.ts";
import {
  listOpened,
  orderSlice,
  rowsSelected,
  rowsUnselected,
  selectionCleared,
  sidebarSet,
  toSelected,
} from "./order.slice.ts";

function row(order_id: number): OrderRow {
  return {
    order_id,
    process_status: "New",
    full_name: "A",
    email: "a@example.com",
    telephone_number: null,
    phone_code: null,
    created_at: "2026-03-01T00:00:00.000Z",
    refund_date: null,
    processing_date: null,
    process_month: null,
    arrival_date: null,
    version: 3,
  };
}

const { reducer, getInitialState } = orderSlice;

it("stores only id, status and version of a row @2-081", () => {
  const state = reducer(getInitialState(), rowsSelected([row(1)].map(toSelected)));
  expect(state.selectedData).toEqual([{ id: 1, status: "New", version: 3 }]);
});

it("adds a row once and removes it again @3-044", () => {
  let state = reducer(getInitialState(), rowsSelected([row(1), row(2)].map(toSelected)));
  state = reducer(state, rowsSelected([row(2), row(3)].map(toSelected)));
  expect(state.selectedData.map(({ id }) => id)).toEqual([1, 2, 3]);
  state = reducer(state, rowsUnselected([1, 3]));
  expect(state.selectedData.map(({ id }) => id)).toEqual([2]);
  expect(reducer(state, selectionCleared()).selectedData).toEqual([]);
});

it("clears the selection with its list", () => {
  let state = reducer(getInitialState(), listOpened("newOrder"));
  state = reducer(state, rowsSelected([row(1)].map(toSelected)));
  expect(reducer(state, listOpened("newOrder")).selectedData).toHaveLength(1);
  expect(reducer(state, listOpened("refundOrder")).selectedData).toEqual([]);
});

it("opens and closes the sidebar @3-044", () => {
  expect(reducer(getInitialState(), sidebarSet(true)).isSidebarOpen).toBe(true);
});
