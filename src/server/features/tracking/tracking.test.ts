import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { TRACKING_MESSAGES } from "#contract/tracking/messages.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import { type DocumentFixture, openFixture } from "#test/support/document-fixture.ts";
import { png } from "#test/support/image-files.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { SOON } from "#test/support/wait-limits.ts";

const { trackEmailRequired, trackFound, trackNotFound, trackOrderIdRequired, visitorNoGrant } = VISITOR_MESSAGES;
const { downloadRecorded, downloadUnknownFile, visitorOtherOrder } = TRACKING_MESSAGES;

const BROWSER =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
const EMAIL = "traveller@example.com";
const card = plainPdf("Arrival card");
let fixture: DocumentFixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

interface Caller {
  cookies?: Record<string, string>;
  headers?: Record<string, string>;
}

async function call(route: string, body: object, { cookies = {}, headers = {} }: Caller = {}) {
  const pairs = Object.entries(cookies).map((pair) => pair.join("="));
  const response = await fetch(`${fixture.address}/api/front/${route}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "user-agent": BROWSER,
      cookie: pairs.join("; "),
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return { code: response.status, body: await response.json(), setCookies: response.headers.getSetCookie() };
}

const cookiesOf = (setCookies: string[]) =>
  Object.fromEntries(setCookies.map((line) => (line.split(";")[0] ?? "").split("=", 2) as [string, string]));

async function track(orderId: number | string, caller: Caller = {}) {
  const answer = await call("track-order", { orderId, email: EMAIL }, caller);
  return { ...answer, cookies: cookiesOf(answer.setCookies) };
}
const withHeader = (cookies: Record<string, string>): Caller => ({
  cookies,
  headers: { "x-xsrf-token": cookies["XSRF-TOKEN"] ?? "" },
});

async function withDocument(content = card) {
  const orderId = await fixture.addOrder();
  const { document } = await fixture.documents.upload(fixture.actor, async () => ({
    fields: { orderId, email: EMAIL, mailServiceProvider: "AWS", reason: null },
    file: { content, sha256: Buffer.alloc(32), originalName: "card.pdf" },
  }));
  return { orderId, file1: document.file1, documentId: document.id };
}

const fileAddress = (name: string) => `${fixture.address}/uploads/docs/${name}`;
const get = (name: string, cookies: Record<string, string>, headers: Record<string, string> = {}, method = "GET") =>
  fetch(fileAddress(name), {
    method,
    headers: { "user-agent": BROWSER, cookie: `visitor=${cookies.visitor}`, ...headers },
  });
const downloads = (orderId: number) => fixture.downloads(orderId);

describe("tracking an order", () => {
  it("sets an HttpOnly cookie and one readable by our page, for half an hour @7-039", async () => {
    const orderId = await fixture.addOrder();
    for (const form of [orderId, String(orderId), encodeOrderId(orderId)]) {
      const { code, body, setCookies } = await track(form);
      expect([code, body.message, body.data]).toEqual([200, trackFound, null]);
      const [visitor, xsrf] = ["visitor=", "XSRF-TOKEN="].map((start) =>
        setCookies.find((line) => line.startsWith(start)),
      );
      expect(visitor).toMatch(/^visitor=[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; SameSite=Strict$/);
      expect(xsrf).toMatch(/^XSRF-TOKEN=[\w-]{43}; Max-Age=1800; Path=\/; SameSite=Strict$/);
    }
    expect((await fixture.events(orderId))[0]).toMatchObject({
      type: "tracked",
      actorId: null,
      data: { ip: "127.0.0.1", user_agent: BROWSER },
    });
    const rows = await fixture.pool.query(
      "select encode(token_hash, 'hex') as hash from visitor_grants where order_id = $1",
      [orderId],
    );
    expect(rows.rows).toHaveLength(3);
  });

  it("answers every wrong input with the same refusal @1-014 @6-011", async () => {
    const known = await fixture.addOrder();
    const wrong: [string | number, string][] = [
      [known, "other@example.com"],
      [999_999_999, EMAIL],
      ["not an id", EMAIL],
      ["MjQ2OQ", EMAIL],
      [await fixture.addOrder({ status: "Deleted" }), EMAIL],
      [await fixture.addOrder({ purgedAt: new Date(), email: null, emailKey: "" }), EMAIL],
    ];
    const tried = vi.spyOn(fixture.limits, "tracking");
    for (const [orderId, email] of wrong) {
      const { code, body, setCookies } = await call("track-order", { orderId, email });
      const { requestId: _requestId, ...refusal } = body;
      expect([code, setCookies]).toEqual([404, []]);
      expect(refusal).toEqual({ status: 0, code: "not_found", message: trackNotFound });
    }
    expect(tried).toHaveBeenCalledTimes(wrong.length);
    expect(tried).toHaveBeenNthCalledWith(3, { ip: "127.0.0.1", emailKey: EMAIL, orderId: null });
  });

  it("names the empty field, and refuses beyond the limit before it checks", async () => {
    expect((await call("track-order", { orderId: " ", email: EMAIL })).body.message).toBe(trackOrderIdRequired);
    expect((await call("track-order", { orderId: 1, email: "" })).body.message).toBe(trackEmailRequired);
    vi.spyOn(fixture.limits, "tracking").mockRejectedValueOnce(new AppError("rate_limited", MESSAGES.rateLimited));
    expect((await track(await fixture.addOrder())).code).toBe(429);
  });

  it("moves the grants of a cookie (a family) to a new cookie, and invalidates the old one", async () => {
    const [one, two] = [await fixture.addOrder(), await fixture.addOrder()];
    const first = await track(one);
    const second = await track(two, { cookies: first.cookies });
    expect(second.cookies.visitor).not.toBe(first.cookies.visitor);
    for (const orderId of [one, two]) {
      expect((await call("get-download-history", { orderId }, withHeader(second.cookies))).code).toBe(200);
      expect((await call("get-download-history", { orderId }, withHeader(first.cookies))).code).toBe(401);
    }
    const invented = await track(one, { cookies: { visitor: "A".repeat(43) } });
    expect(invented.cookies.visitor).not.toBe("A".repeat(43));
  });

  it("moves no expired grant", async () => {
    const [one, two] = [await fixture.addOrder(), await fixture.addOrder()];
    const first = await track(one);
    const startedAt = fixture.clock.at;
    try {
      fixture.clock.at = new Date(startedAt.getTime() + 31 * 60_000);
      const second = await track(two, { cookies: first.cookies });
      expect((await call("get-download-history", { orderId: two }, withHeader(second.cookies))).code).toBe(200);
      expect((await call("get-download-history", { orderId: one }, withHeader(second.cookies))).code).toBe(403);
    } finally {
      fixture.clock.at = startedAt;
    }
  });
});

describe("leaving", () => {
  it("deletes the grants, clears both cookies and the browser's cache, and keeps staff signed in", async () => {
    const orderId = await fixture.addOrder();
    const { cookies } = await track(orderId);
    const response = await fetch(`${fixture.address}/api/front/leave`, {
      method: "POST",
      headers: { cookie: `visitor=${cookies.visitor}; XSRF-TOKEN=${cookies["XSRF-TOKEN"]}` },
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ status: 1, message: VISITOR_MESSAGES.visitorLeft });
    expect(response.headers.get("clear-site-data")).toBe('"cache"');
    const cleared = response.headers.getSetCookie().map((line) => line.replace(/Expires=[^;]+; /, ""));
    expect(cleared).toEqual([
      expect.stringMatching(/^visitor=; Max-Age=0; Path=\/; /),
      expect.stringMatching(/^XSRF-TOKEN=; Max-Age=0; Path=\/; /),
    ]);
    expect((await call("get-download-history", { orderId }, withHeader(cookies))).code).toBe(401);
  });

  it("works without a cookie", async () => {
    expect((await fetch(`${fixture.address}/api/front/leave`, { method: "POST" })).status).toBe(200);
  });
});

describe("a visitor's calls", () => {
  it("need a valid cookie, its matching header, and an order with a grant @1-017 @2-156 @7-050", async () => {
    const [own, other] = [await fixture.addOrder(), await fixture.addOrder()];
    const { cookies } = await track(own);
    const stranger = await track(other);
    const history = (orderId: number, caller: Caller) => call("get-download-history", { orderId }, caller);
    const none = await history(own, {});
    expect([none.code, none.body.message]).toEqual([401, visitorNoGrant]);
    for (const header of ["", "x", stranger.cookies["XSRF-TOKEN"] ?? ""]) {
      const { code, body } = await history(own, { cookies, headers: { "x-xsrf-token": header } });
      expect([code, body.code]).toEqual([403, "xsrf"]);
    }
    for (const site of ["cross-site", "same-site"]) {
      const elsewhere = { ...withHeader(cookies).headers, "sec-fetch-site": site };
      expect((await history(own, { cookies, headers: elsewhere })).code, site).toBe(403);
    }
    const foreign = await history(other, withHeader(cookies));
    expect([foreign.code, foreign.body.message]).toEqual([403, visitorOtherOrder]);
    fixture.advance(30 * 60_000);
    expect((await history(own, withHeader(cookies))).code).toBe(401);
    await fixture.tracking.pruneGrants();
    expect(
      (await fixture.pool.query("select 1 from visitor_grants where expires_at <= $1", [fixture.clock.at])).rows,
    ).toEqual([]);
  });

  it("show the current document and every download by a person, newest first @1-016", async () => {
    const { orderId, file1 } = await withDocument();
    const { cookies } = await track(orderId);
    const record = (timezone?: string) =>
      call("download-passport-doc-pdf", { orderId, customername: "customer", file1, timezone }, withHeader(cookies));
    expect((await record("Asia/Colombo")).body).toMatchObject({ status: 1, message: downloadRecorded });
    await record();
    await get(`${orderId}_${file1}`, cookies, {}, "HEAD");
    const { body } = await call("get-download-history", { orderId: encodeOrderId(orderId) }, withHeader(cookies));
    expect(body.mainResult).toEqual({ order_id: orderId, process_status: "New", refund_date: null });
    expect(body.path).toEqual({ file1 });
    const entry = {
      order_id: orderId,
      ip: "127.0.0.1",
      browser: "Chrome-126.0.0.0-Unknown-desktop",
      os: "Windows NT 10.0",
    };
    expect(body.data).toMatchObject([
      { ...entry, timezone: null },
      { ...entry, timezone: "Asia/Colombo" },
    ]);
    expect(Object.keys(body.data[0]).sort()).toEqual(["browser", "create_ts", "ip", "order_id", "os", "timezone"]);
  });

  it("have no file before there is a document, and only the current one", async () => {
    const empty = await fixture.addOrder();
    const { cookies } = await track(empty);
    expect((await call("get-download-history", { orderId: empty }, withHeader(cookies))).body.path).toEqual({
      file1: null,
    });
    const { orderId, file1 } = await withDocument();
    const visitor = (await track(orderId)).cookies;
    await fixture.documents.upload(fixture.actor, async () => ({
      fields: { orderId, email: EMAIL, mailServiceProvider: "AWS", reason: null },
      file: { content: png(), sha256: Buffer.alloc(32, 1), originalName: "card.png" },
    }));
    const old = await call("download-passport-doc-pdf", { orderId, file1 }, withHeader(visitor));
    expect([old.code, old.body.message]).toEqual([404, downloadUnknownFile]);
    for (const unknown of ["", "../../etc/passwd", "no such file.pdf", "\u0000", "x".repeat(200)]) {
      const answer = await call("download-passport-doc-pdf", { orderId, file1: unknown }, withHeader(visitor));
      expect([unknown, answer.code, answer.body.message]).toEqual([unknown, 404, downloadUnknownFile]);
    }
    for (const none of [undefined, null, 1, ["card.pdf"], "x".repeat(201)]) {
      const answer = await call("download-passport-doc-pdf", { orderId, file1: none }, withHeader(visitor));
      expect([answer.code, answer.body.code]).toEqual([400, "invalid_input"]);
    }
    expect((await get(`${orderId}_${file1}`, visitor)).status).toBe(404);
    expect((await get(`${orderId}_arrival-card-v2.png`, visitor)).status).toBe(200);
  });
});

describe("the file", () => {
  it("is sent in full, as an attachment, and completes the recorded download", async () => {
    const { orderId, file1 } = await withDocument();
    const { cookies } = await track(orderId);
    await call("download-passport-doc-pdf", { orderId, file1 }, withHeader(cookies));
    expect(await downloads(orderId)).toMatchObject([{ completed_at: null, automated: false }]);
    const response = await get(`${orderId}_${file1}`, cookies, { range: "bytes=0-9" });
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(card);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-length": String(card.length),
      "content-disposition": `attachment; filename="${orderId}_${file1}"`,
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "content-security-policy": "sandbox; default-src 'none'",
    });
    const entry = { completed_at: fixture.clock.at.toISOString(), user_agent: BROWSER, file1 };
    await eventually(async () => expect(await downloads(orderId)).toMatchObject([entry]));
    expect((await fixture.events(orderId)).map(({ type }) => type).slice(-2)).toEqual([
      "download-started",
      "download-completed",
    ]);
  });

  it("is not found for everyone else, with the message of any missing page", async () => {
    const { orderId, file1 } = await withDocument();
    const stranger = (await track(await fixture.addOrder())).cookies;
    const { cookies } = await track(orderId);
    const name = `${orderId}_${file1}`;
    const answers = [
      await get(name, {}),
      await get(name, stranger),
      await get(`${orderId}_other.pdf`, cookies),
      await get(`${orderId}_..%2f${file1}`, cookies),
      await get(`x_${file1}`, cookies),
      await get("nothing", cookies),
    ];
    for (const answer of answers) {
      const { requestId: _requestId, ...body } = (await answer.json()) as Record<string, unknown>;
      expect([answer.status, body]).toEqual([404, { status: 0, message: MESSAGES.notFound, code: "not_found" }]);
    }
    await fixture.pool.query("update orders set status = 'Deleted' where id = $1", [orderId]);
    expect((await get(name, cookies)).status).toBe(404);
    expect(await downloads(orderId)).toEqual([]);
  });

  it("that is aborted midway stays incomplete, and the next request completes it", async () => {
    const content = Buffer.concat([png(), Buffer.alloc(9_900_000)]);
    const { orderId, file1 } = await withDocument(content);
    const { cookies } = await track(orderId);
    await call("download-passport-doc-pdf", { orderId, file1 }, withHeader(cookies));
    await new Promise<void>((resolve, reject) => {
      const headers = { cookie: `visitor=${cookies.visitor}`, "user-agent": BROWSER };
      const call = httpRequest(fileAddress(`${orderId}_${file1}`), { headers }, (response) => {
        response.once("data", () => {
          response.destroy();
          resolve();
        });
      });
      call.on("error", reject).end();
    });
    await eventually(async () => expect(await connections()).toBe(0));
    await fixture.tracking.settled();
    expect(await downloads(orderId)).toMatchObject([{ completed_at: null }]);
    await (await get(`${orderId}_${file1}`, cookies)).arrayBuffer();
    const completed = [{ completed_at: fixture.clock.at.toISOString() }];
    await eventually(async () => expect(await downloads(orderId)).toMatchObject(completed));
  });

  it("requested by HEAD, by prefetch or by a program is stored as automated @2-137", async () => {
    const { orderId, file1 } = await withDocument();
    const { cookies } = await track(orderId);
    const name = `${orderId}_${file1}`;
    const head = await get(name, cookies, {}, "HEAD");
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(card.length)]);
    await (await get(name, cookies, { "sec-purpose": "prefetch;prerender" })).arrayBuffer();
    await (await get(name, cookies, { "user-agent": "curl/8.5.0" })).arrayBuffer();
    await fixture.tracking.settled();
    expect((await downloads(orderId)).map(({ automated }) => automated)).toEqual([true, true, true]);
    expect((await fixture.events(orderId)).map(({ type }) => type)).not.toContain("download-started");
  });

  it("fetched by prefetch does not complete a person's download", async () => {
    const { orderId, file1 } = await withDocument();
    const { cookies } = await track(orderId);
    await call("download-passport-doc-pdf", { orderId, file1 }, withHeader(cookies));
    await (await get(`${orderId}_${file1}`, cookies, { purpose: "prefetch" })).arrayBuffer();
    const completed_at = fixture.clock.at.toISOString();
    const rows = [
      { automated: true, completed_at },
      { automated: false, completed_at: null },
    ];
    await eventually(async () => expect(await downloads(orderId)).toMatchObject(rows));
  });

  it("requested without a recent click on the button makes a new download", async () => {
    const { orderId, file1 } = await withDocument();
    const { cookies } = await track(orderId);
    await call("download-passport-doc-pdf", { orderId, file1 }, withHeader(cookies));
    fixture.advance(10 * 60_000 + 1);
    await (await get(`${orderId}_${file1}`, cookies)).arrayBuffer();
    const rows = [
      { automated: false, completed_at: fixture.clock.at.toISOString() },
      { automated: false, completed_at: null },
    ];
    await eventually(async () => expect(await downloads(orderId)).toMatchObject(rows));
  });

  it("that is truncated in the storage is not served", async () => {
    const { orderId, file1 } = await withDocument();
    const { cookies } = await track(orderId);
    await fixture.pool.query("update documents set bytes = bytes + 1 where order_id = $1", [orderId]);
    expect((await get(`${orderId}_${file1}`, cookies)).status).toBe(503);
    expect(await downloads(orderId)).toEqual([]);
  });
});

/** The server records a complete download shortly after the caller has received it. */
const eventually = (assertion: () => Promise<void>) => vi.waitFor(assertion, SOON);

/** Requests that the server is still processing. */
const connections = () =>
  new Promise<number>((resolve, reject) => {
    fixture.app.server.closeIdleConnections();
    fixture.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

it("an order id is taken as customers copy and type it", async () => {
  const orderId = await fixture.addOrder();
  const spaced = String(orderId).replace(/(\d{3})$/, " $1");
  for (const typed of [`#${orderId}`, `Order ${orderId}.`, `No. ${spaced}`, `${encodeOrderId(orderId)})`]) {
    expect([typed, (await track(typed)).code]).toEqual([typed, 200]);
  }
});

it.each([
  ["anna@bücher.example", "anna@bücher.example", "anna@xn--bcher-kva.example"],
  ["anna@xn--bcher-kva.example", "anna@xn--bcher-kva.example", "Anna@Bücher.example"],
  ["traveller@example.com", "traveller@example.com", "\u200bTraveller@example.com\u00a0"],
])("an address is the same in each form of its domain and without what nobody sees: %s", async (email, key, typed) => {
  const orderId = await fixture.addOrder({ email, emailKey: key });
  expect((await call("track-order", { orderId, email: typed })).code).toBe(200);
  expect((await call("track-order", { orderId, email: typed.replace("@", "x@") })).code).toBe(404);
});
