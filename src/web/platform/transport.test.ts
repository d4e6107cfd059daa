import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { uploadDocument } from "#contract/documents.ts";
import { folderCounts, moveOrder } from "#contract/orders.ts";
import { send } from "./transport.ts";

const answer = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const never = () => new AbortController().signal;

beforeEach(() => vi.stubGlobal("fetch", answer));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  answer.mockReset();
});

it("carries the stored token in Authorization as it is, and no such header without one", async () => {
  answer.mockImplementation(async () => Response.json({ status: 1 }));
  await send({ operation: folderCounts }, "a.b.c", never());
  await send({ operation: folderCounts }, null, never());
  expect(answer.mock.calls.map(([, { headers }]) => headers)).toEqual([{ authorization: "a.b.c" }, {}]);
});

it("gives the body of a refusal back as the result, with its HTTP status", async () => {
  const refusal = { status: 0, message: "The order is already there.", code: "same_status", requestId: "r1" };
  answer.mockResolvedValueOnce(Response.json(refusal, { status: 422 }));
  const body = { orderId: 100001, updatingStatus: "Awaiting" };
  expect(await send({ operation: moveOrder, body }, "t", never())).toEqual({ httpStatus: 422, body: refusal });
});

it("gives null for a body that is no JSON", async () => {
  answer.mockResolvedValueOnce(new Response("<html>Bad Gateway</html>", { status: 502 }));
  expect(await send({ operation: folderCounts }, null, never())).toEqual({ httpStatus: 502, body: null });
});

it("rejects when no answer came", async () => {
  answer.mockRejectedValueOnce(new TypeError("network"));
  await expect(send({ operation: folderCounts }, null, never())).rejects.toThrow("network");
});

it("waits as long as it takes: no time-out is set, and only the caller gives up", async () => {
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
  // Not a signal of its own beside the caller's: AbortSignal.timeout runs on no timer that a test could turn.
  expect(answer.mock.calls[0]?.[1].signal).toBe(controller.signal);
  controller.abort();
  await ending;
});

it("sets no time-out on an upload either, and tells how much of it has left", async () => {
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
  expect(await sending).toEqual({ httpStatus: 200, body: { status: 1 } });
  expect([request?.timeout, shares]).toEqual([0, [0.5]]);
});
