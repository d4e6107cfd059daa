import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Conversation } from "#contract/conversation/conversation.ts";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import type { OrderRow } from "#contract/orders/orders.ts";
import { QUESTION_MESSAGES } from "#contract/questions/messages.ts";
import type { Question } from "#contract/questions/questions.ts";
import { TRACKING_MESSAGES } from "#contract/tracking/messages.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import { call, intake } from "#test/support/client.ts";
import { png } from "#test/support/image-files.ts";
import { sendMessage } from "#test/support/messages.ts";
import { brokenEvents, eventTypesOf, orderIn, put } from "#test/support/orders.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { visitOrder } from "#test/support/visits.ts";
import { makeWebRoot } from "#test/support/web-root.ts";

const PHOTO = { name: "pass port/../<b>.jpeg", content: png(3, 3) };
let program: TestProgram;
let token: string;
let webRoot: string;

beforeAll(async () => {
  webRoot = await makeWebRoot();
  program = await startTestProgram({
    webRoot,
    environment: { MAIL_UNDO_SECONDS: "0", PUBLIC_URL: "http://127.0.0.1:3000" },
  });
  token = await program.signIn("Team");
});
afterAll(async () => {
  await program.stop();
  await rm(webRoot, { recursive: true });
});

type File = { name: string; content: Buffer };

/** A customer who proved the order's address. */
async function visit(orderId: number) {
  const { headers, order } = await visitOrder(program, orderId);
  return {
    headers,
    page: order,
    answer: (fields: Record<string, string | number>, files: File[] = []) =>
      postForm("/api/front/answer-question", headers, { orderId, ...fields }, files),
  };
}

async function postForm(
  route: string,
  headers: Record<string, string>,
  fields: Record<string, string | number>,
  files: File[] = [],
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  for (const { name, content } of files) form.append("files", new globalThis.File([new Uint8Array(content)], name));
  const response = await fetch(program.address + route, { method: "POST", headers, body: form, redirect: "manual" });
  const text = await response.text();
  return { code: response.status, headers: response.headers, text, message: messageIn(text) };
}

function messageIn(text: string): string {
  return text.startsWith("{") ? String((JSON.parse(text) as { message: string }).message) : "";
}

async function ask(orderId: number, given: Record<string, string> = {}) {
  const sent = await sendMessage(program.address, token, { orderId, body: "Which hotel?", question: "both", ...given });
  expect(sent.body.message, JSON.stringify(sent.body)).toBe("The message is queued.");
  return { mailId: sent.body.data.id, questionId: sent.body.data.question?.question_id ?? 0, mail: sent.body.data };
}
const newOrder = async () => (await intake(program)).order_id;
const entriesOf = async (orderId: number) =>
  (await call<Conversation>(program.address, "GET", `/api/admin/conversation/${orderId}`, { token })).body.data.entries;
const answersOf = async (orderId: number) => (await entriesOf(orderId)).filter((entry) => entry.type === "answer");
const close = (questionId: number) =>
  call<Question>(program.address, "POST", "/api/admin/close-question", { token, body: { questionId } });
const storedFiles = async () => (await readdir(path.join(program.dataDir, "files", "answers")).catch(() => [])).length;
const takeAwaiting = () =>
  call<{ order_id: number } | null>(program.address, "POST", "/api/admin/take-next", {
    token,
    body: { orderName: "awaitingOrder" },
  });

