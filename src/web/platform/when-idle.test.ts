import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { whenIdle } from "./when-idle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A browser that is never idle: it calls back at the end of the timeout, if one was given. */
function neverIdle(run: () => void, options?: { timeout?: number }) {
  return options?.timeout === undefined ? 0 : setTimeout(run, options.timeout);
}

it.each([
  ["a browser that is never idle", neverIdle],
  ["a browser without idle callbacks", undefined],
])("runs after 200 ms in %s, unless it is cancelled", (_name, requestIdleCallback) => {
  vi.stubGlobal("requestIdleCallback", requestIdleCallback);
  vi.stubGlobal("cancelIdleCallback", clearTimeout);
  const run = vi.fn();
  const cancelled = vi.fn();
  whenIdle(run);
  whenIdle(cancelled)();
  vi.advanceTimersByTime(199);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(1);
  expect(cancelled).not.toHaveBeenCalled();
});
