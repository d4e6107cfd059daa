import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { paced } from "./paced.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const onError = vi.fn();

it("begins at once, and again only when its time has passed, however often it is asked", async () => {
  const work = vi.fn(async () => undefined);
  const pace = paced(work, { intervalMs: 100, onError });
  pace.ask();
  pace.ask();
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(1);
  pace.ask();
  pace.ask();
  await vi.advanceTimersByTimeAsync(99);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(work).toHaveBeenCalledTimes(2);
});

it("never runs twice at the same time, and runs again for what was asked meanwhile", async () => {
  const gates: (() => void)[] = [];
  const work = vi.fn(() => new Promise<void>((resolve) => gates.push(resolve)));
  const pace = paced(work, { intervalMs: 0, onError });
  pace.ask();
  await vi.advanceTimersByTimeAsync(0);
  pace.ask();
  await vi.advanceTimersByTimeAsync(1000);
  expect(work).toHaveBeenCalledTimes(1);
  gates[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(2);
});

it("tells of a failure and tries again after a second", async () => {
  const failure = new Error("away");
  const work = vi.fn().mockRejectedValueOnce(failure).mockResolvedValue(undefined);
  const pace = paced(work, { intervalMs: 0, onError });
  pace.ask();
  await vi.advanceTimersByTimeAsync(999);
  expect(onError).toHaveBeenCalledExactlyOnceWith(failure);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalledTimes(2);
});

it("begins nothing after its stop, which waits for what is under way", async () => {
  const gate = Promise.withResolvers<void>();
  const work = vi.fn(() => gate.promise);
  const pace = paced(work, { intervalMs: 0, onError });
  pace.ask();
  await vi.advanceTimersByTimeAsync(0);
  pace.ask();
  const stopped = vi.fn();
  const stopping = pace.stop().then(stopped);
  await vi.advanceTimersByTimeAsync(10);
  expect(stopped).not.toHaveBeenCalled();
  gate.resolve();
  await stopping;
  pace.ask();
  await vi.advanceTimersByTimeAsync(1000);
  expect(work).toHaveBeenCalledTimes(1);
});
