import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { visitorApi } from "./visitor-api.ts";

const answer = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const entry = { orderId: "100001", customername: "customer", file1: "card.pdf", timezone: "UTC" };
const history = {
  status: 1,
  message: "",
  data: [],
  mainResult: { order_id: 100001, process_status: "Completed", refund_date: null },
};

beforeEach(() => {
  vi.stubGlobal("fetch", answer);
  vi.stubGlobal("document", { cookie: "other=1; XSRF-TOKEN=token%2Bof-the-page" });
});
afterEach(() => {
  vi.unstubAllGlobals();
  answer.mockReset();
});

it("sends the XSRF-TOKEN cookie back as X-XSRF-TOKEN wherever the order's e-mail must be proved @7-038 @7-050", async () => {
  answer.mockImplementation(async () => Response.json({ ...history, path: { file1: null } }));
  await visitorApi.trackOrder({ orderId: "100001", email: "a@example.com" });
  await visitorApi.getDownloadHistory({ orderId: "100001", hasSteps: true });
  await visitorApi.recordDownload(entry);
  const sent = answer.mock.calls.map(([url, { method, headers }]) => [
    method,
    url,
    (headers as Record<string, string>)["X-XSRF-TOKEN"],
  ]);
  expect(sent).toEqual([
    ["POST", "/api/front/track-order", undefined],
    ["POST", "/api/front/get-download-history", "token+of-the-page"],
    ["POST", "/api/front/download-passport-doc-pdf", "token+of-the-page"],
  ]);
});

it("reads data, mainResult and path.file1 of the history @7-041", async () => {
  answer.mockResolvedValueOnce(Response.json({ ...history, path: { file1: "card.pdf" } }));
  expect(await visitorApi.getDownloadHistory({ orderId: "100001", hasSteps: true })).toEqual({
    ok: true,
    value: { ...history, path: { file1: "card.pdf" } },
  });
});

it("returns the message of a refusal @7-048", async () => {
  const refusal = { status: 0, message: "No order is found.", code: "not_found", requestId: "r1" };
  answer.mockResolvedValueOnce(Response.json(refusal, { status: 404 }));
  const result = await visitorApi.trackOrder({ orderId: "1", email: "a@example.com" });
  expect(result).toMatchObject({ ok: false, problem: { message: refusal.message } });
});

it("sets no time-out of its own @7-049", async () => {
  answer.mockImplementation(async () => Response.json({ status: 1, message: "", data: null }));
  const { signal } = new AbortController();
  await visitorApi.recordDownload(entry);
  await visitorApi.getDownloadHistory({ orderId: "100001", hasSteps: true }, signal);
  expect(answer.mock.calls.map(([, init]) => init.signal)).toEqual([null, signal]);
});
