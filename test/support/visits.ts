import { expect } from "vitest";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import type { VisitorOrder } from "#contract/tracking/visitor-page.ts";
import { call } from "./client.ts";
import type { TestProgram } from "./test-program.ts";

/** A customer who proved the order's address. */
export async function visitOrder({ address }: TestProgram, orderId: number, email = "traveller@example.com") {
  const proved = await call(address, "POST", "/api/front/track-order", { body: { orderId: String(orderId), email } });
  expect(proved.code).toBe(200);
  const cookies = proved.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  const xsrf = cookies.find((pair) => pair.startsWith("XSRF-TOKEN="))?.slice("XSRF-TOKEN=".length) ?? "";
  const cookie = cookies.join("; ");
  const headers: Record<string, string> = { cookie, "x-xsrf-token": xsrf, "user-agent": "Mozilla/5.0 (iPhone)" };
  const post = (path: string, body: object, others: Record<string, string> = {}) =>
    call(address, "POST", `/api/front/${path}`, { headers: { ...headers, ...others }, body });
  return {
    headers,
    /** Of this order unless the body says otherwise. */
    post: (path: string, body: object, others?: Record<string, string>) =>
      post(path, { orderId: String(orderId), ...body }, others),
    order: async (others: Record<string, string> = {}) =>
      (await post("get-download-history", { orderId: String(orderId), hasSteps: true }, others))
        .body as unknown as VisitorOrder,
    /** The form of a page without script. */
    form: async (name: string, fields: Record<string, string>, others: Record<string, string> = {}) => {
      const response = await fetch(`${address}/${name}/${encodeOrderId(orderId)}`, {
        method: "POST",
        headers: { cookie, "sec-fetch-site": "same-origin", ...others },
        body: new URLSearchParams(fields),
        redirect: "manual",
      });
      return { code: response.status, location: response.headers.get("location"), text: await response.text() };
    },
  };
}
