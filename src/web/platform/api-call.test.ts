import { expect, it } from "vitest";
import { uploadDocument } from "#contract/documents.ts";
import { listOrders, orderDetails } from "#contract/orders.ts";
import { callBody, callUrl } from "./api-call.ts";

it("fills the parameters in and leaves out what is undefined", () => {
  const query = { page: 2, limit: 10, sort: undefined };
  expect(callUrl({ operation: listOrders, params: { orderName: "newOrder" }, query })).toBe(
    "/api/admin/get-orders-list/newOrder?page=2&limit=10",
  );
  expect(callUrl({ operation: orderDetails, params: { orderId: 100001 } })).toBe(
    "/api/admin/get-orders-details/100001",
  );
});

it("sends a file as multipart beside its fields", () => {
  const file = new File(["x"], "card.pdf", { type: "application/pdf" });
  const { body, headers } = callBody({ operation: uploadDocument, body: { orderId: 1, reason: undefined }, file });
  expect(headers).toEqual({});
  expect(body).toBeInstanceOf(FormData);
  if (!(body instanceof FormData)) return;
  expect([...body.keys()]).toEqual(["orderId", "uploadVisaDoc"]);
});

it("sends everything else as JSON, and nothing as nothing", () => {
  expect(callBody({ operation: listOrders })).toEqual({ body: null, headers: {} });
  expect(callBody({ operation: listOrders, body: { a: 1 } })).toEqual({
    body: '{"a":1}',
    headers: { "content-type": "application/json" },
  });
});
