import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { intake } from "./support/client.ts";
import { startTestProgram, type TestProgram } from "./support/test-program.ts";
import { makeWebRoot } from "./support/web-root.ts";

/** Links of the visitor area as mail programs break them: a person gets a page, never JSON. */
let program: TestProgram;
let webRoot: string;
beforeAll(async () => {
  webRoot = await makeWebRoot();
  program = await startTestProgram({ webRoot });
});
afterAll(async () => {
  await program.stop();
  await rm(webRoot, { recursive: true });
});

const encoded = encodeOrderId(100_046);
const open = (path: string) => fetch(program.address + path, { redirect: "manual", headers: { accept: "text/html" } });

it.each([
  ["/track-order/%E0%A4%A", "/track-order"],
  ["/get-new-order-details/%", "/track-order"],
  ["/%E0%A4%A", "/track-order"],
  ["/admin/view-order/%E0%A4%A", "/admin"],
  [`/track-order/${encoded}/`, `/track-order/${encoded}`],
  [`/track-order/${encoded}/more/of/it`, `/track-order/${encoded}`],
  [`/get-new-order-details/${encoded}/`, `/get-new-order-details/${encoded}`],
  ["/track-order/nonsense/", "/track-order"],
])("%s leads to %s", async (path, location) => {
  const response = await open(path);
  expect([response.status, response.headers.get("location")]).toEqual([303, location]);
});

it.each([
  ...[
    `/track-order/${encoded})`,
    `/track-order/${encoded}.`,
    `/track-order/${encoded}%20`,
    `/track-order/${encoded}?fbclid=1`,
  ],
  ...["/track-order/", "/track-order/nonsense", "/track-order?x=%E0%A4%A"],
])("%s opens the form", async (path) => {
  const response = await open(path);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
});

const prove = (form: string | Uint8Array<ArrayBuffer>, type = "application/x-www-form-urlencoded") =>
  fetch(`${program.address}/track-order`, {
    method: "POST",
    redirect: "manual",
    headers: { accept: "text/html", "content-type": type, origin: program.address },
    body: form,
  });

it("a link that a mail program has wrapped is taken as the order id", async () => {
  const { order_id: orderId } = await intake(program);
  const page = encodeURIComponent(`https://desk.example/track-order/${encodeOrderId(orderId)}`);
  const wrapped = `https://links.mail.example/?url=${page}&data=${"x".repeat(600)}`;
  const form = new URLSearchParams({ orderId: wrapped, email: "traveller@example.com" });
  const response = await prove(form.toString());
  const place = `/get-new-order-details/${encodeOrderId(orderId)}`;
  expect([response.status, response.headers.get("location")]).toEqual([303, place]);
});

it.each([
  "email=jos%E9%40example.com&orderId=1",
  new Uint8Array(Buffer.from("orderId=1&email=jos\u00e9@example.com", "latin1")),
])("a form that is not UTF-8 is answered with a page: %s", async (form) => {
  const response = await prove(form);
  expect([response.status, response.headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"]);
});

it("a malformed call gets its refusal", async () => {
  const response = await open("/api/admin/documents/%E0%A4%A");
  expect([response.status, (await response.json()).code]).toEqual([400, "invalid_input"]);
});
