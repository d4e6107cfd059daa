// The whole program with its files in a bucket.

import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openS3FileStore } from "#server/platform/files/s3-file-store.ts";
import { parseS3Url } from "#server/platform/files/s3-location.ts";
import { call, intake } from "./support/client.ts";
import { put } from "./support/orders.ts";
import { plainPdf } from "./support/plain-pdf.ts";
import { type S3Fault, type S3Peer, startS3Peer } from "./support/s3-peer.ts";
import { startTestProgram, type TestProgram } from "./support/test-program.ts";
import { proveAddress } from "./support/visits.ts";
import { SOON } from "./support/wait-limits.ts";

const EMAIL = "traveller@example.com";
const BROWSER = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36";
/** Made large by white space after its end. */
const card = Buffer.concat([plainPdf("Arrival card"), Buffer.alloc(400_000, "\n")]);

let peer: S3Peer;
let program: TestProgram;
let admin: string;

beforeAll(async () => {
  peer = await startS3Peer();
  program = await startTestProgram({ environment: { STORAGE_URL: `${peer.url}/desk?region=eu-west-1` } });
  admin = await program.signIn("Admin");
});
beforeEach(() => {
  peer.fault = () => undefined;
});
afterAll(async () => {
  await program.stop();
  await peer.close();
});

const failing = (method: string, fault: S3Fault) => (request: { method: string }) =>
  request.method === method ? fault : undefined;
const down: S3Fault = { kind: "refused", status: 503, code: "SlowDown" };

async function upload(orderId: number, to: TestProgram = program, token = admin) {
  const form = new FormData();
  const fields = { orderId: String(orderId), email: EMAIL, mailServiceProvider: "AWS" };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("uploadVisaDoc", new File([new Uint8Array(card)], "card.pdf"));
  const response = await fetch(`${to.address}/api/admin/upload-visa-document`, {
    method: "POST",
    headers: { authorization: token },
    body: form,
  });
  return { code: response.status, body: await response.json() };
}

/** Tracks one order as its customer. @returns a function that fetches its file */
async function visitorOf(orderId: number, at: TestProgram = program) {
  const { headers } = await proveAddress(at.address, orderId, EMAIL, { "user-agent": BROWSER });
  const address = `${at.address}/uploads/docs/${orderId}_arrival-card-v1.pdf`;
  return (method = "GET") => fetch(address, { method, headers });
}

/** Number of started and of completed downloads of an order. */
async function downloadsOf(orderId: number, at: TestProgram = program) {
  const { rows } = await at.db.execute<{ started: number; completed: number }>(sql`
    select count(*)::int as started, count(completed_at)::int as completed from downloads where order_id = ${orderId}`);
  return rows[0];
}

const mailFiles = async () =>
  (await readdir(path.join(program.dataDir, "mail"))).filter((name) => name.endsWith(".eml"));

it("stores a document from upload through mail and download until the purge", async () => {
  const { order_id: orderId } = await intake(program, { email: EMAIL });
  expect((await upload(orderId)).code).toBe(200);
  const [key = ""] = Object.keys(await peer.objects());
  expect(key).toMatch(/^desk\/documents\/[0-9a-f]{48}$/);
  expect(await readdir(program.dataDir)).not.toContain("files");

  const [mail = ""] = await vi.waitFor(async () => {
    const names = await mailFiles();
    expect(names).toHaveLength(1);
    return names;
  }, SOON);
  const text = await readFile(path.join(program.dataDir, "mail", mail), "latin1");
  expect(text.replace(/\s/g, "")).toContain(card.toString("base64"));

  const fetchFile = await visitorOf(orderId);
  expect((await fetchFile("HEAD")).headers.get("content-length")).toBe(String(card.length));
  expect(Buffer.from(await (await fetchFile()).arrayBuffer()).equals(card)).toBe(true);
  await vi.waitFor(async () => expect(await downloadsOf(orderId)).toMatchObject({ completed: 1 }), SOON);

  await put(program, admin, "move-order-status", { orderId, updatingStatus: "Deleted" });
  const purged = await put(program, admin, "change-order-status", {
    orderId: [orderId],
    updatingStatus: "Deleted",
    permanentDeletedFlag: true,
  });
  expect(purged.code).toBe(200);
  expect(await peer.objects()).toEqual({});
});

