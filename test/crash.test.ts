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
/** Short intervals. A lease must outlast an attempt on a busy machine, else another worker assumes a crash. */
const mailSchedule = { pausesMs: [200], leaseMs: 5000, unknownWaitMs: 200 };

vi.setConfig({ testTimeout: 240_000 });

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
    SESSION_SECRET: "a secret of the tests that is long enough to be one",
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
/** One sign-in for all tests: each further one is a new device and sends a mail. */
let session: Promise<string> | undefined;

async function signIn(address: string): Promise<string> {
  const credentials = { email: EMAIL, password: TEST_PASSWORD };
  const { body } = await call(address, "POST", "/api/admin/admin-login", { body: credentials });
  return String(body.jwtToken);
}

/** Creates an order and uploads its document; both are committed when this returns. */
async function uploadDocument({ address }: ChildProgram): Promise<number> {
  orders += 1;
  session ??= signIn(address);
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
  const headers = { authorization: await session };
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

/** The start looks for attempts with an expired lease. A lease that expires later is found by the minutely sweep. */
const leaseEnded = (orderId: number) =>
  waitUntil(
    async () => {
      const { rows } = await database.pool.query("select 1 from mails where order_id = $1 and due_at <= now()", [
        orderId,
      ]);
      return rows.length > 0 ? true : undefined;
    },
    60_000,
    50,
  );

const sent = (orderId: number) =>
  waitUntil(async () => ((await mailOf(orderId))?.state === "sent" ? true : undefined), 60_000, 50);

it("sends a mail once when the process was killed between the commit and the job", async () => {
  const doomed = await start({ work: false });
  const orderId = await uploadDocument(doomed);
  await kill(doomed);
  expect(await mailOf(orderId)).toMatchObject({ state: "queued" });

  await start();
  expect(await sent(orderId)).toBe(true);
  expect(await mailOf(orderId)).toEqual({ state: "sent", possible_duplicate: false, status: "Completed" });
  expect(peer.bodies()).toBe(1);
});

it("marks a possible duplicate when the process was killed between the acceptance and the commit", {
  tags: "long",
}, async () => {
  peer.behave("stall-after-body");
  const doomed = await start();
  const orderId = await uploadDocument(doomed);
  expect(await waitUntil(async () => (peer.bodies() === 1 ? true : undefined), 60_000, 20)).toBe(true);
  await kill(doomed);
  peer.behave("accept");

  expect(await leaseEnded(orderId)).toBe(true);
  await start();
  expect(await sent(orderId)).toBe(true);
  expect(await mailOf(orderId)).toEqual({ state: "sent", possible_duplicate: true, status: "Completed" });
  expect(peer.bodies()).toBe(2);
});

it("neither loses nor duplicates a mail when the mail server was down at the kill", { tags: "long" }, async () => {
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

it("mails a second link, and the newest works, when the process was killed between acceptance and response", {
  tags: "long",
}, async () => {
  peer.behave("stall-after-body");
  const doomed = await start();
  const asked = await call(doomed.address, "POST", "/api/admin/forgot-password", { body: { email: EMAIL } });
  expect(asked.code).toBe(200);
  expect(await waitUntil(async () => (peer.bodies() === 1 ? true : undefined), 60_000, 20)).toBe(true);
  await kill(doomed);
  peer.behave("accept");

  // pg-boss does this with the job of a dead process, but up to a minute later.
  await database.pool.query("update pgboss.job set state = 'retry', start_after = now() where state = 'active'");
  const { address } = await start();
  expect(await waitUntil(async () => (peer.accepted.length === 1 ? true : undefined), 60_000, 50)).toBe(true);
  expect(peer.bodies()).toBe(2);
  const { token } = readResetMail(peer.accepted[0] ?? "");
  const body = { token, newPassword: "another horse 8" };
  expect((await call(address, "POST", "/api/admin/reset-password", { body })).code).toBe(200);
});
