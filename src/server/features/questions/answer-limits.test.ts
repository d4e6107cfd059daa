// How much one customer, and one network, can send in answers.
import { afterAll, beforeAll, expect, it } from "vitest";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import { call, intake } from "#test/support/client.ts";
import { png } from "#test/support/image-files.ts";
import { sendMessage } from "#test/support/messages.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { proveAddress } from "#test/support/visits.ts";

let program: TestProgram;
let token: string;

beforeAll(async () => {
  program = await startTestProgram({ environment: { MAIL_UNDO_SECONDS: "0", TRUSTED_PROXIES: "127.0.0.1" } });
  token = await program.signIn("Team");
});
afterAll(() => program.stop());

/** A customer in a network of their own, with an open question. */
async function asked(network: string) {
  const { order_id: orderId } = await intake(program);
  const { body } = await sendMessage(program.address, token, { orderId, question: "both" });
  const questionId = body.data.question?.question_id ?? 0;
  const { headers } = await proveAddress(program.address, orderId, undefined, { "x-forwarded-for": network });
  const answer = async (text: string, file?: Buffer) => {
    const form = new FormData();
    for (const [field, value] of Object.entries({ orderId, questionId, text })) form.set(field, String(value));
    if (file !== undefined) form.append("files", new File([new Uint8Array(file)], "page.png"));
    const request = { method: "POST", headers, body: form };
    const response = await fetch(`${program.address}/api/front/answer-question`, request);
    return { code: response.status, message: ((await response.json()) as { message: string }).message };
  };
  const stored = async () =>
    (
      await program.database.pool.query("select count(*)::int as n from customer_answers where order_id = $1", [
        orderId,
      ])
    ).rows[0].n as number;
  return { orderId, answer, stored };
}

it("a thousand answers of one network: ten are kept, and a customer elsewhere is heard at once", async () => {
  const sender = await asked("192.0.2.10");
  const codes = new Map<number, number>();
  for (let sent = 0; sent < 1000; sent += 1) {
    const { code } = await sender.answer(`${sent}`);
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  expect([...codes.keys()].toSorted()).toEqual([200, 422, 429]);
  expect(codes.get(200)).toBe(10);
  expect((codes.get(200) ?? 0) + (codes.get(422) ?? 0)).toBe(60);
  expect(await sender.stored()).toBe(10);
  const other = await asked("198.51.100.7");
  expect(await other.answer("Hilton")).toEqual({ code: 200, message: VISITOR_MESSAGES.answerSent });
});

it("sixty megabytes of an order a day", async () => {
  const { orderId, answer, stored } = await asked("203.0.113.5");
  expect((await answer("A", png(3, 3))).code).toBe(200);
  await program.database.pool.query(
    `update answer_files f set bytes = 60 * 1024 * 1024 from customer_answers a where a.id = f.answer_id and a.order_id = $1`,
    [orderId],
  );
  expect((await answer("B", png(3, 3))).code).toBe(422);
  expect((await answer("Without a file")).code).toBe(200);
  await program.database.pool.query(
    "update customer_answers set created_at = created_at - interval '25 hours' where order_id = $1",
    [orderId],
  );
  expect((await answer("B", png(3, 3))).code).toBe(200);
  expect(await stored()).toBe(3);
  const path = `/api/admin/conversation/${orderId}`;
  expect((await call(program.address, "GET", path, { token })).code).toBe(200);
});
