import { configureStore } from "@reduxjs/toolkit";
import { afterEach, expect, it, vi } from "vitest";
import { errorFrom, noAnswer } from "./api-error.ts";
import { connectionMiddleware, connectionSlice, isOutage, outageSeen, selectIsDown } from "./connection.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("distinguishes an outage from a refusal", () => {
  expect(isOutage(noAnswer())).toBe(true);
  expect(isOutage(errorFrom(503, null))).toBe(true);
  expect(isOutage(errorFrom(500, null))).toBe(false);
  expect(isOutage(errorFrom(422, null))).toBe(false);
});

it("polls until the server is ready, once for any number of failures, then recovers", async () => {
  vi.useFakeTimers();
  const ready = vi.fn(async () => new Response("", { status: ready.mock.calls.length < 3 ? 503 : 200 }));
  vi.stubGlobal("fetch", ready);
  const recovered = vi.fn();
  const store = configureStore({
    reducer: { connection: connectionSlice.reducer },
    middleware: (defaults) => defaults().prepend(connectionMiddleware(recovered)),
  });
  const failed = {
    type: "api/executeQuery/rejected",
    payload: noAnswer(),
    meta: { requestId: "r", requestStatus: "rejected", rejectedWithValue: true },
  };
  store.dispatch(failed);
  store.dispatch(failed);
  store.dispatch(outageSeen());
  await vi.advanceTimersByTimeAsync(6_500);
  expect(selectIsDown(store.getState())).toBe(true);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(selectIsDown(store.getState())).toBe(false);
  expect(ready).toHaveBeenCalledTimes(3);
  expect(recovered).toHaveBeenCalledTimes(1);
});
