// Mails about the state of an order: what causes them, what stops them, and that each is sent once.
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { MailContent } from "#contract/mail/mail.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import type { Role } from "#contract/roles.ts";
import { STATUS_MAIL_MESSAGES } from "#contract/status-mails/messages.ts";
import type { StatusMail } from "#contract/status-mails/status-mails.ts";
import { STATUS_MAIL_KEYS, type StatusMailKey } from "#contract/texts/mail-texts.ts";
import { call, intake } from "#test/support/client.ts";
import { recordFiling } from "#test/support/filings.ts";
import { brokenEvents, orderDetails, orderIn, put } from "#test/support/orders.ts";
import { INTAKE_KEY, startTestProgram, type TestProgram } from "#test/support/test-program.ts";

let program: TestProgram;
let jobs: PgBoss;
const tokens = new Map<Role, string>();

beforeAll(async () => {
  program = await startTestProgram();
  for (const role of ["Admin", "Manager", "Team"] as const) tokens.set(role, await program.signIn(role));
  jobs = new PgBoss({ connectionString: program.database.connectionString, schedule: false, supervise: false });
  await jobs.start();
});
afterAll(async () => {
  await jobs.stop({ graceful: false });
  await program.stop();
});

const token = (role: Role) => tokens.get(role) ?? "";
const query = async <T>(text: string, values: unknown[] = []) =>
  (await program.database.pool.query(text, values)).rows as T[];
const api = <T>(method: "GET" | "POST", path: string, body?: unknown, role: Role = "Manager") =>
  call<T>(program.address, method, `/api/admin/${path}`, { token: token(role), ...(body !== undefined && { body }) });
const switchMail = (key: StatusMailKey, isOn: boolean) => api<StatusMail>("POST", "switch-status-mail", { key, isOn });
const count = async (orderIds: number[], change: string) =>
  (await api<{ count: number }>("POST", "count-status-mails", { orderIds, change }, "Team")).body.data.count;

/** The status mails of an order, queued or not, without those that were not sent. */
const noted = async (orderId: number) =>
  (
    await query<{ key: string }>("select key from status_mails where order_id = $1 and due_at is not null", [orderId])
  ).map(({ key }) => key);
const mailed = async (orderId: number) =>
  await query<{ id: number; template: string; language: string; to_address: string }>(
    "select id, template, language, to_address from mails where order_id = $1 and kind = 'status' order by id",
    [orderId],
  );

/** Lets the two minutes pass, and waits for a run that takes what is due. */
async function pass(): Promise<void> {
  await query("update status_mails set due_at = now() - interval '1 second' where due_at is not null");
  await run("status-mails");
}

async function run(job: string): Promise<void> {
  const id = await jobs.send(job, {});
  const state = async () => (await jobs.getJobById(job, id ?? ""))?.state;
  await expect.poll(state, { timeout: 30_000 }).toBe("completed");
}

beforeEach(async () => {
  await query("update status_mails set due_at = null");
  for (const key of STATUS_MAIL_KEYS) await switchMail(key, true);
});

it("are all off at first, and switching one on tells nobody what happened before", async () => {
  for (const key of STATUS_MAIL_KEYS) await switchMail(key, false);
  expect((await api<StatusMail[]>("GET", "status-mails")).body.data.map(({ key, since }) => [key, since])).toEqual(
    STATUS_MAIL_KEYS.map((key) => [key, null]),
  );
  const { order_id: orderId } = await intake(program);
  expect(await noted(orderId)).toEqual([]);
  const { body } = await switchMail("received", true);
  expect(body.message).toBe(STATUS_MAIL_MESSAGES.switchedOn);
  expect(body.data.since).not.toBeNull();
  expect(await noted(orderId)).toEqual([]);
  const { order_id: next } = await intake(program);
  expect(await noted(next)).toEqual(["received"]);
});

