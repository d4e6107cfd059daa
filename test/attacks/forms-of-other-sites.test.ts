import { rm } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { orderEvents, visitorGrants } from "#server/platform/db/schema.ts";
import { call, intake } from "../support/client.ts";
import { startTestProgram, type TestProgram } from "../support/test-program.ts";
import { makeWebRoot } from "../support/web-root.ts";

/** The visitor's forms carry no token: their origin is all that tells ours from another site's. */
let program: TestProgram;
let proxied: TestProgram;
let webRoot: string;
beforeAll(async () => {
  webRoot = await makeWebRoot();
  program = await startTestProgram({ webRoot });
  proxied = await startTestProgram({ webRoot, environment: { PUBLIC_URL: "https://track.example" } });
});
afterAll(async () => {
  await program.stop();
  await proxied.stop();
  await rm(webRoot, { recursive: true });
});

type Headers_ = Record<string, string>;
const OWN = { "sec-fetch-site": "same-origin" };

async function send(path: string, fields: Record<string, string>, headers: Headers_, at = program) {
  const body = new URLSearchParams(fields);
  const response = await fetch(at.address + path, { method: "POST", body, headers, redirect: "manual" });
  return { response, text: await response.text() };
}

const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");

describe("a form of the visitor area", () => {
  const foreign: [string, Headers_][] = [
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a neighbouring host", { "sec-fetch-site": "same-site" }],
    ["no page at all", { "sec-fetch-site": "none" }],
    ["another site that claims our origin", { "sec-fetch-site": "cross-site", origin: "OWN" }],
    ["another site, in a browser without Sec-Fetch-Site", { origin: "https://elsewhere.example" }],
    ["a sandboxed frame, in a browser without Sec-Fetch-Site", { origin: "null" }],
    ["another port of our host", { origin: "http://127.0.0.1:1" }],
    ["a program that names no origin", {}],
  ];

  it.each(foreign)("is refused from %s", async (_from, headers) => {
    const email = "forged@example.com";
    const { order_id: orderId } = await intake(program, { email });
    const sent = { ...headers, ...(headers.origin === "OWN" && { origin: program.address }) };
    const { response, text } = await send("/track-order", { orderId: String(orderId), email }, sent);
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    // What another site filled in is not shown as the visitor's own entry.
    expect(text).toContain('"notice":"proveAgain"');
    expect(text).not.toContain(email);
    expect(await program.db.select().from(visitorGrants).where(eq(visitorGrants.orderId, orderId))).toEqual([]);
  });

  it.each([
    ["Sec-Fetch-Site", () => OWN],
    ["Origin", (at: TestProgram) => ({ origin: at === proxied ? "https://track.example" : at.address })],
  ] as const)("is accepted from our own page by %s, and recorded as the call is", async (_by, headersFor) => {
    for (const at of [program, proxied]) {
      const email = "own@example.com";
      const { order_id: orderId } = await intake(at, { email });
      const headers = { ...headersFor(at), "user-agent": "Mozilla/5.0 (phone)" };
      const { response } = await send("/track-order", { orderId: ` ${orderId} `, email }, headers, at);
      const order = `/get-new-order-details/${encodeOrderId(orderId)}`;
      expect([response.status, response.headers.get("location")]).toEqual([303, order]);
      const [visitor = "", xsrf = ""] = response.headers.getSetCookie();
      expect(visitor).toMatch(/visitor=[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly;( Secure;)? SameSite=Strict$/);
      expect(xsrf).toMatch(/^XSRF-TOKEN=/);
      const [grant] = await at.db.select().from(visitorGrants).where(eq(visitorGrants.orderId, orderId));
      expect(grant).toMatchObject({ ip: "127.0.0.1", userAgent: "Mozilla/5.0 (phone)" });
      const events = await at.db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId));
      expect(events.map(({ type }) => type)).toContain("tracked");
      const page = await fetch(at.address + order, { headers: { cookie: cookieOf(response) } });
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(`"order_id":${orderId}`)]);
    }
  });

  it("ends a visit only from our own page", async () => {
    const email = "leaving@example.com";
    const { order_id: orderId } = await intake(program, { email });
    const { response } = await send("/track-order", { orderId: String(orderId), email }, OWN);
    const cookie = cookieOf(response);
    const grants = () => program.db.select().from(visitorGrants).where(eq(visitorGrants.orderId, orderId));
    expect((await send("/leave-visit", {}, { cookie, "sec-fetch-site": "cross-site" })).response.status).toBe(403);
    expect(await grants()).toHaveLength(1);
    const left = await send("/leave-visit", {}, { cookie, ...OWN });
    expect([left.response.status, left.response.headers.get("location")]).toEqual([303, "/track-order?left"]);
    expect(await grants()).toEqual([]);
  });

  it("shares its rate limit with the call", async () => {
    const { order_id: orderId } = await intake(program, { email: "limited@example.com" });
    const fields = { orderId: String(orderId), email: "guess@example.com" };
    const codes: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const isForm = attempt % 2 === 0;
      codes.push(
        isForm
          ? (await send("/track-order", fields, OWN)).response.status
          : (await call(program.address, "POST", "/api/front/track-order", { body: fields })).code,
      );
    }
    expect(codes).toEqual([...Array(10).fill(404), 429, 429]);
    const { response, text } = await send("/track-order", fields, OWN);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(text).toContain('"kind":"wait"');
  });

  it("is no body for a call of the API", async () => {
    const body = new URLSearchParams({ orderId: "100001", email: "a@example.com" });
    const response = await fetch(`${program.address}/api/front/track-order`, { method: "POST", body, headers: OWN });
    expect(response.status).toBe(415);
  });

  it("is refused when it is larger than a form can be", async () => {
    const { response } = await send("/track-order", { orderId: "1".repeat(5000), email: "a@example.com" }, OWN);
    expect(response.status).toBe(413);
  });
});

