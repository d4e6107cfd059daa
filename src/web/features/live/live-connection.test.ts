import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepLiveConnection } from "./live-connection.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const ended = () => new Response(":\n\n");

function keep(answers: (() => Response)[]) {
  const fetched = vi.fn(async () => {
    const answer = answers[fetched.mock.calls.length - 1] ?? answers.at(-1);
    if (answer === undefined) throw new TypeError("no answer");
    return answer();
  });
  vi.stubGlobal("fetch", fetched);
  const ending = new AbortController();
  const onOpen = vi.fn();
  const onLost = vi.fn(async () => undefined);
  const kept = keepLiveConnection(
    { token: "t", orderId: null, isFirst: true, onEvent: () => undefined, onOpen, onLost },
    ending.signal,
  );
  return { fetched, ending, onOpen, onLost, kept };
}

it("reopens a stream that the server closed, and reports that it is not the first", async () => {
  const { kept, ending, onOpen, onLost } = keep([ended]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(onOpen.mock.calls).toEqual([[false], [true]]);
  expect(onLost).not.toHaveBeenCalled();
  ending.abort();
  await kept;
});

it("asks for the changes of the last seconds in its first attempt alone, and reports that it failed", async () => {
  const { kept, ending, fetched, onOpen } = keep([() => new Response("", { status: 500 }), ended]);
  await vi.advanceTimersByTimeAsync(5000);
  const urls = (fetched.mock.calls as unknown as [string][]).map(([url]) => url);
  expect(urls.slice(0, 2)).toEqual(["/api/admin/events?first=1", "/api/admin/events"]);
  expect(onOpen.mock.calls[0]).toEqual([true]);
  ending.abort();
  await kept;
});

it("waits longer with each consecutive failure", async () => {
  const { kept, ending, fetched } = keep([() => new Response("", { status: 500 })]);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(fetched.mock.calls.length).toBeGreaterThan(4);
  expect(fetched.mock.calls.length).toBeLessThan(14);
  ending.abort();
  await kept;
});

it("stops when the session has ended", async () => {
  const refused = { status: 0, message: "Ended.", code: "session_ended", requestId: "r" };
  const { kept, fetched, onLost } = keep([() => Response.json(refused, { status: 401 })]);
  await kept;
  expect(onLost).toHaveBeenCalledTimes(1);
  expect(fetched).toHaveBeenCalledTimes(1);
});

it("stops at once when it is aborted, also during a pause", async () => {
  const { kept, ending, fetched } = keep([ended]);
  await vi.advanceTimersByTimeAsync(0);
  ending.abort();
  await kept;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).toHaveBeenCalledTimes(1);
});
