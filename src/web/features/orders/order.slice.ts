import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import type { OrderRow } from "#contract/orders/orders.ts";
import { sessionEnded } from "#web/platform/session.ts";
import { type RefundSoFar, refundSoFar } from "./order-text.ts";

/** What the selection keeps of a row; the version lets the server refuse a change to an order that was moved since. */
export interface SelectedOrder extends RefundSoFar {
  id: number;
  status: OrderStatus;
  version: number;
}

interface OrderState {
  /** The list that `selectedData` belongs to; another list starts empty. */
  selectedList: string | null;
  selectedData: SelectedOrder[];
  isSidebarOpen: boolean;
}

const initialState: OrderState = { selectedList: null, selectedData: [], isSidebarOpen: false };

export function toSelected({
  order_id,
  process_status,
  version,
  refund_date,
  partly_refunded,
}: OrderRow): SelectedOrder {
  const refunded = refundSoFar(refund_date, partly_refunded === true ? "a part of the payment" : null);
  return { id: order_id, status: process_status, version, ...refunded };
}

/** The client-side part of the `order` area; orders themselves are in RTK Query's cache. */
export const orderSlice = createSlice({
  name: "order",
  initialState,
  reducers: {
    /** A list is shown: the selection of another one is cleared. */
    listOpened(state, { payload }: PayloadAction<string>) {
      if (state.selectedList === payload) return;
      state.selectedList = payload;
      state.selectedData = [];
    },
    rowsSelected(state, { payload }: PayloadAction<SelectedOrder[]>) {
      const ids = new Set(payload.map(({ id }) => id));
      state.selectedData = [...state.selectedData.filter(({ id }) => !ids.has(id)), ...payload];
    },
    /** Replaces the selection by the whole list. */
    listSelected(state, { payload }: PayloadAction<SelectedOrder[]>) {
      state.selectedData = payload;
    },
    rowsUnselected(state, { payload }: PayloadAction<number[]>) {
      const ids = new Set(payload);
      state.selectedData = state.selectedData.filter(({ id }) => !ids.has(id));
    },
    selectionCleared(state) {
      state.selectedData = [];
    },
    sidebarSet(state, { payload }: PayloadAction<boolean>) {
      state.isSidebarOpen = payload;
    },
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => initialState),
  selectors: {
    selectSelectedData: (state) => state.selectedData,
    selectIsSidebarOpen: (state) => state.isSidebarOpen,
  },
});

export const { listOpened, listSelected, rowsSelected, rowsUnselected, selectionCleared, sidebarSet } =
  orderSlice.actions;
export const { selectSelectedData, selectIsSidebarOpen } = orderSlice.selectors;
