/** @module-tag long */
// The program is killed while members ask customers, mails leave, customers answer and orders move: everybody repeats what
// got no answer, and in the end each question, answer, move and mail is there once.
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { ensureMembers } from "#server/features/auth/first-admin.ts";
import { waitUntil } from "#server/platform/db/embedded/wait-until.ts";
import { call, intakeBody } from "./support/client.ts";
import { png } from "./support/image-files.ts";
import { sendMessage } from "./support/messages.ts";
import { brokenEvents } from "./support/orders.ts";
import { type ChildProgram, runChildProgram } from "./support/run-child-program.ts";
import { type SmtpPeer, startSmtpPeer } from "./support/smtp-peer.ts";
import { createTestDatabase, type TestDatabase } from "./support/test-database.ts";
import { INTAKE_KEY, TEST_PASSWORD } from "./support/test-program.ts";
import { proveAddress } from "./support/visits.ts";

/** `npm run test:faults` kills twenty times. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? "2");
/** Orders that are worked on when the program is killed. */
const AT_ONCE = 4;
/** Calls that these take, if each needs one: asked, visited, answered, dealt with, moved. */
const CALLS = AT_ONCE * 5;
const EMAIL = "manager@staff.example";
vi.setConfig({ testTimeout: 60_000 + ROUNDS * 40_000 });