it("are switched by Admins and Managers alone, which the audit log records once", async () => {
  expect((await api("GET", "status-mails", undefined, "Team")).code).toBe(403);
  expect((await api("POST", "switch-status-mail", { key: "received", isOn: false }, "Team")).code).toBe(403);
  expect((await switchMail("received", false)).body.message).toBe(STATUS_MAIL_MESSAGES.switchedOff);
  await switchMail("received", false);
  const { body } = await api<{ data: { is_on: boolean } }[]>(
    "GET",
    "activity?type=status-mail-switched",
    undefined,
    "Admin",
  );
  expect(body.data.map(({ data }) => data).filter(({ is_on }) => !is_on)).toEqual([
    { mail: "received", is_on: false },
    ...STATUS_MAIL_KEYS.toReversed().map((mail) => ({ mail, is_on: false })),
  ]);
});

it("tell of a paid order in the customer's language, in the words of the office, and its history has it", async () => {
  const text = {
    key: "received",
    language: "de",
    version: 0,
    subject: "Da ({{order_id}})",
    body: "Hallo {{customer_name}},\n\nda.",
  };
  expect((await api("POST", "save-mail-text", text)).code).toBe(200);
  const { order_id: orderId } = await intake(program, { language: "de", full_name: "Asha <b> {{order_id}}" });
  await pass();
  const [mail] = await mailed(orderId);
  expect(mail).toMatchObject({ template: "received", language: "de", to_address: "traveller@example.com" });
  const { body } = await api<MailContent>("GET", `mail-content/${mail?.id}`);
  expect(body.data.subject).toBe(`Da (${orderId})`);
  expect(body.data.text).toContain("Hallo Asha <b> {{order_id}},\n\nda.");
  expect((await orderDetails(program, token("Team"), orderId)).mailHistory[0]).toMatchObject({ kind: "status" });
  expect(await brokenEvents(program)).toEqual([]);
});

it("tell nobody of an order that is not paid, and of one that is paid later", async () => {
  const { order_id: orderId } = await intake(program, { paid: false });
  expect(await noted(orderId)).toEqual([]);
  const path = `/api/intake/orders/${orderId}/payment`;
  expect(
    (
      await call(program.address, "POST", path, {
        token: INTAKE_KEY,
        body: { transaction_id: "tx_1", merchant_name: "Shop" },
      })
    ).code,
  ).toBe(200);
  expect(await noted(orderId)).toEqual(["received"]);
});

it("tell of the filing, once, however often it is recorded or the order is moved", async () => {
  const orderId = await orderIn(program, { status: "New" });
  const file = (reference: string, confirm = {}) =>
    recordFiling(program.address, token("Team"), { orderId: String(orderId), reference, ...confirm });
  expect((await file("SL-1")).code).toBe(200);
  expect(await noted(orderId)).toEqual(["received", "sent-to-authority"]);
  await pass();
  expect((await mailed(orderId)).map(({ template }) => template)).toEqual(["received", "sent-to-authority"]);
  await put(program, token("Team"), "change-order-status", { orderId, updatingStatus: "AwaitingGovt" });
  expect(await noted(orderId)).toEqual([]);
});

it("tell of the filing window when it opens, unless the order was filed before", async () => {
  const [opened, filed] = [await orderIn(program, { status: "Future" }), await orderIn(program, { status: "Future" })];
  expect((await recordFiling(program.address, token("Team"), { orderId: String(filed) })).code).toBe(200);
  await query("update orders set processing_date = '2026-01-01' where id = any($1)", [[opened, filed]]);
  await run("orders.release-future");
  await pass();
  expect((await mailed(opened)).map(({ template }) => template)).toContain("filing-opens");
  expect((await mailed(filed)).map(({ template }) => template)).not.toContain("filing-opens");
});

