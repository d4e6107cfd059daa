import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Conversation, ConversationMail } from "#contract/conversation/conversation.ts";
import { CONVERSATION_MESSAGES } from "#contract/conversation/messages.ts";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { MAIL_MESSAGES } from "#contract/mail/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { call, intake } from "#test/support/client.ts";
import { sendMessage } from "#test/support/messages.ts";
import { addDocumentRow, brokenEvents, eventTypesOf, orderDetails, orderIn } from "#test/support/orders.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

/** Long enough that no message of these tests leaves. */
const UNDO_SECONDS = 600;
const MEGABYTE = 1024 * 1024;

let program: TestProgram;
let token: string;

beforeAll(async () => {
  program = await startTestProgram({
    environment: { MAIL_UNDO_SECONDS: String(UNDO_SECONDS), PUBLIC_URL: "http://127.0.0.1:3000" },
  });
  token = await program.signIn("Telecaller");
});
afterAll(() => program.stop());

const newOrder = async (given: Record<string, unknown> = {}) => (await intake(program, given)).order_id;
const send = (given: Parameters<typeof sendMessage>[2], files?: Parameters<typeof sendMessage>[3], by = token) =>
  sendMessage(program.address, by, given, files);
const read = async (orderId: number, query = "") =>
  await call<Conversation>(program.address, "GET", `/api/admin/conversation/${orderId}${query}`, { token });
const cancel = (mailId: number) =>
  call<ConversationMail>(program.address, "POST", "/api/admin/cancel-mail", { token, body: { mailId } });
const preview = (body: object) =>
  call<Record<"subject" | "text" | "html" | "missing" | "unknown" | "warnings", string>>(
    program.address,
    "POST",
    "/api/admin/preview-message",
    { token, body },
  );
const mailsOf = async (orderId: number) =>
  (
    await program.db.execute<{ id: number; state: string }>(
      sql`select id, state from mails where order_id = ${orderId}`,
    )
  ).rows;
const storedFiles = async () =>
  (await readdir(path.join(program.dataDir, "files", "attachments")).catch(() => [])).length;
const card = (name: string) => ({ name, content: plainPdf(name) });