let database: TestDatabase;
let dataDir: string;
let peer: SmtpPeer;
let program: ChildProgram | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), "arrival-desk-questions-"));
  peer = await startSmtpPeer();
  const member = { name: "Manager Member", email: EMAIL, password: TEST_PASSWORD, role: "Manager" } as const;
  await ensureMembers(database.db, () => new Date(), [member]);
});
afterAll(async () => {
  await program?.end("SIGKILL");
  await peer.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  program = await runChildProgram({
    environment: {
      DATA_DIR: dataDir,
      DATABASE_URL: database.connectionString,
      SESSION_SECRET: "a secret of the tests that is long enough to be one",
      INTAKE_API_KEY: INTAKE_KEY,
      SMTP_URL: peer.url,
      MAIL_UNDO_SECONDS: "0",
      TRUSTED_PROXIES: "127.0.0.1",
      DEMO: "0",
      PORT: "0",
    },
    // A lease must outlast an attempt on a busy machine, else another worker assumes a crash.
    services: { mailSchedule: { pausesMs: [200], leaseMs: 5000, unknownWaitMs: 200 } },
  });
}

let calls = 0;
let killAt: { call: number; reached: () => void } | undefined;
/** Counts a call that is about to be sent; the program is killed while the chosen one is on its way. */
function begin(): void {
  calls += 1;
  if (calls === killAt?.call) killAt.reached();
}

/** What a person does whose call got no answer: it again, once the program is back. */
async function persistently<T>(step: (address: string) => Promise<T | undefined>): Promise<T> {
  const once = async () => {
    if (program === undefined) return undefined;
    begin();
    try {
      return await step(program.address);
    } catch {
      return undefined;
    }
  };
  const answered = await waitUntil(once, 60_000, 20);
  if (answered === undefined) throw new Error("a call had no answer within a minute");
  return answered;
}

let token = "";
const rows = async <T>(text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows as T[];

async function receive(name: string): Promise<number> {
  return await persistently(async (address) => {
    const { code, body } = await call<{ order_id: number }>(address, "POST", "/api/intake/orders", {
      token: INTAKE_KEY,
      headers: { "idempotency-key": name },
      body: intakeBody(),
    });
    return code === 201 || code === 200 ? body.data.order_id : undefined;
  });
}

/** Asked, answered with a photo, dealt with, and sent to the authority, each step repeated until it has an answer. */
async function workOn(orderId: number): Promise<void> {
  const clientKey = randomUUID();
  const questionId = await persistently(async (address) => {
    const { code, body } = await sendMessage(address, token, { orderId, clientKey, question: "both" });
    return code === 200 ? body.data.question?.question_id : undefined;
  });
  await persistently(async (address) => {
    // Each customer in a network of their own: a network may send sixty answers an hour.
    const from = { "x-forwarded-for": `198.51.100.${orderId % 250}` };
    const { headers } = await proveAddress(address, orderId, undefined, from);
    begin();
    const form = new FormData();
    for (const [field, value] of Object.entries({ orderId, questionId, text: "Hilton" }))
      form.set(field, String(value));
    form.append("files", new File([new Uint8Array(png(3, 3))], "page.png"));
    const { status } = await fetch(`${address}/api/front/answer-question`, { method: "POST", headers, body: form });
    return status === 200 ? true : undefined;
  });
  await persistently(async (address) => {
    const { code } = await call(address, "POST", "/api/admin/close-question", { token, body: { questionId } });
    return code === 200 ? true : undefined;
  });
  await persistently(async (address) => {
    const body = { orderId, updatingStatus: "AwaitingGovt" };
    const { code } = await call(address, "PUT", "/api/admin/move-order-status", { token, body });
    // The answer of the same move was lost.
    return code === 200 || code === 422 ? true : undefined;
  });
}

it(`${ROUNDS} kills lose nothing and double nothing`, async () => {
  await start();
  token = await persistently(async (address) => {
    const credentials = { email: EMAIL, password: TEST_PASSWORD };
    return (await call(address, "POST", "/api/admin/admin-login", { body: credentials })).body.jwtToken as string;
  });
  await persistently(async (address) => {
    const body = { key: "sent-to-authority", isOn: true };
    return (await call(address, "POST", "/api/admin/switch-status-mail", { token, body })).code === 200
      ? true
      : undefined;
  });
  const chosen = fc.sample(fc.integer({ min: 1, max: CALLS }), {
    numRuns: ROUNDS,
    seed: Number(process.env.TEST_SEED ?? "1"),
  });
  const ids: number[] = [];
  for (const [round, number] of chosen.entries()) {
    const orders: number[] = [];
    for (let each = 0; each < AT_ONCE; each += 1) orders.push(await receive(`kill-${round}-${each}`));
    ids.push(...orders);
    const { promise, resolve: reached } = Promise.withResolvers<void>();
    killAt = { call: calls + number, reached };
    const work = Promise.all(orders.map(workOn));
    await promise;
    const killed = program;
    program = undefined;
    await killed?.end("SIGKILL");
    await start();
    await work;
  }
  // The mails about the moves fall due while the program is killed once more.
  await rows("update status_mails set due_at = now() - interval '1 second' where due_at is not null");
  await program?.end("SIGKILL");
  await start();
  const waiting = `select 1 from status_mails where due_at is not null
    union all select 1 from mails where due_at is not null`;
  await waitUntil(async () => ((await rows(waiting)).length === 0 ? true : undefined), 180_000, 200);

  const counted = `select o.id, o.status,
    (select count(*)::int from mails m where m.order_id = o.id and m.kind = 'message') as messages,
    (select count(*)::int from mails m where m.order_id = o.id and m.kind = 'status') as status_mails,
    (select string_agg(case when m.state = 'unknown' and m.possible_duplicate then 'sent' else m.state end, ', ')
      from mails m where m.order_id = o.id) as mails,
    (select count(*)::int from mails m where m.order_id = o.id and m.possible_duplicate) as marked,
    (select string_agg(q.state, ',') from customer_questions q where q.order_id = o.id) as questions,
    (select count(*)::int from customer_answers a where a.order_id = o.id) as answers,
    (select count(*)::int from answer_files f join customer_answers a on a.id = f.answer_id where a.order_id = o.id) as files,
    (select count(*)::int from order_events e where e.order_id = o.id and e.type = 'moved') as moves
    from orders o where o.id = any($1) order by o.id`;
  const found = await rows<{ id: number; marked: number }>(counted, [ids]);
  expect(found.map(({ marked: _marked, ...each }) => each)).toEqual(
    ids.map((id) => ({
      id,
      status: "AwaitingGovt",
      messages: 1,
      status_mails: 1,
      mails: "sent, sent",
      questions: "closed",
      answers: 1,
      files: 1,
      moves: 1,
    })),
  );
  // A mail that may have been taken twice says so, and one whose second try was cut off too is left to a person; no other
  // is there twice, or not at all.
  const marked = found.reduce((sum, each) => sum + each.marked, 0);
  const own = peer.accepted.filter((mail) => !mail.includes("To: manager@staff.example"));
  const left = await rows("select 1 from mails where state = 'unknown'");
  expect(own.length).toBeGreaterThanOrEqual(2 * ids.length - left.length);
  expect(own.length).toBeLessThanOrEqual(2 * ids.length + marked);
  expect(await brokenEvents(database)).toEqual([]);
});
