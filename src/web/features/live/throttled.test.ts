import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { throttled } from "./throttled.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("works at once, then at most once in its time, and once more for what was asked meanwhile", () => {
  const work = vi.fn();
  const paced = throttled(work, 1000);
  paced.ask();
  expect(work).toHaveBeenCalledTimes(1);
  for (let index = 0; index < 50; index += 1) paced.ask();
  vi.advanceTimersByTime(999);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(5000);
  expect(work).toHaveBeenCalledTimes(2);
  paced.ask();
  expect(work).toHaveBeenCalledTimes(3);
});

it("does nothing more once it is cancelled", () => {
  const work = vi.fn();
  const paced = throttled(work, 1000);
  paced.ask();
  paced.ask();
  paced.cancel();
  vi.advanceTimersByTime(5000);
  expect(work).toHaveBeenCalledTimes(1);
});
