import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { ColumnLayout } from "#contract/orders/order-columns.ts";
import type { ListName } from "#contract/orders/queues.ts";
import { sessionEnded } from "#web/platform/session.ts";

type ChosenLayouts = Partial<Record<ListName, ColumnLayout | null>>;

const initialState: ChosenLayouts = {};

/** The layouts that the member chose in this tab, null for the standard one: they show before they are saved. */
export const columnLayoutsSlice = createSlice({
  name: "columnLayouts",
  initialState,
  reducers: {
    layoutChosen(state, { payload }: PayloadAction<{ list: ListName; layout: ColumnLayout | null }>) {
      state[payload.list] = payload.layout;
    },
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => initialState),
  selectors: { selectChosenLayouts: (state) => state },
});

export const { layoutChosen } = columnLayoutsSlice.actions;
export const { selectChosenLayouts } = columnLayoutsSlice.selectors;
