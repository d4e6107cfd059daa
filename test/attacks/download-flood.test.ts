import { afterAll, beforeAll, expect, it } from "vitest";
import { DOWNLOADS_SHOWN, type DownloadEntry } from "#contract/downloads/downloads.ts";
import type { PackFacts } from "#server/features/packs/pack-facts.ts";
import { call, intake } from "../support/client.ts";
import { plainPdf } from "../support/plain-pdf.ts";
import { startTestProgram, type TestProgram } from "../support/test-program.ts";

/** A visitor floods their own order with downloads, which are evidence in a dispute. */
const EMAIL = "flooding@example.com";
const BROWSER = "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
let program: TestProgram;
let token: string;
let renderedFacts: PackFacts | undefined;

beforeAll(async () => {
  program = await startTestProgram({
    environment: { TRUSTED_PROXIES: "127.0.0.1" },
    services: {
      packRenderer: {
        render: async (facts) => {
          renderedFacts = facts;
          return { bytes: plainPdf("page"), pages: 1 };
        },
        close: async () => undefined,
      },
    },
  });
  token = await program.signIn("Manager");
});
afterAll(() => program.stop());

async function orderWithDocument() {
  const { order_id: orderId } = await intake(program, { email: EMAIL });
  const form = new FormData();
  for (const [key, value] of Object.entries({ orderId, email: EMAIL, mailServiceProvider: "AWS" })) {
    form.append(key, String(value));
  }
  form.append("uploadVisaDoc", new Blob([new Uint8Array(plainPdf("Arrival card"))]), "card.pdf");
  const response = await fetch(`${program.address}/api/admin/upload-visa-document`, {
    method: "POST",
    headers: { authorization: token },
    body: form,
  });
  expect(response.status, await response.clone().text()).toBe(200);
  return orderId;
}

async function visit(orderId: number, ip: string, cookie = "") {
  const from = { "x-forwarded-for": ip, "user-agent": BROWSER };
  const tracked = await call(program.address, "POST", "/api/front/track-order", {
    body: { orderId, email: EMAIL },
    headers: { ...from, cookie },
  });
  const cookies = tracked.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  const xsrf = cookies.find((each) => each.startsWith("XSRF-TOKEN="))?.slice("XSRF-TOKEN=".length) ?? "";
  const headers = { ...from, cookie: cookies.join("; "), "x-xsrf-token": xsrf };
  const file1 = "arrival-card-v1.pdf";
  return {
    cookie: headers.cookie,
    announce: async (agent = BROWSER) => {
      const { code } = await call(program.address, "POST", "/api/front/download-passport-doc-pdf", {
        body: { orderId, file1 },
        headers: { ...headers, "user-agent": agent },
      });
      expect(code).toBe(200);
    },
    fetch: async (method = "GET") => {
      const response = await fetch(`${program.address}/uploads/docs/${orderId}_${file1}`, { method, headers });
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    },
  };
}

async function details(orderId: number) {
  const { body } = await call<{ downloadHistory: DownloadEntry[]; timeline: { type: string }[] }>(
    program.address,
    "GET",
    `/api/admin/get-orders-details/${orderId}`,
    { token },
  );
  const { downloadHistory, timeline } = body.data;
  const byPeople = downloadHistory.filter(({ automated }) => !automated);
  const started = byPeople.reduce((sum, { more }) => sum + 1 + (more ?? 0), 0);
  return { downloadHistory, byPeople, started, events: timeline.filter(({ type }) => type === "download-started") };
}

it("writes twenty rows an hour and one that counts the rest, for any user agent and number of grants", async () => {
  const orderId = await orderWithDocument();
  const first = await visit(orderId, "203.0.113.7");
  for (let n = 0; n < 60; n += 1) await first.announce(`${BROWSER} ${n}`);
  const again = await visit(orderId, "203.0.113.7");
  for (let n = 0; n < 5; n += 1) await again.announce();
  // Another network, with the same grant in a new cookie.
  const moved = await visit(orderId, "198.51.100.9", again.cookie);
  await moved.announce();
  const flooded = await details(orderId);
  expect([flooded.byPeople.length, flooded.started, flooded.events.length]).toEqual([22, 66, 22]);
  expect(flooded.byPeople.map(({ more }) => more).filter((more) => more > 0)).toEqual([44]);

  const other = await visit(orderId, "192.0.2.1");
  await other.announce();
  expect((await details(orderId)).byPeople[0]).toMatchObject({ ip: "192.0.2.1", more: 0 });
});

it("is limited for HEAD requests too", async () => {
  const orderId = await orderWithDocument();
  const visitor = await visit(orderId, "203.0.113.7");
  for (let n = 0; n < 40; n += 1) await visitor.fetch("HEAD");
  const { downloadHistory } = await details(orderId);
  expect([downloadHistory.length, downloadHistory[0]?.more]).toEqual([21, 19]);
});

it("is counted correctly in a pack, by complete and incomplete downloads", async () => {
  const orderId = await orderWithDocument();
  const visitor = await visit(orderId, "203.0.113.7");
  for (let n = 0; n < 25; n += 1) {
    await visitor.announce();
    if (n < 23) await visitor.fetch();
  }
  await expect.poll(async () => (await details(orderId)).byPeople[0]?.more_completed).toBe(2);
  const { byPeople } = await details(orderId);
  expect([byPeople.length, byPeople[0]?.more]).toEqual([21, 4]);
  const response = await fetch(`${program.address}/api/admin/get-defence-pack-pdf`, {
    method: "POST",
    headers: { authorization: token, "content-type": "application/json" },
    body: JSON.stringify({ orderId, defencePackType: 1, overrideReason: "A test" }),
  });
  expect(response.status).toBe(200);
  expect(renderedFacts?.downloads).toHaveLength(21);
  expect(renderedFacts?.leftOut).toEqual({ automated: 0, incomplete: 2, repeated: 2 });
});

it("shows staff the newest 200", async () => {
  const orderId = await orderWithDocument();
  await program.database.pool.query(
    `insert into downloads (order_id, document_id, created_at, ip, browser, os, user_agent, is_automated)
     select $1, (select id from documents where order_id = $1), now(), '192.0.2.1', 'a-b-c-d', 'os', 'ua', false
     from generate_series(1, 250)`,
    [orderId],
  );
  const { downloadHistory } = await details(orderId);
  expect(downloadHistory).toHaveLength(DOWNLOADS_SHOWN);
  const ids = downloadHistory.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
});