describe("the language menu without script", () => {
  const choose = (path: string, at = program) => fetch(at.address + path, { redirect: "manual" });

  it("remembers the language and returns to the same page", async () => {
    const response = await choose("/track-order?language=ar");
    expect([response.status, response.headers.get("location")]).toEqual([303, "/track-order"]);
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toBe("language=ar; Max-Age=31536000; Path=/; SameSite=Lax");
    const page = await fetch(`${program.address}/track-order`, { headers: { cookie: "language=ar" } });
    expect(await page.text()).toContain('"language":"ar"');
  });

  it("sends its cookie over https only, where the service is", async () => {
    const [cookie] = (await choose("/track-order?language=ar", proxied)).headers.getSetCookie();
    expect(cookie).toBe("language=ar; Max-Age=31536000; Path=/; Secure; SameSite=Lax");
  });

  it.each(["//elsewhere.example", "/%5C%5Celsewhere.example", "/\\elsewhere.example"])(
    "does not redirect to another host by %s",
    async (path) => {
      const response = await choose(`${path}?language=de`);
      const location = response.headers.get("location") ?? "";
      expect(new URL(location, program.address).origin).toBe(program.address);
    },
  );

  it("ignores a language that does not exist", async () => {
    const response = await choose('/track-order?language="><script>');
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, []]);
    expect(await response.text()).toContain('"language":"en"');
  });
});

it("an order's page without a grant is the form, and does not say whether the order exists", async () => {
  const { order_id: orderId } = await intake(program, { email: "hidden@example.com" });
  const pages = await Promise.all(
    [orderId, 999_999_999].map(async (id) => {
      const response = await fetch(`${program.address}/get-new-order-details/${encodeOrderId(id)}`);
      return [response.status, (await response.text()).replace(encodeOrderId(id), "ID")];
    }),
  );
  expect(pages[0]?.[0]).toBe(401);
  expect(pages[0]).toEqual(pages[1]);
});
