import { afterEach, expect, it, vi } from "vitest";
import { LIVE_HEARTBEAT_MS } from "#contract/live/live.ts";
import { type LiveEvent, readLiveStream } from "./live-stream.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const ORDER = { order_id: 100001, process_status: "New", previous_status: null, version: 1, who: null };
const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

function answering(response: Response) {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => response);
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

function streamOf(...chunks: string[]): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
  return new Response(body);
}

async function read(orderId: number | null = null, signal = new AbortController().signal) {
  const events: LiveEvent[] = [];
  const onOpen = vi.fn();
  const end = await readLiveStream({
    token: "the-token",
    orderId,
    isFirst: false,
    signal,
    onOpen,
    onEvent: (each) => events.push(each),
  });
  return { end, events, onOpen };
}

it("sends the token as a header and never in the URL", async () => {
  const fetched = answering(streamOf());
  await read(100001);
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url).toBe("/api/admin/events?order=100001");
  expect(init?.headers).toEqual({ authorization: "the-token" });
});

it("emits each event once it is complete, wherever the network split it", async () => {
  const text = `:\n\n${event("order", ORDER)}${event("refresh", {})}`;
  answering(streamOf(...text));
  const { events, end, onOpen } = await read();
  expect(events).toEqual([
    { name: "order", data: ORDER },
    { name: "refresh", data: {} },
  ]);
  expect([end, onOpen.mock.calls.length]).toEqual([{ kind: "closed" }, 1]);
});

it("ignores unknown events and data that does not match the contract", async () => {
  answering(
    streamOf(
      event("news", {}),
      event("toString", {}),
      "data: no name\n\n",
      "event: order\ndata: {broken\n\n",
      event("order", { ...ORDER, order_id: "100001" }),
      event("refresh", {}),
    ),
  );
  expect((await read()).events).toEqual([{ name: "refresh", data: {} }]);
});

it("returns the server's refusal", async () => {
  const refusal = { status: 0, message: "Please sign in.", code: "session_ended", requestId: crypto.randomUUID() };
  answering(Response.json(refusal, { status: 401 }));
  const { end, onOpen } = await read();
  expect(end).toMatchObject({ kind: "lost", error: { httpStatus: 401, message: "Please sign in." } });
  expect(onOpen).not.toHaveBeenCalled();
});

it("ends permanently when the server answers 204", async () => {
  answering(new Response(null, { status: 204 }));
  expect((await read()).end).toEqual({ kind: "none" });
});

it("counts as lost when not even a heartbeat arrives", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async (_url: string, { signal }: RequestInit) => {
    const body = new ReadableStream({
      start: (controller) => signal?.addEventListener("abort", () => controller.error(signal.reason)),
    });
    return new Response(body);
  });
  const reading = read();
  await vi.advanceTimersByTimeAsync(3 * LIVE_HEARTBEAT_MS);
  expect((await reading).end).toMatchObject({ kind: "lost", error: { httpStatus: 0 } });
});
