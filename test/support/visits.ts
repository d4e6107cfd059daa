import { expect } from "vitest";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import type { VisitorOrder } from "#contract/tracking/visitor-page.ts";
import { call } from "./client.ts";
import type { TestProgram } from "./test-program.ts";

const EMAIL = "traveller@example.com";

/** The request headers that a browser sends after this response: its cookies and our page's XSRF header. */
export function visitorHeaders(response: { headers: Headers }) {
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  const xsrf = cookies.find((cookie) => cookie.startsWith("XSRF-TOKEN="))?.slice("XSRF-TOKEN=".length) ?? "";
  return { cookie: cookies.join("; "), "x-xsrf-token": decodeURIComponent(xsrf) };
}

/** Proves the order's address. @returns the status, and the headers of what the customer sends then */
export async function proveAddress(address: string, orderId: number, email = EMAIL, from: Record<string, string> = {}) {
  const body = { orderId: String(orderId), email };
  const proved = await call(address, "POST", "/api/front/track-order", { headers: from, body });
  return { code: proved.code, headers: { ...from, ...visitorHeaders(proved) } };
}

/** A customer who proved the order's address. */
export async function visitOrder({ address }: TestProgram, orderId: number, email = EMAIL) {
  const { code, headers } = await proveAddress(address, orderId, email, { "user-agent": "Mozilla/5.0 (iPhone)" });
  expect(code).toBe(200);
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
        headers: { cookie: headers.cookie, "sec-fetch-site": "same-origin", ...others },
        body: new URLSearchParams(fields),
        redirect: "manual",
      });
      return { code: response.status, location: response.headers.get("location"), text: await response.text() };
    },
  };
}