describe("a message", () => {
  it("has no encoded word in its subject, typed or by a variable", async () => {
    const encoded = "=?utf-8?q?x=0d=0aBcc:y@z.example?=";
    const typed = await send({ orderId: await newOrder(), body: "Hello", subject: `Order ${encoded}` });
    expect([typed.code, typed.body.message]).toEqual([400, CONVERSATION_MESSAGES.messageSubjectEncoded]);
    const orderId = await newOrder({ full_name: encoded });
    const filled = await send({ orderId, body: "Hello", subject: "For {{customer_name}}" });
    expect([filled.code, filled.body.message]).toEqual([422, CONVERSATION_MESSAGES.messageSubjectEncoded]);
    expect(await mailsOf(orderId)).toEqual([]);
  });

  it("is queued for the order's own address with its files, and is in conversation, history and mails", async () => {
    const orderId = await newOrder();
    const body = "Dear {{customer_name}},\n\nyour order {{order_id}}: which <b>hotel</b>?\nAnn";
    const files = [card("My*form.exe"), card("second.pdf")];
    const { code, body: answer } = await send({ orderId, body, language: "de" }, files);
    expect([code, answer.message]).toEqual([200, CONVERSATION_MESSAGES.messageQueued]);
    const text = `Dear N. K. Perera,\n\nyour order ${orderId}: which <b>hotel</b>?\nAnn`;
    expect(answer.data).toMatchObject({
      type: "mail",
      kind: "message",
      state: "queued",
      email: "traveller@example.com",
      sent_by: "Telecaller Member",
      text,
      language: "de",
      attachments: [
        { name: "My_form.pdf", content_type: "application/pdf" },
        { name: "second.pdf", content_type: "application/pdf" },
      ],
    });
    const waits = Date.parse(answer.data.cancel_until ?? "") - Date.parse(answer.data.at);
    expect(waits).toBe(UNDO_SECONDS * 1000);
    const shown = (await read(orderId)).body.data;
    expect(shown).toMatchObject({ to: "traveller@example.com", blocked: null, reply_to: null, before: null });
    expect(shown.entries).toEqual([answer.data]);
    const details = await orderDetails(program, token, orderId);
    expect(details.mailHistory[0]).toMatchObject({ kind: "message", state: "queued", uploadDoc: null });
    const [event] = details.timeline.filter(({ type }) => type === "mail-queued");
    expect(event?.data).toMatchObject({
      kind: "message",
      files: answer.data.attachments.map(({ name, sha256 }) => ({ name, sha256 })),
    });
    const path = `/api/admin/mail-content/${answer.data.id}`;
    const content = (await call<{ html: string; text: string }>(program.address, "GET", path, { token })).body.data;
    expect(content.html).toContain('lang="de"');
    expect(content.html).toContain("which &lt;b&gt;hotel&lt;/b&gt;?<br/>Ann");
    expect(content.text).toContain("Bitte antworten Sie nicht an diese Adresse.");
    expect(await brokenEvents(program)).toEqual([]);
  });

  it("is queued once for a repeated key, and refused for another message with the same key", async () => {
    const [orderId, clientKey] = [await newOrder(), randomUUID()];
    const before = await storedFiles();
    const files = [card("form.pdf")];
    const answers = await Promise.all([1, 2, 3].map(() => send({ orderId, clientKey }, files)));
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    for (const [given, attached] of [
      [{ body: "Another" }, files],
      [{}, []],
      [{ attachDocument: "Y" }, files],
    ] as const) {
      const { code, body } = await send({ orderId, clientKey, ...given }, attached);
      expect([code, body.code, body.message]).toEqual([
        409,
        "conflict_version",
        CONVERSATION_MESSAGES.messageOtherContent,
      ]);
    }
    expect(await mailsOf(orderId)).toHaveLength(1);
    expect((await storedFiles()) - before).toBe(1);
    expect((await send({ orderId: await newOrder(), clientKey })).code).toBe(200);
  });

  it("can be stopped until it leaves, once, and stays on record", async () => {
    const orderId = await newOrder();
    const { id } = (await send({ orderId })).body.data;
    const stopped = await cancel(id);
    expect([stopped.code, stopped.body.message]).toEqual([200, CONVERSATION_MESSAGES.messageCancelled]);
    expect(stopped.body.data).toMatchObject({ id, state: "cancelled", cancel_until: null });
    expect(await eventTypesOf(program, orderId)).toEqual(["created", "mail-queued", "mail-cancelled"]);
    const again = await cancel(id);
    expect([again.code, again.body.data.state]).toEqual([200, "cancelled"]);
    expect(await eventTypesOf(program, orderId)).toEqual(["created", "mail-queued", "mail-cancelled"]);
    expect((await cancel(999_999)).code).toBe(404);
  });

  it.each([
    ["due", sql`due_at = now() - interval '1 second', state = 'unknown'`],
    ["being tried again", sql`attempts = 1, due_at = now() + interval '1 minute'`],
    ["being sent", sql`attempts = 1, state = 'sending', due_at = now() + interval '1 minute'`],
  ])("can't be stopped when it is %s", async (_what, change) => {
    const { id } = (await send({ orderId: await newOrder() })).body.data;
    await program.db.execute(sql`update mails set ${change} where id = ${id}`);
    const { code, body } = await cancel(id);
    expect([code, body.message]).toEqual([422, CONVERSATION_MESSAGES.mailHasLeft]);
  });

  it("is the only kind of mail that can be stopped", async () => {
    const { id } = (await send({ orderId: await newOrder() })).body.data;
    await program.db.execute(sql`update mails set kind = 'document' where id = ${id}`);
    const { code, body } = await cancel(id);
    expect([code, body.message]).toEqual([422, CONVERSATION_MESSAGES.mailNotStoppable]);
  });
});

