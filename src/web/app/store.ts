import { combineReducers, configureStore, createListenerMiddleware } from "@reduxjs/toolkit";
import { setupListeners } from "@reduxjs/toolkit/query";
import { authSlice, initialAuth } from "#web/features/auth/auth.slice.ts";
import { liveSlice } from "#web/features/live/live.slice.ts";
import { forgetLayouts, keepLayouts } from "#web/features/order-views/kept-layouts.ts";
import { orderViewsApi } from "#web/features/order-views/order-views.api.ts";
import { columnLayoutsSlice } from "#web/features/orders/list/columns/column-layouts.slice.ts";
import { remoteChangesSlice } from "#web/features/orders/list/data/remote-changes.slice.ts";
import { orderSlice } from "#web/features/orders/order.slice.ts";
import { api } from "#web/platform/api.ts";
import { connectionMiddleware, connectionSlice } from "#web/platform/connection.ts";
import { onSessionChange, readSession, sessionEnded } from "#web/platform/session.ts";

const listener = createListenerMiddleware();
// What one member read must not be shown to the next one.
listener.startListening({
  actionCreator: sessionEnded,
  effect: (_action, { dispatch }) => {
    dispatch(api.util.resetApiState());
    forgetLayouts();
  },
});
listener.startListening({
  matcher: orderViewsApi.endpoints.orderViews.matchFulfilled,
  effect: ({ payload }) => keepLayouts(payload.data),
});

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  auth: authSlice.reducer,
  order: orderSlice.reducer,
  connection: connectionSlice.reducer,
  live: liveSlice.reducer,
  remoteChanges: remoteChangesSlice.reducer,
  columnLayouts: columnLayoutsSlice.reducer,
});

export function createStore() {
  let refetchShown: () => unknown = () => undefined;
  const store = configureStore({
    reducer,
    preloadedState: { auth: initialAuth(readSession()) },
    // These checks traverse every cached row after every action; only parsed JSON ever enters the cache.
    middleware: (defaults) =>
      defaults({ serializableCheck: false, immutableCheck: false })
        .prepend(
          listener.middleware,
          connectionMiddleware(() => refetchShown()),
        )
        .concat(api.middleware),
    // The default shows a response only in the next frame, up to 16 ms later.
    enhancers: (defaults) => defaults({ autoBatch: { type: "tick" } }),
  });

  // RTK Query refetches what is on the screen on "online"; the server's return is treated the same.
  setupListeners(store.dispatch, (dispatch, { onOnline }) => {
    refetchShown = () => dispatch(onOnline());
    window.addEventListener("online", refetchShown);
    return () => window.removeEventListener("online", refetchShown);
  });

  let memberId = readSession()?.user.id;
  onSessionChange(() => {
    // A new token of the same member is the same session, confirmed.
    const next = readSession()?.user.id;
    if (memberId !== undefined && next !== memberId) store.dispatch(sessionEnded());
    memberId = next;
  });
  return store;
}
