import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import { ROLES, type Role } from "#contract/roles.ts";
import { ensureMembers } from "#server/features/auth/first-admin.ts";
import { releaseDueOrders } from "#server/features/orders/moves/release-orders.jobs.ts";
import { createDatabase } from "#server/platform/db/client.ts";
import { call, intakeBody } from "./support/client.ts";
import { plainPdf } from "./support/plain-pdf.ts";
import { readResetMails } from "./support/reset-mails.ts";
import { type ChildProgram, runChildProgram } from "./support/run-child-program.ts";
import { createTestDatabase, type TestDatabase } from "./support/test-database.ts";
import { emailOf, INTAKE_KEY, SESSION_SECRET, TEST_PASSWORD } from "./support/test-program.ts";
import { proveAddress } from "./support/visits.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });
const SOON = { timeout: 60_000, interval: 100 };
const BROWSER = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0";

let database: TestDatabase;
let dataDir: string;
let here: ChildProgram;
let there: ChildProgram;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), "arrival-desk-several-"));
  const members = ROLES.map((role) => ({
    role,
    name: `${role} Member`,
    email: emailOf(role),
    password: TEST_PASSWORD,
  }));
  await ensureMembers(database.db, () => new Date(), members);
  [here, there] = await Promise.all([start(), start()]);
});
afterAll(async () => {
  await Promise.all([here?.end("SIGTERM"), there?.end("SIGTERM")]);
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(given: Record<string, string> = {}): Promise<ChildProgram> {
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
    DATABASE_CONNECTIONS: "8",
    SESSION_SECRET,
    INTAKE_API_KEY: INTAKE_KEY,
    DEMO: "0",
    PORT: "0",
    ...given,
  };
  return await runChildProgram({ environment });
}

const both = () => [here, there] as const;
/** The two addresses alternately. */
const inTurn = (turn: number) => (turn % 2 === 0 ? here : there).address;

async function signIn(address: string, role: Role, password = TEST_PASSWORD): Promise<string> {
  const { code, body } = await call(address, "POST", "/api/admin/admin-login", {
    body: { email: emailOf(role), password },
  });
  if (code !== 200) throw new Error(`sign-in answered ${code}: ${body.message}`);
  return body.jwtToken as string;
}

let keys = 0;
const newKey = () => {
  keys += 1;
  return `several-${keys}`;
};
const submitOrder = (address: string, key = newKey(), given: Record<string, unknown> = {}) =>
  call<{ order_id: number }>(address, "POST", "/api/intake/orders", {
    token: INTAKE_KEY,
    headers: { "idempotency-key": key },
    body: intakeBody(given),
  });
const newOrder = async (given: Record<string, unknown> = {}) =>
  (await submitOrder(here.address, newKey(), given)).body.data.order_id;

async function upload(address: string, token: string, orderId: number): Promise<Response> {
  const form = new FormData();
  form.append("orderId", String(orderId));
  form.append("email", "traveller@example.com");
  form.append("mailServiceProvider", "AWS");
  form.append("uploadVisaDoc", new Blob([new Uint8Array(plainPdf(`Card of order ${orderId}`))]), "card.pdf");
  return await fetch(`${address}/api/admin/upload-visa-document`, {
    method: "POST",
    headers: { authorization: token },
    body: form,
  });
}

const countOf = async (statement: string, values: unknown[] = []) =>
  (await database.pool.query<{ count: number }>(`select count(*)::int as count from ${statement}`, values)).rows[0]
    ?.count;

describe("two processes of one installation act as one", () => {
  it("for a member: a sign-in or sign-out at one applies to the other", async () => {
    const token = await signIn(here.address, "Manager");
    const isIn = async (address: string) => (await call(address, "GET", "/api/user_info", { token })).code;
    expect([await isIn(here.address), await isIn(there.address)]).toEqual([200, 200]);
    await call(there.address, "POST", "/api/admin/logout", { token });
    expect([await isIn(here.address), await isIn(there.address)]).toEqual([401, 401]);
  });

  it("for guesses of a password: the attempts at both are counted together", async () => {
    const body = { email: emailOf("Telecaller"), password: "a wrong guess" };
    const codes: number[] = [];
    for (let turn = 0; turn < 11; turn += 1) {
      codes.push((await call(inTurn(turn), "POST", "/api/admin/admin-login", { body })).code);
    }
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  it("for a checkout: one key sent to both concurrently creates one order", async () => {
    for (let round = 0; round < 10; round += 1) {
      const key = newKey();
      const given = { full_name: `Once Only ${round}` };
      const answers = await Promise.all([0, 1, 2, 3].map((turn) => submitOrder(inTurn(turn), key, given)));
      const ids = answers.map(({ body }) => body.data.order_id);
      expect(answers.map(({ code }) => code).filter((code) => code !== 200 && code !== 201)).toEqual([]);
      expect(new Set(ids).size).toBe(1);
      expect(await countOf("orders where full_name = $1", [given.full_name])).toBe(1);
    }
  });

  it("for two colleagues: of two concurrent moves of one order the second is refused with a conflict", async () => {
    const token = await signIn(here.address, "Team");
    for (let round = 0; round < 10; round += 1) {
      const orderId = await newOrder();
      const body = { orderId, updatingStatus: "AwaitingGovt", version: 1 };
      const moves = both().map(({ address }) => call(address, "PUT", "/api/admin/move-order-status", { token, body }));
      expect((await Promise.all(moves)).map(({ code }) => code).sort()).toEqual([200, 409]);
      expect(await countOf("order_events where order_id = $1 and type = 'moved'", [orderId])).toBe(1);
    }
  });

  it("for mails: uploads at both are mailed once each", { tags: "long" }, async () => {
    const token = await signIn(here.address, "Team");
    const orderIds = await Promise.all(Array.from({ length: 6 }, () => newOrder()));
    const answers = await Promise.all(orderIds.map((orderId, turn) => upload(inTurn(turn), token, orderId)));
    expect(answers.map(({ status }) => status)).toEqual(orderIds.map(() => 200));
    const written = () => countOf("mails where order_id = any($1) and state = 'written'", [orderIds]);
    await expect.poll(written, SOON).toBe(orderIds.length);
    expect(await countOf("mails where order_id = any($1) and attempts <> 1", [orderIds])).toBe(0);
    expect(await countOf("order_events where order_id = any($1) and type = 'mail-accepted'", [orderIds])).toBe(6);
  });

  it("for a visitor: a grant from one allows a download from the other, which is counted once", async () => {
    const token = await signIn(here.address, "Team");
    const orderId = await newOrder();
    const uploaded = (await (await upload(here.address, token, orderId)).json()) as {
      data: { document: { file1: string } };
    };
    const { headers } = await proveAddress(here.address, orderId, "traveller@example.com", { "user-agent": BROWSER });
    const address = `${there.address}/uploads/docs/${orderId}_${uploaded.data.document.file1}`;
    const file = await fetch(address, { headers });
    expect(file.status).toBe(200);
    expect(Buffer.from(await file.arrayBuffer()).equals(plainPdf(`Card of order ${orderId}`))).toBe(true);
    const completedDownloads = () => countOf("downloads where order_id = $1 and completed_at is not null", [orderId]);
    await expect.poll(completedDownloads, SOON).toBe(1);
  });

  it("for a forgotten password: a link requested at one works once, at either of them", async () => {
    const email = emailOf("Night Staff");
    await call(here.address, "POST", "/api/admin/forgot-password", { body: { email } });
    const links = async () => (await readResetMails(dataDir)).filter(({ to }) => to === email);
    await expect.poll(async () => (await links()).length, SOON).toBe(1);
    const [mail] = await links();
    const password = "another horse 8";
    const body = { token: mail?.token, newPassword: password };
    const set = () =>
      Promise.all(both().map(({ address }) => call(address, "POST", "/api/admin/reset-password", { body })));
    const codes = (await set()).map(({ code }) => code);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    for (const { address } of both()) expect(await signIn(address, "Night Staff", password)).toBeTruthy();
  });

  it("for scheduled jobs: a due order is released once", async () => {
    const orderIds = await Promise.all(Array.from({ length: 20 }, () => newOrder()));
    await database.pool.query(
      "update orders set status = 'Future', processing_date = '2020-01-01', processing_mode = 'Future' where id = any($1)",
      [orderIds],
    );
    const log = { warn: vi.fn() };
    const connections = both().map(() => createDatabase(database.connectionString, { max: 2, log }));
    const releases = connections.map(({ db }) => releaseDueOrders({ db, now: () => new Date() }));
    // The two processes may release orders too, so each order's timeline is checked.
    await Promise.all(releases);
    expect(await countOf("orders where id = any($1) and status = 'New'", [orderIds])).toBe(20);
    expect(await countOf("order_events where order_id = any($1) and type = 'released'", [orderIds])).toBe(20);
    for (const connection of connections) await connection.close();
  });

  it("for the first Admin: programs that start concurrently on an empty team create one", {
    tags: "long",
  }, async () => {
    const empty = await createTestDatabase();
    const folders = await Promise.all([1, 2].map(() => mkdtemp(path.join(tmpdir(), "arrival-desk-first-"))));
    const programs = await Promise.all(
      folders.map((folder) => start({ DATABASE_URL: empty.connectionString, DATA_DIR: folder })),
    );
    const written = await Promise.all(
      folders.map((folder) => readFile(path.join(folder, "first-admin.txt"), "utf8").catch(() => "")),
    );
    expect(written.filter((text) => text !== "")).toHaveLength(1);
    const [, email, password] = /^email: (.+)\npassword: (.+)\n/.exec(written.join("")) ?? [];
    for (const { address } of programs) {
      const { code } = await call(address, "POST", "/api/admin/admin-login", { body: { email, password } });
      expect(code).toBe(200);
    }
    await Promise.all(programs.map((program) => program.end("SIGTERM")));
    await empty.drop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });
});

it("a draining process reports not ready, still answers calls and closes its connections", {
  tags: "long",
}, async () => {
  const draining = await start({ DRAIN_SECONDS: "3" });
  const ready = () => fetch(`${draining.address}/readyz`);
  const before = await ready();
  expect([before.status, before.headers.get("connection")]).toEqual([200, "keep-alive"]);
  const ending = draining.end("SIGTERM");
  await expect.poll(async () => (await ready()).status, SOON).toBe(503);
  const answer = await ready();
  expect(await answer.json()).toMatchObject({ message: MESSAGES.unavailable, data: { failed: ["stopping"] } });
  expect(answer.headers.get("connection")).toBe("close");
  expect((await submitOrder(draining.address)).code).toBe(201);
  await ending;
});
