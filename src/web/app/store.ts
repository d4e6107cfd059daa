import { combineReducers, configureStore, createListenerMiddleware } from "@reduxjs/toolkit";
import { setupListeners } from "@reduxjs/toolkit/query";
import { authSlice, initialAuth } from "#web/features/auth/auth.slice.ts";
import { liveSlice } from "#web/features/live/live.slice.ts";
import { orderSlice } from "#web/features/orders/order.slice.ts";
import { api } from "#web/platform/api.ts";
import { connectionMiddleware, connectionSlice } from "#web/platform/connection.ts";
import { onSessionChange, readSession, sessionEnded } from "#web/platform/session.ts";

const listener = createListenerMiddleware();
// What one member read must not flash up for the next one.
listener.startListening({
  actionCreator: sessionEnded,
  effect: (_action, { dispatch }) => {
    dispatch(api.util.resetApiState());
  },
});

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  auth: authSlice.reducer,
  order: orderSlice.reducer,
  connection: connectionSlice.reducer,
  live: liveSlice.reducer,
});

export function createStore() {
  let refetchShown: () => unknown = () => undefined;
  const store = configureStore({
    reducer,
    preloadedState: { auth: initialAuth(readSession()) },
    // These checks walk every cached row after every action; only parsed JSON ever enters the cache.
    middleware: (defaults) =>
      defaults({ serializableCheck: false, immutableCheck: false })
        .prepend(
          listener.middleware,
          connectionMiddleware(() => refetchShown()),
        )
        .concat(api.middleware),
  });

  // RTK Query refetches what is on the screen when it hears "online"; the server's return means the same to us.
  setupListeners(store.dispatch, (dispatch, { onOnline }) => {
    refetchShown = () => dispatch(onOnline());
    window.addEventListener("online", refetchShown);
    return () => window.removeEventListener("online", refetchShown);
  });

  let token = readSession()?.accessToken;
  onSessionChange(() => {
    const next = readSession()?.accessToken;
    if (token !== undefined && next !== token) store.dispatch(sessionEnded());
    token = next;
  });
  return store;
}