it("is not ready, and refuses uploads completely, while the bucket is unavailable", { tags: "long" }, async () => {
  const { order_id: orderId } = await intake(program, { email: EMAIL });
  const traces = async () => {
    const { rows } = await program.db.execute(sql`
      select (select count(*) from documents) as documents, (select count(*) from mails) as mails,
        (select count(*) from order_events) as events, (select count(*) from pgboss.job where name = 'mail-send') as jobs`);
    return { ...rows[0], objects: await peer.objects() };
  };
  const before = await traces();
  peer.fault = () => down;
  const { code, body } = await upload(orderId);
  expect([code, body.status, body.code]).toEqual([503, 0, "unavailable"]);
  expect(await traces()).toEqual(before);
  // A positive result may be cached for a moment.
  await vi.waitFor(async () => {
    const { code: readiness, body: parts } = await call<{ failed: string[] }>(program.address, "GET", "/readyz");
    expect([readiness, parts.data]).toEqual([503, { failed: ["storage"] }]);
  }, SOON);
  expect((await call(program.address, "GET", "/healthz")).code).toBe(200);
  peer.fault = () => undefined;
  expect((await call(program.address, "GET", "/readyz")).code).toBe(200);
  expect((await upload(orderId)).code).toBe(200);
});

it("purges an order although its file can't be removed", { tags: "long" }, async () => {
  const { order_id: orderId } = await intake(program, { email: EMAIL });
  await upload(orderId);
  await put(program, admin, "move-order-status", { orderId, updatingStatus: "Deleted" });
  peer.fault = failing("DELETE", down);
  const flags = { updatingStatus: "Deleted", permanentDeletedFlag: true };
  const purged = await put(program, admin, "change-order-status", { orderId: [orderId], ...flags });
  expect(purged.code).toBe(200);
  const { rows } = await program.db.execute(sql`select 1 from documents where order_id = ${orderId}`);
  expect(rows).toEqual([]);
});

describe("a download", { tags: "long" }, () => {
  it.each<[string, S3Fault]>([
    ["breaks off", { kind: "torn", after: 100_000 }],
    ["breaks off before its first byte", { kind: "torn", after: 0 }],
  ])("whose file %s is an incomplete response and not a completed download", async (_how, fault) => {
    const { order_id: orderId } = await intake(program, { email: EMAIL });
    await upload(orderId);
    const fetchFile = await visitorOf(orderId);
    peer.fault = failing("GET", fault);
    const whole = fetchFile().then(async (answer) => {
      if (answer.status !== 200) throw new Error(String(answer.status));
      return await answer.arrayBuffer();
    });
    await expect(whole).rejects.toThrow();
    peer.fault = () => undefined;
    expect(await downloadsOf(orderId)).toEqual({ started: 1, completed: 0 });
    // The next request continues the same download and completes it; after a completed one it would start another.
    expect((await (await fetchFile()).arrayBuffer()).byteLength).toBe(card.length);
    await vi.waitFor(async () => expect(await downloadsOf(orderId)).toEqual({ started: 1, completed: 1 }), SOON);
  });

  it("is refused when the storage is unavailable or has lost the file or a part of it", async () => {
    const { order_id: orderId } = await intake(program, { email: EMAIL });
    const before = Object.keys(await peer.objects());
    await upload(orderId);
    const key = Object.keys(await peer.objects()).find((each) => !before.includes(each)) ?? "";
    const fetchFile = await visitorOf(orderId);
    peer.fault = failing("GET", down);
    expect((await fetchFile()).status).toBe(503);
    peer.fault = () => undefined;
    const bucket = openS3FileStore(parseS3Url(peer.url));
    await bucket.put(key, card.subarray(1));
    expect((await fetchFile()).status).toBe(503);
    await bucket.remove(key);
    const lost = await fetchFile();
    expect([lost.status, lost.headers.get("content-disposition")]).toEqual([503, null]);
    expect(await downloadsOf(orderId)).toEqual({ started: 0, completed: 0 });
  });

  it("is aborted when the storage stalls during the response", async () => {
    const files = openS3FileStore(parseS3Url(peer.url), { stallMs: 200 });
    const shortTimeout = await startTestProgram({ services: { files } });
    const { order_id: orderId } = await intake(shortTimeout, { email: EMAIL });
    await upload(orderId, shortTimeout, await shortTimeout.signIn("Admin"));
    const fetchFile = await visitorOf(orderId, shortTimeout);
    peer.fault = failing("GET", { kind: "stalled", after: 100_000 });
    const answer = await fetchFile();
    expect(answer.headers.get("content-length")).toBe(String(card.length));
    await expect(answer.arrayBuffer()).rejects.toThrow();
    expect(await downloadsOf(orderId, shortTimeout)).toEqual({ started: 1, completed: 0 });
    await shortTimeout.stop();
  });
});
