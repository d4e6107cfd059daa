import { expect, it } from "vitest";
import { sendMessage } from "#contract/conversation/conversation.ts";
import { uploadDocument } from "#contract/documents/documents.ts";
import { orderDetails } from "#contract/order-detail/order-detail.ts";
import { listOrders } from "#contract/orders/orders.ts";
import { callBody, callUrl } from "./api-call.ts";

it("fills in the parameters and omits undefined ones", () => {
  const query = { page: 2, limit: 10, sort: undefined };
  expect(callUrl({ operation: listOrders, params: { orderName: "newOrder" }, query })).toBe(
    "/api/admin/get-orders-list/newOrder?page=2&limit=10",
  );
  expect(callUrl({ operation: orderDetails, params: { orderId: 100001 } })).toBe(
    "/api/admin/get-orders-details/100001",
  );
});

it("sends a file as multipart with its fields", () => {
  const file = new File(["x"], "card.pdf", { type: "application/pdf" });
  const { body, headers } = callBody({ operation: uploadDocument, body: { orderId: 1, reason: undefined }, file });
  expect(headers).toEqual({});
  expect(body).toBeInstanceOf(FormData);
  if (!(body instanceof FormData)) return;
  expect([...body.keys()]).toEqual(["orderId", "uploadVisaDoc"]);
});

it("repeats the field of a call that takes several files", () => {
  const files = ["a.pdf", "b.pdf"].map((name) => new File(["x"], name));
  const { body } = callBody({ operation: sendMessage, body: { orderId: 1 }, files });
  expect(body instanceof FormData && [...body.keys()]).toEqual(["orderId", "files", "files"]);
});

it("sends everything else as JSON, and no body for nothing", () => {
  expect(callBody({ operation: listOrders })).toEqual({ body: null, headers: {} });
  expect(callBody({ operation: listOrders, body: { a: 1 } })).toEqual({
    body: '{"a":1}',
    headers: { "content-type": "application/json" },
  });
});