describe("a question to the customer", () => {
  it("is mailed with a button to answer and stands on the page until it is dealt with", async () => {
    const orderId = await newOrder();
    const visitor = await visit(orderId);
    expect((await visitor.page()).mainResult.question).toBeUndefined();
    const { questionId, mailId } = await ask(orderId, { answerBy: "2099-01-31", language: "ar" });
    const content = await call<{ text: string }>(program.address, "GET", `/api/admin/mail-content/${mailId}`, {
      token,
    });
    expect(content.body.data.text).toContain("أجب هنا");
    expect(content.body.data.text).not.toContain("يُرجى عدم الرد");
    expect((await visitor.page()).mainResult.question).toEqual({
      question_id: questionId,
      text: "Which hotel?",
      wants: "both",
      answer_by: "2099-01-31",
      answered_at: null,
    });
    const sent = await visitor.answer({ questionId, text: "  Hilton \u202e<script> " }, [PHOTO]);
    expect([sent.code, sent.message]).toEqual([200, VISITOR_MESSAGES.answerSent]);
    expect((await visitor.page()).mainResult.question?.answered_at).not.toBeNull();
    const [answer] = await answersOf(orderId);
    expect(answer).toMatchObject({ question: "Which hotel?", state: "answered", device: "Mozilla 5 on iPhone" });
    expect(answer?.text).toMatch(/^Hilton .*<script>$/u);
    expect(answer?.files).toMatchObject([{ name: "_b_.png", content_type: "image/png" }]);
    const file = await fetch(`${program.address}/api/admin/answer-files/${answer?.files[0]?.file_id}`, {
      headers: { authorization: token },
    });
    expect(file.headers.get("content-disposition")).toContain("attachment");
    expect(Buffer.from(await file.arrayBuffer()).equals(PHOTO.content)).toBe(true);
    expect((await close(questionId)).body.data.state).toBe("closed");
    expect((await visitor.page()).mainResult.question).toBeUndefined();
    const late = await visitor.answer({ questionId, text: "Another" });
    expect([late.code, late.message]).toEqual([422, VISITOR_MESSAGES.answerClosed]);
    expect((await eventTypesOf(program, orderId)).filter((type) => type.startsWith("question"))).toEqual([
      "question-asked",
      "question-answered",
      "question-closed",
    ]);
    expect(await brokenEvents(program)).toEqual([]);
  });

  it("takes the place of the one before; a plain message deals with an answer alone", async () => {
    const orderId = await newOrder();
    const visitor = await visit(orderId);
    const first = await ask(orderId);
    const second = await ask(orderId, { body: "And which flight?" });
    expect((await visitor.page()).mainResult.question?.question_id).toBe(second.questionId);
    expect((await visitor.answer({ questionId: first.questionId, text: "x" })).code).toBe(422);
    await sendMessage(program.address, token, { orderId, body: "By the way" });
    expect((await visitor.page()).mainResult.question?.question_id).toBe(second.questionId);
    await visitor.answer({ questionId: second.questionId, text: "UL504" });
    await sendMessage(program.address, token, { orderId, body: "Thank you" });
    expect((await visitor.page()).mainResult.question).toBeUndefined();
    expect((await answersOf(orderId)).map(({ state }) => state)).toEqual(["closed"]);
  });

  it("stores the same answer once, also three times at once, and another one beside it", async () => {
    const orderId = await newOrder();
    const visitor = await visit(orderId);
    const { questionId } = await ask(orderId);
    const before = await storedFiles();
    const same = await Promise.all(Array.from({ length: 3 }, () => visitor.answer({ questionId, text: "A" }, [PHOTO])));
    expect(same.map(({ code }) => code)).toEqual([200, 200, 200]);
    expect((await visitor.answer({ questionId, text: "B" })).code).toBe(200);
    expect((await answersOf(orderId)).map(({ text }) => text)).toEqual(["A", "B"]);
    expect(await storedFiles()).toBe(before + 1);
  });

  it("is withdrawn with its message, and hidden until the message can't be stopped", async () => {
    const late = await startTestProgram({ environment: { MAIL_UNDO_SECONDS: "600" } });
    try {
      const staff = await late.signIn("Team");
      const orderId = (await intake(late)).order_id;
      const { body } = await sendMessage(late.address, staff, { orderId, question: "text" });
      const shown = async () =>
        (
          await late.db.execute<{ state: string }>(
            sql`select state from customer_questions where order_id = ${orderId}`,
          )
        ).rows;
      expect(await shown()).toEqual([{ state: "open" }]);
      const stop = { token: staff, body: { mailId: body.data.id } };
      const stopped = await call<{ question: Question }>(late.address, "POST", "/api/admin/cancel-mail", stop);
      expect(stopped.body.data.question.state).toBe("withdrawn");
      expect(await shown()).toEqual([{ state: "withdrawn" }]);

      // What a message closed is as before once that message is stopped.
      const send = async (given: Record<string, string>) =>
        (await sendMessage(late.address, staff, { orderId, ...given })).body.data.id;
      await send({ question: "text" });
      await late.db.execute(sql`update customer_questions set state = 'answered', answered_at = now()
        where state = 'open' and order_id = ${orderId}`);
      for (const next of [{}, { question: "file" }]) {
        const mailId = await send({ body: "Another", ...next });
        expect((await shown()).map(({ state }) => state)).toContain("closed");
        await call(late.address, "POST", "/api/admin/cancel-mail", { token: staff, body: { mailId } });
        const states = (await shown()).map(({ state }) => state).filter((state) => state !== "withdrawn");
        expect(states).toEqual(["answered"]);
      }
      expect(await brokenEvents(late)).toEqual([]);
    } finally {
      await late.stop();
    }
  });

  it("refuses a day that is over and a day without a question, at its field", async () => {
    const orderId = await newOrder();
    const past = await sendMessage(program.address, token, { orderId, question: "text", answerBy: "2020-01-01" });
    expect([past.code, past.body.errors]).toEqual([
      422,
      [{ path: "answerBy", message: QUESTION_MESSAGES.questionDay }],
    ]);
    const alone = await sendMessage(program.address, token, { orderId, answerBy: "2099-01-01" });
    expect([alone.code, alone.body.message]).toEqual([422, QUESTION_MESSAGES.questionDayAlone]);
  });
});