describe("a message is refused, and nothing is stored,", () => {
  const refused = async (given: Parameters<typeof send>[0], files?: Parameters<typeof send>[1]) => {
    const before = await storedFiles();
    const { code, body } = await send(given, files);
    expect(await mailsOf(Number(given.orderId))).toEqual([]);
    expect(await storedFiles()).toBe(before);
    return [code, body.errors?.[0]?.path ?? body.code, body.message];
  };

  it("to a blocked address, no address, and for a deleted order", async () => {
    const files = [card("form.pdf")];
    await program.db.execute(sql`
      insert into suppressions (email_key, reason, created_at) values ('blocked@example.com', 'bounced', now())`);
    const blocked = await newOrder({ email: "Blocked@example.com" });
    expect(await refused({ orderId: blocked }, files)).toEqual([422, "email", MAIL_MESSAGES.addressBounced]);
    expect((await read(blocked)).body.data.blocked).toBe("bounced");
    const nowhere = await newOrder();
    await program.db.execute(sql`update orders set email = null where id = ${nowhere}`);
    expect(await refused({ orderId: nowhere }, files)).toEqual([422, "email", CONVERSATION_MESSAGES.messageNoAddress]);
    const deleted = await orderIn(program, { status: "Deleted", previousStatus: "New" });
    expect(await refused({ orderId: deleted }, files)).toEqual([
      422,
      "rule_violation",
      CONVERSATION_MESSAGES.messageDeleted,
    ]);
    expect((await send({ orderId: 999_999_999 })).code).toBe(404);
  });

  it("with variables that can't be filled in, each named at its field", async () => {
    const orderId = await newOrder({ flight_number: null });
    const { body } = await send({ orderId, subject: "{{fligth}}", body: "{{flight}} {{passport_number}}" });
    expect(body.errors).toEqual([
      { path: "subject", message: "Unknown: {{fligth}}." },
      { path: "body", message: "Unknown: {{passport_number}}. The order has no value for {{flight}}." },
    ]);
    const shown = (await preview({ orderId, subject: "{{fligth}}", body: "{{flight}}" })).body.data;
    expect(shown).toMatchObject({ subject: "{{fligth}}", unknown: ["fligth"], missing: ["flight"], warnings: [] });
  });

  it("with the passport number, until that is confirmed", async () => {
    const orderId = await newOrder({ passport_number: "N7654321" });
    const given = { orderId, body: "Is it n 765-4321?" };
    expect((await preview({ ...given, subject: "Hello" })).body.data.warnings).toEqual(["passport_number"]);
    expect(await refused(given)).toEqual([422, "confirmation_required", CONVERSATION_MESSAGES.messagePassport]);
    expect((await send({ ...given, confirm: "passport_number" })).code).toBe(200);
  });

  it("with files that are too many, too large together, or no documents", async () => {
    const orderId = await newOrder();
    const pages = (count: number) => Array.from({ length: count }, (_, n) => card(`${n}.pdf`));
    expect(await refused({ orderId }, pages(6))).toEqual([400, "files", CONVERSATION_MESSAGES.messageFilesMany]);
    const large = { name: "large.pdf", content: Buffer.alloc(8 * MEGABYTE) };
    expect(await refused({ orderId }, [large, large])).toEqual([
      413,
      "too_large",
      CONVERSATION_MESSAGES.messageFilesLarge,
    ]);
    const huge = { name: "huge.pdf", content: Buffer.alloc(11 * MEGABYTE) };
    expect(await refused({ orderId }, [huge])).toEqual([413, "too_large", MESSAGES.uploadLarge]);
    const executable = { name: "form.pdf", content: Buffer.from("MZ not a form") };
    expect(await refused({ orderId }, [card("a.pdf"), executable])).toEqual([
      415,
      "unsupported_type",
      DOCUMENT_MESSAGES.uploadType,
    ]);
    expect(await refused({ orderId, attachDocument: "Y" })).toEqual([
      422,
      "attachDocument",
      DOCUMENT_MESSAGES.mailNoDocument,
    ]);
    await addDocumentRow(program, orderId);
    await program.db.execute(sql`update documents set bytes = ${10 * MEGABYTE} where order_id = ${orderId}`);
    const noise = { name: "six.pdf", content: Buffer.concat([plainPdf("six"), Buffer.alloc(0)]) };
    expect((await send({ orderId, attachDocument: "Y" }, [noise])).code).toBe(200);
  });

  it("after ten to one customer, or a hundred by one member, within an hour", async () => {
    const orderId = await newOrder();
    const one = (await send({ orderId })).body.data.id;
    const copies = (count: number) => sql`
      insert into mails (order_id, kind, created_at, created_by, customer_name, from_address, to_address, subject, html,
        text, provider, state, client_key)
      select order_id, kind, created_at, created_by, '', '', '', '', '', '', provider, 'sent', 'copy-' || n
      from mails, generate_series(1, ${count}::int) n where id = ${one}`;
    await program.db.execute(copies(8));
    expect((await send({ orderId })).code).toBe(200);
    const eleventh = await send({ orderId });
    expect([eleventh.code, eleventh.body.message]).toEqual([429, CONVERSATION_MESSAGES.messageOrderLimit]);
    await program.db.execute(sql`delete from mails where order_id = ${orderId} and client_key like 'copy-%'`);
    await program.db.execute(copies(100));
    const other = await newOrder();
    expect(await refused({ orderId: other })).toEqual([429, "rate_limited", CONVERSATION_MESSAGES.messageMemberLimit]);
    expect((await send({ orderId: other }, [], await program.signIn("Team"))).code).toBe(200);
    await program.db.execute(
      sql`update mails set created_at = now() - interval '61 minutes' where order_id = ${orderId}`,
    );
    expect((await send({ orderId: other })).code).toBe(200);
  });

  it("without a subject, a text, a language of ours or a key", async () => {
    const orderId = await newOrder();
    expect(await refused({ orderId, subject: " " })).toEqual([
      400,
      "subject",
      CONVERSATION_MESSAGES.messageSubjectRequired,
    ]);
    expect(await refused({ orderId, body: "\u0000\n" })).toEqual([
      400,
      "body",
      CONVERSATION_MESSAGES.messageBodyRequired,
    ]);
    expect(await refused({ orderId, body: "é".repeat(10_001) })).toEqual([400, "body", "At most 10000 characters."]);
    expect(await refused({ orderId, language: "xx" })).toEqual([
      400,
      "language",
      CONVERSATION_MESSAGES.messageLanguageUnknown,
    ]);
    expect(await refused({ orderId, clientKey: "short" })).toEqual([
      400,
      "clientKey",
      CONVERSATION_MESSAGES.messageClientKey,
    ]);
    expect(await refused({ orderId, moveTo: "Deleted" })).toEqual([400, "moveTo", CONVERSATION_MESSAGES.messageMoveTo]);
    expect((await send({ orderId, body: "語".repeat(10_000) })).code).toBe(200);
  });
});

