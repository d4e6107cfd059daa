/** @module-tag long */
// No document row is left without its file, even if the program is killed at any step of an upload or a purge.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PgBoss } from "pg-boss";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { ensureMembers } from "#server/features/auth/first-admin.ts";
import { call, intakeBody } from "./support/client.ts";
import { plainPdf } from "./support/plain-pdf.ts";
import { type ChildProgram, runChildProgram } from "./support/run-child-program.ts";
import { type S3Peer, startS3Peer } from "./support/s3-peer.ts";
import { createTestDatabase, type TestDatabase } from "./support/test-database.ts";
import { INTAKE_KEY, SESSION_SECRET, TEST_PASSWORD } from "./support/test-program.ts";

const EMAIL = "admin@staff.example";
const card = plainPdf("Arrival card");
const waiting = { timeout: 20_000, interval: 50 };

vi.setConfig({ testTimeout: 120_000 });

let database: TestDatabase;
let dataDir: string;
let peer: S3Peer;
let program: ChildProgram;
let isRunning = false;
let token: string;
let orderId: number;
let intakes = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), "arrival-desk-crash-"));
  peer = await startS3Peer();
  const member = { name: "Admin Member", email: EMAIL, password: TEST_PASSWORD, role: "Admin" } as const;
  await ensureMembers(database.db, () => new Date(), [member]);
});
beforeEach(async () => {
  peer.fault = () => undefined;
  await start(false);
  const { body } = await call(program.address, "POST", "/api/admin/admin-login", {
    body: { email: EMAIL, password: TEST_PASSWORD },
  });
  token = String(body.jwtToken);
  intakes += 1;
  const received = await call<{ order_id: number }>(program.address, "POST", "/api/intake/orders", {
    token: INTAKE_KEY,
    headers: { "idempotency-key": `crash-files-${intakes}` },
    body: intakeBody(),
  });
  orderId = received.body.data.order_id;
});
afterEach(killed);
afterAll(async () => {
  await database.drop();
  await peer.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(work: boolean): Promise<void> {
  program = await runChildProgram({
    work,
    environment: {
      DATA_DIR: dataDir,
      DATABASE_URL: database.connectionString,
      SESSION_SECRET,
      INTAKE_API_KEY: INTAKE_KEY,
      STORAGE_URL: peer.url,
      DEMO: "0",
      PORT: "0",
    },
  });
  isRunning = true;
}

/** The response's status, or undefined when the program was killed before it responded. */
async function upload(): Promise<number | undefined> {
  const form = new FormData();
  const fields = { orderId: String(orderId), email: "traveller@example.com", mailServiceProvider: "AWS" };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("uploadVisaDoc", new Blob([new Uint8Array(card)]), "card.pdf");
  const init = { method: "POST", headers: { authorization: token }, body: form };
  return await fetch(`${program.address}/api/admin/upload-visa-document`, init).then(
    ({ status }) => status,
    () => undefined,
  );
}

async function putOrder(name: string, body: object): Promise<unknown> {
  const init = { token, body: { ...body, updatingStatus: "Deleted" } };
  return await call(program.address, "PUT", `/api/admin/${name}`, init).catch(() => undefined);
}

const rows = async () =>
  (await database.pool.query<{ key: string; bytes: number }>("select storage_key as key, bytes from documents")).rows;
const rowsOf = async (id: number) =>
  (await database.pool.query("select 1 from documents where order_id = $1", [id])).rows.length;

/** Expects every document to have its whole file. @returns the number of files without a document */
async function filesWithoutRow(): Promise<number> {
  const [objects, documents] = [await peer.objects(), await rows()];
  for (const { key, bytes } of documents) expect(objects[key]).toBe(bytes);
  return Object.keys(objects).length - documents.length;
}

async function killed(): Promise<void> {
  if (!isRunning) return;
  isRunning = false;
  await program.end("SIGKILL");
}

it.each([
  ["before the file is stored", "silent", 0],
  ["when the file is stored but not yet acknowledged", "held", 1],
] as const)("leaves no row when killed %s", async (_when, kind, orphans) => {
  const before = await filesWithoutRow();
  const seen = Promise.withResolvers<void>();
  peer.fault = ({ method }) => {
    if (method !== "PUT") return undefined;
    seen.resolve();
    return { kind };
  };
  const answer = upload();
  await seen.promise;
  if (kind === "held") await vi.waitFor(async () => expect(await filesWithoutRow()).toBe(before + 1), waiting);
  await killed();
  expect(await answer).toBeUndefined();
  expect(await rowsOf(orderId)).toBe(0);
  expect(await filesWithoutRow()).toBe(before + orphans);
});

it("leaves no row when killed between storing the file and committing its row", async () => {
  const before = await filesWithoutRow();
  const holder = await database.pool.connect();
  await holder.query("begin");
  await holder.query("select 1 from orders where id = $1 for update", [orderId]);
  const answer = upload();
  await vi.waitFor(async () => expect(await filesWithoutRow()).toBe(before + 1), waiting);
  const isWaiting = async () =>
    (
      await database.pool.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
    ).rows;
  await vi.waitFor(async () => expect(await isWaiting()).toHaveLength(1), waiting);
  await killed();
  await holder.query("rollback");
  holder.release();
  expect(await answer).toBeUndefined();
  await vi.waitFor(async () => expect(await isWaiting()).toEqual([]), waiting);
  expect(await rowsOf(orderId)).toBe(0);
  expect(await filesWithoutRow()).toBe(before + 1);
});

it("has stored the file when the row is committed", async () => {
  const before = await filesWithoutRow();
  const answer = upload();
  await vi.waitFor(async () => expect(await rowsOf(orderId)).toBe(1), { timeout: 20_000, interval: 1 });
  await killed();
  await answer;
  expect(await filesWithoutRow()).toBe(before);
});

it("a purge deletes the row first, so that only a file may be left", async () => {
  expect(await upload()).toBe(200);
  const before = await filesWithoutRow();
  await putOrder("move-order-status", { orderId });
  const seen = Promise.withResolvers<void>();
  peer.fault = ({ method }) => {
    if (method !== "DELETE") return undefined;
    seen.resolve();
    return { kind: "silent" };
  };
  const answer = putOrder("change-order-status", { orderId: [orderId], permanentDeletedFlag: true });
  await seen.promise;
  expect(await rowsOf(orderId)).toBe(0);
  await killed();
  await answer;
  expect(await filesWithoutRow()).toBe(before + 1);
});

it("the next sweep deletes the files left by the tests above, and nothing else", async () => {
  expect(await upload()).toBe(200);
  expect(await filesWithoutRow()).toBeGreaterThan(2);
  const old = new Date(Date.now() - 2 * 60 * 60_000);
  for (const key of Object.keys(await peer.objects())) await peer.date(key, old);
  await killed();
  await start(true);
  const jobs = new PgBoss({ connectionString: database.connectionString, schedule: false, supervise: false });
  await jobs.start();
  await jobs.send("documents-orphans", {});
  await vi.waitFor(async () => expect(await filesWithoutRow()).toBe(0), { timeout: 60_000, interval: 100 });
  await jobs.stop({ graceful: false });
  expect(await rowsOf(orderId)).toBe(1);
});