describe("an answer of somebody else", () => {
  it("is refused without a visit, for another order, and for another order's question", async () => {
    const [own, other] = [await newOrder(), await newOrder()];
    const [{ questionId }, theirs] = [await ask(own), await ask(other)];
    const stranger = await postForm("/api/front/answer-question", {}, { orderId: own, questionId, text: "x" });
    expect(stranger.code).toBe(401);
    const visitor = await visit(own);
    const { "x-xsrf-token": _xsrf, ...unproved } = visitor.headers;
    expect((await postForm("/api/front/answer-question", unproved, { orderId: own, questionId, text: "x" })).code).toBe(
      403,
    );
    const otherOrder = await postForm("/api/front/answer-question", visitor.headers, {
      orderId: other,
      questionId: theirs.questionId,
      text: "x",
    });
    expect([otherOrder.code, otherOrder.message]).toEqual([403, TRACKING_MESSAGES.visitorOtherOrder]);
    const otherQuestion = await visitor.answer({ questionId: theirs.questionId, text: "x" });
    expect([otherQuestion.code, otherQuestion.message]).toEqual([422, VISITOR_MESSAGES.answerClosed]);
    expect([...(await answersOf(own)), ...(await answersOf(other))]).toEqual([]);
  });

  it("is refused for a deleted order and while a change of the address is contested", async () => {
    const orderId = await newOrder();
    const visitor = await visit(orderId);
    const { questionId } = await ask(orderId);
    await program.db.execute(sql`insert into email_changes (order_id, new_email, asked_by, reason, proof, confirm_hash,
      contest_hash, contest_seed, asked_at, expires_at, confirmed_at, contested_at)
      values (${orderId}, 'new@example.com', (select min(id) from members), 'x', '{}', ${Buffer.alloc(1)}, ${Buffer.alloc(2)},
      'x', now(), now(), now(), now())`);
    expect((await visitor.answer({ questionId, text: "x" })).code).toBe(404);
    await program.db.execute(sql`delete from email_changes where order_id = ${orderId}`);
    await put(program, token, "move-order-status", { orderId, updatingStatus: "Deleted" });
    expect((await visitor.answer({ questionId, text: "x" })).code).toBe(404);
    expect(await answersOf(orderId)).toEqual([]);
  });
});

describe("what is no answer", () => {
  it.each<[string, Record<string, string>, File[], number, string]>([
    ["nothing", { text: "  " }, [], 422, VISITOR_MESSAGES.answerEmpty],
    ["a program", {}, [{ name: "a.jpg", content: Buffer.from("MZ") }], 415, VISITOR_MESSAGES.answerFile],
    ["an empty file", { text: "x" }, [{ name: "a.jpg", content: Buffer.alloc(0) }], 400, VISITOR_MESSAGES.answerFile],
    ["four files", { text: "x" }, Array.from({ length: 4 }, () => PHOTO), 400, VISITOR_MESSAGES.answerLarge],
    [
      "a large file",
      { text: "x" },
      [{ name: "a.jpg", content: Buffer.alloc(11 * 1024 * 1024) }],
      413,
      VISITOR_MESSAGES.answerLarge,
    ],
  ])("%s is refused in words of the page, and nothing is kept", async (_name, fields, files, code, message) => {
    const orderId = await newOrder();
    const visitor = await visit(orderId);
    const { questionId } = await ask(orderId);
    const before = await storedFiles();
    const refused = await visitor.answer({ questionId, ...fields }, files);
    expect([refused.code, refused.message]).toEqual([code, message]);
    expect(await storedFiles()).toBe(before);
    expect(await answersOf(orderId)).toEqual([]);
    expect((await visitor.page()).mainResult.question?.answered_at).toBeNull();
  });

  it("stops at ten answers a day", async () => {
    const orderId = await newOrder();
    const visitor = await visit(orderId);
    const { questionId } = await ask(orderId);
    const codes = [];
    for (let each = 0; each < 11; each += 1) codes.push((await visitor.answer({ questionId, text: `${each}` })).code);
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 200), 422]);
    expect(await answersOf(orderId)).toHaveLength(10);
  });
});

