import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { Presence } from "#contract/live.ts";
import { sessionEnded } from "#web/platform/session.ts";

/** Who has the open order open too, as far as the server's last word goes. */
interface LiveState {
  presence: Presence | null;
}

const initialState: LiveState = { presence: null };

export const liveSlice = createSlice({
  name: "live",
  initialState,
  reducers: {
    presenceTold: (_state, { payload }: PayloadAction<Presence>) => ({ presence: payload }),
    /** The stream is over, or shows another order: nobody tells who is there. */
    presenceUnknown: () => initialState,
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => initialState),
  selectors: { selectPresence: (state) => state.presence },
});

export const { presenceTold, presenceUnknown } = liveSlice.actions;
export const { selectPresence } = liveSlice.selectors;
