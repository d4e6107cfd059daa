import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { uploadPath } from "#contract/served-name.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import type { Load } from "../measure.ts";
import { completedOrder } from "./order-ids.ts";

/** A customer who proved the e-mail address of an order. */
export interface Visitor {
  orderId: number;
  email: string;
  headers: Record<string, string>;
  /** Address of the order's document. */
  file: string;
}

/** One for each connection. Also writes the files of their documents, which the data set has no files for. */
export async function openVisitors(address: string, dataDir: string, orders: number): Promise<Visitor[]> {
  return await Promise.all(Array.from({ length: 20 }, (_, index) => openVisitor(address, dataDir, orders, index)));
}

async function openVisitor(address: string, dataDir: string, orders: number, index: number): Promise<Visitor> {
  const orderId = completedOrder(index * 7919, orders);
  const email = orderId % 200 === 0 ? "agency@example.com" : `traveller${orderId - 100_000}@example.com`;
  const tracked = await post(`${address}/api/front/track-order`, {}, { orderId: encodeOrderId(orderId), email });
  const cookies = tracked.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  const xsrf = cookies.find((cookie) => cookie.startsWith("XSRF-TOKEN="))?.split("=")[1] ?? "";
  const headers = { ...JSON_BODY, cookie: cookies.join("; "), "x-xsrf-token": decodeURIComponent(xsrf) };
  const history = await post(`${address}/api/front/get-download-history`, headers, { orderId: encodeOrderId(orderId) });
  const { path: served } = (await history.json()) as { path: { file1: string | null } };
  if (served.file1 === null) throw new Error(`order ${orderId} has no document: ${history.status}`);
  const key = createHash("md5").update(String(orderId)).digest("hex");
  const folder = path.join(dataDir, "files", "documents");
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, key), Buffer.alloc(DOCUMENT_BYTES, plainPdf("card")));
  return { orderId, email, headers, file: uploadPath(orderId, served.file1) };
}

/** As the data set says. */
const DOCUMENT_BYTES = 24_000;
const JSON_BODY = { "content-type": "application/json" };

function post(url: string, headers: Record<string, string>, body: object): Promise<Response> {
  return fetch(url, { method: "POST", headers: { ...JSON_BODY, ...headers }, body: JSON.stringify(body) });
}

/** What a customer does: prove the address, read the page, download. */
export function visitorLoads(visitors: readonly Visitor[]): Record<string, Load> {
  const each =
    (request: (visitor: Visitor) => ReturnType<Load>[number]): Load =>
    (connection) => {
      const visitor = visitors[connection % visitors.length];
      return visitor === undefined ? [] : [request(visitor)];
    };
  const body = ({ orderId }: Visitor, more: object) => JSON.stringify({ orderId: encodeOrderId(orderId), ...more });
  return {
    "customer: track": each((visitor) => ({
      method: "POST",
      path: "/api/front/track-order",
      headers: JSON_BODY,
      body: body(visitor, { email: visitor.email }),
    })),
    "customer: download history": each((visitor) => ({
      method: "POST",
      path: "/api/front/get-download-history",
      headers: visitor.headers,
      body: body(visitor, {}),
    })),
    "customer: the document": each(({ file, headers }) => ({ method: "GET", path: file, headers })),
  };
}
