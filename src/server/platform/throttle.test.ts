import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createThrottle } from "./throttle.ts";

describe("a throttle", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const onError = vi.fn();

  it("starts immediately, and again only after its interval, however often it is requested", async () => {
    const work = vi.fn(async () => undefined);
    const throttle = createThrottle(work, { intervalMs: 100, onError });
    throttle.request();
    throttle.request();
    await vi.advanceTimersByTimeAsync(0);
    expect(work).toHaveBeenCalledTimes(1);
    throttle.request();
    throttle.request();
    await vi.advanceTimersByTimeAsync(99);
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it("never runs concurrently, and runs again for requests made in the meantime", async () => {
    const gates: (() => void)[] = [];
    const work = vi.fn(() => new Promise<void>((resolve) => gates.push(resolve)));
    const throttle = createThrottle(work, { intervalMs: 0, onError });
    throttle.request();
    await vi.advanceTimersByTimeAsync(0);
    throttle.request();
    await vi.advanceTimersByTimeAsync(1000);
    expect(work).toHaveBeenCalledTimes(1);
    gates[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it("reports a failure and retries after a second", async () => {
    const failure = new Error("away");
    const work = vi.fn().mockRejectedValueOnce(failure).mockResolvedValue(undefined);
    const throttle = createThrottle(work, { intervalMs: 0, onError });
    throttle.request();
    await vi.advanceTimersByTimeAsync(999);
    expect(onError).toHaveBeenCalledExactlyOnceWith(failure);
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it("starts nothing after stop, which waits for the current run", async () => {
    const gate = Promise.withResolvers<void>();
    const work = vi.fn(() => gate.promise);
    const throttle = createThrottle(work, { intervalMs: 0, onError });
    throttle.request();
    await vi.advanceTimersByTimeAsync(0);
    throttle.request();
    const stopped = vi.fn();
    const stopping = throttle.stop().then(stopped);
    await vi.advanceTimersByTimeAsync(10);
    expect(stopped).not.toHaveBeenCalled();
    gate.resolve();
    await stopping;
    throttle.request();
    await vi.advanceTimersByTimeAsync(1000);
    expect(work).toHaveBeenCalledTimes(1);
  });
});
