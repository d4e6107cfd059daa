import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { watchForStall } from "./file-form.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a body may arrive slowly but not stall", async () => {
  const body = new PassThrough();
  const { stalled } = watchForStall(body, 1000);
  const given = vi.fn();
  stalled.catch(given);
  for (let turn = 0; turn < 10; turn += 1) {
    await vi.advanceTimersByTimeAsync(990);
    body.emit("data", "x");
  }
  expect(given).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(given).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: "request_timeout" }));
});

it("a body that was read is no longer watched", async () => {
  const { stalled, stop } = watchForStall(new PassThrough(), 1000);
  const given = vi.fn();
  stalled.catch(given);
  stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(given).not.toHaveBeenCalled();
});
