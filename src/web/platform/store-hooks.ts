import type { Store, ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { useDispatch, useSelector, useStore } from "react-redux";
import type { api } from "./api.ts";
import type { connectionSlice } from "./connection.ts";

/** The state that all features may read; each further slice has selectors of its own. */
export interface PlatformState {
  api: ReturnType<typeof api.reducer>;
  connection: ReturnType<typeof connectionSlice.reducer>;
}
export type AppDispatch = ThunkDispatch<PlatformState, unknown, UnknownAction>;

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<PlatformState>();
export const useAppStore = useStore.withTypes<Store<PlatformState, UnknownAction> & { dispatch: AppDispatch }>();
