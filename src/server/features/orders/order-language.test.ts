import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { intake } from "#test/support/client.ts";
import { sendMessage } from "#test/support/messages.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { visitOrder } from "#test/support/visits.ts";

let program: TestProgram;
let token: string;
beforeAll(async () => {
  program = await startTestProgram();
  token = await program.signIn("Team");
});
afterAll(() => program.stop());

async function orderOf(orderId: number) {
  const { rows } = await program.db.execute<{ language: string | null; facts_version: number }>(
    sql`select language, facts_version from orders where id = ${orderId}`,
  );
  return rows[0];
}

it("is intake's, then that of the page, then what a member chose; the facts keep their version", async () => {
  const orderId = (await intake(program, { language: "fr" })).order_id;
  const visitor = await visitOrder(program, orderId);
  const read = (language: string) =>
    visitor.post("get-download-history", {}, { cookie: `${visitor.headers.cookie}; language=${language}` });
  await visitor.order();
  expect(await orderOf(orderId)).toEqual({ language: "fr", facts_version: 1 });
  for (const [chosen, kept] of [
    ["de", "de"],
    ["xx", "de"],
    ["%3Cscript%3E", "de"],
    ["ta", "ta"],
  ] as const) {
    expect((await read(chosen)).code).toBe(200);
    expect(await orderOf(orderId)).toEqual({ language: kept, facts_version: 1 });
  }
  await sendMessage(program.address, token, { orderId, body: "Hello" });
  expect((await orderOf(orderId))?.language).toBe("ta");
  await sendMessage(program.address, token, { orderId, body: "Hello again", customerLanguage: "si" });
  await read("ar");
  expect(await orderOf(orderId)).toEqual({ language: "si", facts_version: 1 });
});

it("is not changed by a visitor of another order", async () => {
  const [own, other] = [(await intake(program)).order_id, (await intake(program)).order_id];
  const visitor = await visitOrder(program, own);
  const cookie = `${visitor.headers.cookie}; language=de`;
  expect((await visitor.post("get-download-history", { orderId: String(other) }, { cookie })).code).toBe(403);
  expect([(await orderOf(own))?.language, (await orderOf(other))?.language]).toEqual([null, null]);
});