describe("a message that moves its order to Awaiting", () => {
  it("does both or neither", async () => {
    const orderId = await orderIn(program, { status: "New" });
    const { version } = await orderDetails(program, token, orderId);
    const stale = await send({ orderId, moveTo: "Awaiting", version: version + 1 });
    expect([stale.code, stale.body.code]).toEqual([409, "conflict_version"]);
    expect(await mailsOf(orderId)).toEqual([]);
    const clientKey = randomUUID();
    for (let time = 0; time < 2; time += 1) {
      expect((await send({ orderId, clientKey, moveTo: "Awaiting", version })).code).toBe(200);
    }
    expect(await orderDetails(program, token, orderId)).toMatchObject({
      process_status: "Awaiting",
      previous_status: "New",
      version: version + 1,
    });
    expect(await eventTypesOf(program, orderId)).toEqual(["created", "moved", "mail-queued"]);
    const already = await send({ orderId, moveTo: "Awaiting" });
    expect([already.code, already.body.code]).toEqual([422, "same_status"]);
    expect(await mailsOf(orderId)).toHaveLength(1);
  });
});

it("pages the conversation with the talks that comments report, newest last", async () => {
  const orderId = await newOrder();
  const [author] = (await program.db.execute<{ id: number }>(sql`select min(id) as id from members`)).rows;
  // Several at the same time, and comments that report no talk.
  await program.db.execute(sql`
    insert into remarks (order_id, created_at, author_id, remark, is_whatsapp, is_telephone, is_refund, is_voided, is_chargeback)
    select ${orderId}, date_trunc('second', now()) + make_interval(secs => n / 10), ${author?.id}, 'talk ' || n,
      n % 3 = 0, n % 3 = 1, false, false, false
    from generate_series(1, 90) n`);
  const { id } = (await send({ orderId })).body.data;
  await program.db.execute(
    sql`update mails set created_at = (select created_at from remarks where remark = 'talk 45' and order_id = ${orderId}) where id = ${id}`,
  );
  const seen: string[] = [];
  for (let before: string | null = ""; before !== null; ) {
    const { code, body }: Awaited<ReturnType<typeof read>> = await read(orderId, before && `?before=${before}`);
    expect(code).toBe(200);
    expect(body.data.entries.length).toBeLessThanOrEqual(50);
    seen.unshift(...body.data.entries.map((entry) => (entry.type === "talk" ? entry.text : "mail")));
    before = body.data.before;
  }
  expect(seen.filter((each) => each === "mail")).toHaveLength(1);
  const talks = seen.filter((each) => each !== "mail");
  expect(talks).toEqual(
    Array.from({ length: 90 }, (_, n) => n + 1)
      .filter((n) => n % 3 !== 2)
      .map((n) => `talk ${n}`),
  );
  expect((await read(orderId, "?before=anything")).code).toBe(400);
  expect((await read(999_999_999)).code).toBe(404);
});
