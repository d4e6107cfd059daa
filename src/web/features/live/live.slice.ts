import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { Presence } from "#contract/live/live.ts";
import { sessionEnded } from "#web/platform/session.ts";

/** The other viewers of the open order, by the server's last event. */
interface LiveState {
  presence: Presence | null;
}

const initialState: LiveState = { presence: null };

export const liveSlice = createSlice({
  name: "live",
  initialState,
  reducers: {
    presenceReceived: (_state, { payload }: PayloadAction<Presence>) => ({ presence: payload }),
    /** The stream ended or shows another order: its viewers are unknown. */
    presenceUnknown: () => initialState,
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => initialState),
  selectors: { selectPresence: (state) => state.presence },
});

export const { presenceReceived, presenceUnknown } = liveSlice.actions;
export const { selectPresence } = liveSlice.selectors;
