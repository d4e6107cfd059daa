import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { uploadDocument } from "#contract/documents/documents.ts";
import { folderCounts, moveOrder } from "#contract/orders/orders.ts";
import { watchPerson } from "./person-activity.ts";
import { send } from "./transport.ts";

const answer = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const never = () => new AbortController().signal;

const page = new EventTarget();
vi.stubGlobal("window", page);
watchPerson();

beforeEach(() => {
  vi.stubGlobal("fetch", answer);
  page.dispatchEvent(new Event("keydown"));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  answer.mockReset();
});

it("sends the stored token in Authorization unchanged, and no such header without one @6-008 @7-003", async () => {
  answer.mockImplementation(async () => Response.json({ status: 1 }));
  await send({ operation: folderCounts }, "a.b.c", never());
  await send({ operation: folderCounts }, null, never());
  expect(answer.mock.calls.map(([, { headers }]) => headers)).toEqual([{ authorization: "a.b.c" }, {}]);
});

it("marks calls without user input in the last minute as background calls", async () => {
  vi.useFakeTimers({ now: Date.now() + 61_000 });
  answer.mockImplementation(async () => Response.json({ status: 1 }));
  await send({ operation: folderCounts }, "t", never());
  page.dispatchEvent(new Event("pointermove"));
  await send({ operation: folderCounts }, "t", never());
  expect(answer.mock.calls.map(([, { headers }]) => headers)).toEqual([
    { authorization: "t", "x-background": "1" },
    { authorization: "t" },
  ]);
});

it("returns the body of a refusal, with its HTTP status @7-048", async () => {
  const refusal = { status: 0, message: "The order is already there.", code: "same_status", requestId: "r1" };
  answer.mockResolvedValueOnce(Response.json(refusal, { status: 422, headers: { "retry-after": "870" } }));
  const body = { orderId: 100001, updatingStatus: "Awaiting" };
  expect(await send({ operation: moveOrder, body }, "t", never())).toEqual({
    httpStatus: 422,
    body: refusal,
    retryAfter: "870",
  });
});

it("returns null for a body that is not JSON", async () => {
  answer.mockResolvedValueOnce(new Response("<html>Bad Gateway</html>", { status: 502 }));
  expect(await send({ operation: folderCounts }, null, never())).toEqual({
    httpStatus: 502,
    body: null,
    retryAfter: null,
  });
});

it("rejects without a response", async () => {
  answer.mockRejectedValueOnce(new TypeError("network"));
  await expect(send({ operation: folderCounts }, null, never())).rejects.toThrow("network");
});

it("sets no time-out: only the caller can abort @7-049", async () => {
  vi.useFakeTimers();
  const controller = new AbortController();
  answer.mockImplementation(
    (_url, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
  );
  let isOver = false;
  const waiting = send({ operation: folderCounts }, null, controller.signal).finally(() => {
    isOver = true;
  });
  const ending = expect(waiting).rejects.toMatchObject({ name: "AbortError" });
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000);
  expect(isOver).toBe(false);
  // Not a signal of its own in addition to the caller's: fake timers don't control AbortSignal.timeout.
  expect(answer.mock.calls[0]?.[1].signal).toBe(controller.signal);
  controller.abort();
  await ending;
});

it("sets no time-out on an upload either, and reports its progress @7-049", async () => {
  const requests: FakeRequest[] = [];
  class FakeRequest {
    timeout = 0;
    status = 200;
    responseText = '{"status":1}';
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    headers: Record<string, string> = {};
    onload?: () => void;
    open(method: string, url: string) {
      expect([method, url]).toEqual(["POST", "/api/admin/upload-visa-document"]);
    }
    getResponseHeader() {
      return null;
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value;
    }
    send(body: unknown) {
      expect(body).toBeInstanceOf(FormData);
      requests.push(this);
    }
  }
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  const shares: number[] = [];
  const sending = send(
    {
      operation: uploadDocument,
      body: {},
      file: new File(["x"], "card.pdf"),
      onProgress: (share) => shares.push(share),
    },
    "t",
    never(),
  );
  const [request] = requests;
  expect(request?.headers).toEqual({ authorization: "t" });
  request?.upload.onprogress?.({ loaded: 5, total: 10 });
  request?.onload?.();
  expect(await sending).toEqual({ httpStatus: 200, body: { status: 1 }, retryAfter: null });
  expect([request?.timeout, shares]).toEqual([0, [0.5]]);
});
