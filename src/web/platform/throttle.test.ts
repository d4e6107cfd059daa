import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { throttle } from "./throttle.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("runs at once, then at most once per interval, and once more for calls in between", () => {
  const work = vi.fn();
  const throttled = throttle(work, 1000);
  throttled.call();
  expect(work).toHaveBeenCalledTimes(1);
  for (let index = 0; index < 50; index += 1) throttled.call();
  vi.advanceTimersByTime(999);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(5000);
  expect(work).toHaveBeenCalledTimes(2);
  throttled.call();
  expect(work).toHaveBeenCalledTimes(3);
});

it("runs at once what is still to come, and starts a new interval", () => {
  const work = vi.fn();
  const throttled = throttle(work, 1000);
  throttled.flush();
  expect(work).not.toHaveBeenCalled();
  throttled.call();
  throttled.call();
  vi.advanceTimersByTime(600);
  throttled.flush();
  expect(work).toHaveBeenCalledTimes(2);
  throttled.call();
  vi.advanceTimersByTime(999);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(3);
});

it("does nothing more once it is cancelled", () => {
  const work = vi.fn();
  const throttled = throttle(work, 1000);
  throttled.call();
  throttled.call();
  throttled.cancel();
  vi.advanceTimersByTime(5000);
  expect(work).toHaveBeenCalledTimes(1);
});