describe("the office", () => {
  it("finds answered orders by their mark, and takes the longest waiting one first", async () => {
    const orders = [
      await orderIn(program, { status: "Awaiting" }),
      await orderIn(program, { status: "Awaiting" }),
      await newOrder(),
    ];
    const none = await takeAwaiting();
    expect([none.body.data, none.body.message]).toEqual([
      null,
      "No answered order is free: colleagues have those that are marked, the others wait for their customers.",
    ]);
    const [later = 0, first = 0] = orders;
    for (const orderId of [first, later]) {
      const visitor = await visit(orderId);
      const { questionId } = await ask(orderId);
      await visitor.answer({ questionId, text: "Hilton" });
    }
    // Who asks has the order, and gives it back in the end.
    await program.db.execute(sql`delete from order_claims`);
    const list = async (query: string) =>
      (await call<OrderRow[]>(program.address, "GET", `/api/admin/get-orders-list/awaitingOrder?${query}`, { token }))
        .body.data;
    const marked = (await list("limit=50")).filter(({ answered }) => answered === true);
    expect(marked.map(({ order_id }) => order_id).sort()).toEqual([later, first].sort());
    expect((await takeAwaiting()).body.data).toEqual({ order_id: first });
    expect((await takeAwaiting()).body.data).toEqual({ order_id: later });
    expect((await takeAwaiting()).body.data).toBeNull();
    expect((await program.db.execute(sql`select * from prove_order_facets()`)).rows).toEqual([]);
  });
});

describe("the form without script", () => {
  it("is stored and leads back to the order; a refusal shows the page with what was typed", async () => {
    const orderId = await newOrder();
    const visitor = await visit(orderId);
    const { questionId } = await ask(orderId);
    const route = `/answer-question/${encodeOrderId(orderId)}`;
    const own = { cookie: visitor.headers.cookie, "sec-fetch-site": "same-origin" };
    const refused = await postForm(route, own, { orderId, questionId, text: "Kept <b>" }, [
      { name: "a.jpg", content: Buffer.from("MZ") },
    ]);
    expect(refused.code).toBe(415);
    expect(refused.text).toContain('"typedAnswer":"Kept <b>"');
    expect(refused.text).toContain(JSON.stringify(VISITOR_MESSAGES.answerFile));
    for (const files of [
      [{ name: "large.jpg", content: Buffer.alloc(11 * 1024 * 1024) }],
      Array.from({ length: 4 }, () => PHOTO),
    ]) {
      const large = await postForm(route, own, { orderId, questionId, text: "Kept <b>" }, files);
      expect([large.code, large.text.includes('"typedAnswer":"Kept <b>"')]).toEqual([
        files.length > 1 ? 400 : 413,
        true,
      ]);
    }
    const foreign = await postForm(
      route,
      { ...own, "sec-fetch-site": "cross-site" },
      { orderId, questionId, text: "x" },
    );
    expect(foreign.code).toBe(403);
    const sent = await postForm(route, own, { orderId, questionId, text: "Hilton" });
    expect([sent.code, sent.headers.get("location")]).toEqual([
      303,
      `/get-new-order-details/${encodeOrderId(orderId)}`,
    ]);
    expect((await answersOf(orderId)).map(({ text }) => text)).toEqual(["Hilton"]);
    const lost = await postForm(route, { "sec-fetch-site": "same-origin" }, { orderId, questionId, text: "x" });
    expect([lost.code, lost.text.includes('"notice":"proveAgain"')]).toEqual([401, true]);
  });
});
