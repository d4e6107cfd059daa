import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { ensureMembers } from "#server/features/auth/first-admin.ts";
import { waitUntil } from "#server/platform/db/embedded/wait-until.ts";
import type { ChildOptions } from "./support/child-program.ts";
import { call, intakeBody } from "./support/client.ts";
import { plainPdf } from "./support/plain-pdf.ts";
import { readResetMail } from "./support/reset-mails.ts";
import { type ChildProgram, runChildProgram } from "./support/run-child-program.ts";
import { type SmtpPeer, startSmtpPeer } from "./support/smtp-peer.ts";
import { createTestDatabase, type TestDatabase } from "./support/test-database.ts";
import { INTAKE_KEY, TEST_PASSWORD } from "./support/test-program.ts";

const EMAIL = "team@staff.example";
/** The outbox's pauses, short enough to wait for. A lease must outlast a try on a busy machine, else a second worker doubts it. */
const mailSchedule = { pausesMs: [200], leaseMs: 5000, unknownWaitMs: 200 };

vi.setConfig({ testTimeout: 120_000 });

let database: TestDatabase;
let dataDir: string;
let peer: SmtpPeer;
const running: ChildProgram[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), "arrival-desk-crash-"));
  const member = { name: "Team Member", email: EMAIL, password: TEST_PASSWORD, role: "Team" } as const;
  await ensureMembers(database.db, () => new Date(), [member]);
});
beforeEach(async () => {
  peer = await startSmtpPeer();
  return async () => {
    for (const program of running.splice(0)) await program.end("SIGKILL");
    await peer.close();
  };
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(options: Partial<ChildOptions> = {}): Promise<ChildProgram> {
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
    SESSION_SECRET: "a secret of the tests, long enough to be one",
    INTAKE_API_KEY: INTAKE_KEY,
    SMTP_URL: peer.url,
    DEMO: "0",
    PORT: "0",
  };
  const program = await runChildProgram({ environment, services: { mailSchedule }, ...options });
  running.push(program);
  return program;
}

async function kill(program: ChildProgram): Promise<void> {
  running.splice(running.indexOf(program), 1);
  await program.end("SIGKILL");
}

let orders = 0;

/** Takes an order in and uploads its document; the answer says that both are committed. */
async function uploadDocument({ address }: ChildProgram): Promise<number> {
  orders += 1;
  const credentials = { email: EMAIL, password: TEST_PASSWORD };
  const { body } = await call(address, "POST", "/api/admin/admin-login", { body: credentials });
  const received = await call<{ order_id: number }>(address, "POST", "/api/intake/orders", {
    token: INTAKE_KEY,
    headers: { "idempotency-key": `crash-${orders}` },
    body: intakeBody(),
  });
  const orderId = received.body.data.order_id;
  const form = new FormData();
  form.set("orderId", String(orderId));
  form.set("email", "traveller@example.com");
  form.set("mailServiceProvider", "AWS");
  form.set("uploadVisaDoc", new Blob([new Uint8Array(plainPdf(`order ${orderId}`))]), "card.pdf");
  const headers = { authorization: String(body.jwtToken) };
  const uploaded = await fetch(`${address}/api/admin/upload-visa-document`, { method: "POST", headers, body: form });
  expect(uploaded.status, await uploaded.text()).toBe(200);
  return orderId;
}

async function mailOf(orderId: number) {
  const { rows } = await database.pool.query<{ state: string; possible_duplicate: boolean; status: string }>(
    "select m.state, m.possible_duplicate, o.status from mails m join orders o on o.id = m.order_id where o.id = $1",
    [orderId],
  );
  expect(rows).toHaveLength(1);
  return rows[0];
}

/** What the start looks for: a try whose process is gone. A lease that ends later is found by the sweep of every minute. */
const leaseEnded = (orderId: number) =>
  waitUntil(
    async () => {
      const { rows } = await database.pool.query("select 1 from mails where order_id = $1 and due_at <= now()", [
        orderId,
      ]);
      return rows.length > 0 ? true : undefined;
    },
    20_000,
    50,
  );

const sent = (orderId: number) =>
  waitUntil(async () => ((await mailOf(orderId))?.state === "sent" ? true : undefined), 60_000, 50);

it("sends a mail once whose process was killed between the commit and the work", async () => {
  const doomed = await start({ work: false });
  const orderId = await uploadDocument(doomed);
  await kill(doomed);
  expect(await mailOf(orderId)).toMatchObject({ state: "queued" });

  await start();
  expect(await sent(orderId)).toBe(true);
  expect(await mailOf(orderId)).toEqual({ state: "sent", possible_duplicate: false, status: "Completed" });
  expect(peer.bodies()).toBe(1);
});

it("marks the one possible double of a mail whose process was killed between its acceptance and our commit", async () => {
  peer.behave("stall-after-body");
  const doomed = await start();
  const orderId = await uploadDocument(doomed);
  expect(await waitUntil(async () => (peer.bodies() === 1 ? true : undefined), 20_000, 20)).toBe(true);
  await kill(doomed);
  peer.behave("accept");

  expect(await leaseEnded(orderId)).toBe(true);
  await start();
  expect(await sent(orderId)).toBe(true);
  expect(await mailOf(orderId)).toEqual({ state: "sent", possible_duplicate: true, status: "Completed" });
  expect(peer.bodies()).toBe(2);
});

it("loses nothing and doubles nothing when the mail server was away at the kill", async () => {
  peer.behave("refuse-sender-for-now");
  const doomed = await start();
  const orderId = await uploadDocument(doomed);
  await kill(doomed);
  peer.behave("accept");

  expect(await leaseEnded(orderId)).toBe(true);
  await start();
  expect(await sent(orderId)).toBe(true);
  const mail = await mailOf(orderId);
  expect(peer.bodies()).toBe(1);
  expect(mail).toMatchObject({ state: "sent", status: "Completed" });
});

it("mails a second link, and the newest one works, when the process was killed between acceptance and answer", async () => {
  peer.behave("stall-after-body");
  const doomed = await start();
  const asked = await call(doomed.address, "POST", "/api/admin/forgot-password", { body: { email: EMAIL } });
  expect(asked.code).toBe(200);
  expect(await waitUntil(async () => (peer.bodies() === 1 ? true : undefined), 20_000, 20)).toBe(true);
  await kill(doomed);
  peer.behave("accept");

  // What pg-boss does with the job of a dead process once it notices, up to a minute later.
  await database.pool.query("update pgboss.job set state = 'retry', start_after = now() where state = 'active'");
  const { address } = await start();
  expect(await waitUntil(async () => (peer.accepted.length === 1 ? true : undefined), 60_000, 50)).toBe(true);
  const { token } = readResetMail(peer.accepted[0] ?? "");
  const body = { token, newPassword: "another horse 8" };
  expect((await call(address, "POST", "/api/admin/reset-password", { body })).code).toBe(200);
  expect(peer.bodies()).toBe(2);
});
