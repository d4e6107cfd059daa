import { createSlice, isAnyOf, type PayloadAction } from "@reduxjs/toolkit";
import type { OrderChange } from "#contract/live/live.ts";
import { sessionEnded } from "#web/platform/session.ts";
import { orderRowsApi } from "./order-rows.api.ts";

interface RemoteChanges {
  /** The last live event about each order since the lists were last refetched. */
  byOrder: Record<number, OrderChange>;
  /** Responses to calls that started later replace the shown list; earlier ones only mark what has changed. */
  readAt: number;
  /** When events were last found to be missing: responses to calls that started later know more than the events. */
  missedAt: number;
}

const initialState: RemoteChanges = { byOrder: {}, readAt: 0, missedAt: 0 };
const { changeOrderStatus, moveOrder, recordRefunds } = orderRowsApi.endpoints;

/** What others did to the orders of the list on the screen, which stays as it is under their changes. */
export const remoteChangesSlice = createSlice({
  name: "remoteChanges",
  initialState,
  reducers: {
    orderChanged(state, { payload }: PayloadAction<OrderChange>) {
      state.byOrder[payload.order_id] = payload;
    },
    /** The member asked for the present list, or came back to the tab. */
    listsRefetched: {
      reducer: (state, { payload }: PayloadAction<number>) => ({ ...state, byOrder: {}, readAt: payload }),
      prepare: () => ({ payload: Date.now() }),
    },
    eventsMissed: {
      reducer: (state, { payload }: PayloadAction<number>) => {
        state.missedAt = payload;
      },
      prepare: () => ({ payload: Date.now() }),
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(sessionEnded, () => initialState)
      .addMatcher(
        isAnyOf(changeOrderStatus.matchPending, moveOrder.matchPending, recordRefunds.matchPending),
        (state, { meta }) => {
          state.readAt = meta.startedTimeStamp;
        },
      )
      .addMatcher(
        isAnyOf(changeOrderStatus.matchFulfilled, moveOrder.matchFulfilled, recordRefunds.matchFulfilled),
        (state, { meta }) => {
          state.readAt = meta.fulfilledTimeStamp;
        },
      ),
  selectors: { selectRemoteChanges: (state) => state },
});

export const { eventsMissed, listsRefetched, orderChanged } = remoteChangesSlice.actions;
export const { selectRemoteChanges } = remoteChangesSlice.selectors;