it("are not sent when what they say was undone or has ended before they are due", async () => {
  const filed = await orderIn(program, { status: "New" });
  const { body } = await recordFiling(program.address, token("Team"), { orderId: String(filed) });
  await api("POST", "void-filing", { filingId: body.data.id, reason: "Wrong order" }, "Team");
  const moved = await orderIn(program, { status: "New" });
  await put(program, token("Team"), "change-order-status", { orderId: moved, updatingStatus: "AwaitingGovt" });
  const back = await put(program, token("Team"), "move-order-status", { orderId: moved, updatingStatus: "New" });
  expect(back.body.message).toBe(ORDER_MESSAGES.orderMoved);
  const deleted = await orderIn(program, { status: "New" });
  await put(program, token("Manager"), "change-order-status", { orderId: deleted, updatingStatus: "Deleted" });
  const off = await orderIn(program, { status: "New" });
  const refunded = await orderIn(program, { status: "Refunds" });
  await put(program, token("Team"), "move-to-complete-refund", { orderId: [{ id: refunded }] });
  await put(program, token("Team"), "undo-refunds", { orderId: [{ id: refunded }] });
  const blocked = (await intake(program, { email: "blocked@example.com" })).order_id;
  await query(
    "insert into suppressions (email_key, reason, created_at) values ('blocked@example.com', 'bounced', now())",
  );
  expect(await noted(refunded)).toEqual(["received", "refunded"]);
  await switchMail("received", false);
  await pass();
  for (const orderId of [filed, moved, deleted, off, refunded, blocked])
    expect(await mailed(orderId), `${orderId}`).toEqual([]);
  // The same again, and this time it stays: the customer is told.
  await put(program, token("Team"), "change-order-status", { orderId: moved, updatingStatus: "AwaitingGovt" });
  await pass();
  expect((await mailed(moved)).map(({ template }) => template)).toEqual(["sent-to-authority"]);
  const longAgo = await orderIn(program, { status: "Contact Customer", previousStatus: "AwaitingGovt" });
  await put(program, token("Team"), "move-order-status", { orderId: longAgo, updatingStatus: "AwaitingGovt" });
  expect(await noted(longAgo)).toEqual([]);
});

it("of a bulk action are counted before it, and leave sixty a minute", async () => {
  await switchMail("received", false);
  const ids: number[] = [];
  for (let index = 0; index < 63; index += 1) ids.push(await orderIn(program, { status: "New" }));
  const [told = 0, blocked = 0] = ids;
  await put(program, token("Team"), "change-order-status", { orderId: told, updatingStatus: "AwaitingGovt" });
  await pass();
  await query("update orders set email = 'blocked@example.com', email_key = 'blocked@example.com' where id = $1", [
    blocked,
  ]);
  await query(
    "insert into suppressions (email_key, reason, created_at) values ('blocked@example.com', 'bounced', now()) on conflict do nothing",
  );
  expect(await count(ids, "filed")).toBe(61);
  await switchMail("refunded", false);
  expect(await count(ids, "refunded")).toBe(0);
  const { code } = await put(program, token("Team"), "change-order-status", {
    orderId: ids,
    updatingStatus: "AwaitingGovt",
  });
  expect(code).toBe(200);
  const single = await orderIn(program, { status: "New" });
  await put(program, token("Team"), "change-order-status", { orderId: single, updatingStatus: "AwaitingGovt" });
  await pass();
  expect(await mailed(single)).toHaveLength(1);
  const [left] = await query<{ left: number }>(
    "select count(*)::int as left from status_mails where due_at is not null",
  );
  expect(left?.left).toBe(2);
  await pass();
  expect(await mailed(blocked)).toEqual([]);
  const twice = "select order_id from mails where kind = 'status' group by order_id, template having count(*) > 1";
  expect(await query(twice)).toEqual([]);
});

it("say what is wrong with a request", async () => {
  expect((await api("POST", "count-status-mails", { orderIds: [], change: "filed" })).code).toBe(400);
  expect((await api("POST", "count-status-mails", { orderIds: [100001], change: "moved" })).body.message).toContain(
    STATUS_MAIL_MESSAGES.changeUnknown,
  );
  expect((await api("POST", "switch-status-mail", { key: "document", isOn: true })).code).toBe(400);
});
