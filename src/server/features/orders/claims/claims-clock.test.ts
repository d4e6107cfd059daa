import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { call } from "#test/support/client.ts";
import { readEvents } from "#test/support/event-reader.ts";
import { orderIn } from "#test/support/orders.ts";
import { emailOf, startTestProgram, type TestProgram } from "#test/support/test-program.ts";

let program: TestProgram;
beforeAll(async () => {
  program = await startTestProgram({ services: { live: { renewMs: 100 } } });
});
afterAll(() => program.stop());

async function count(statement: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await program.db.execute<{ n: number }>(statement);
  return rows[0]?.n ?? 0;
}

it("claims, returns and viewers end in their time although the clock went back by two hours", async () => {
  const token = await program.signIn("Telecaller");
  const post = (name: string, body: unknown) =>
    call<{ order_id: number } | null>(program.address, "POST", `/api/admin/${name}`, { token, body });
  const [claimed, returned] = [await orderIn(program, { status: "New" }), await orderIn(program, { status: "New" })];
  expect((await post("claim-order", { orderId: claimed })).code).toBe(200);
  expect((await post("claim-order", { orderId: returned })).code).toBe(200);
  expect((await post("return-order", { orderId: returned })).code).toBe(200);
  await program.db.execute(sql`update order_claims set active_until = active_until + interval '2 hours'`);
  await program.db.execute(sql`update order_returns set at = at + interval '2 hours'`);
  await program.db.execute(sql`
    insert into order_viewers (stream_id, process_id, order_id, member_id, expires_at)
    select gen_random_uuid(), 'a process that has ended', ${claimed}, id, now() + interval '2 hours'
    from members where email = ${emailOf("Team")}`);

  const next = await post("take-next", { orderName: "newOrder" });
  expect(next.body.data?.order_id, "the returned order is offered again").toBe(returned);
  const long = sql`select count(*)::int as n from order_claims where active_until > now() + interval '2 minutes'`;
  expect(await count(long)).toBe(0);
  expect(await count(sql`select count(*)::int as n from order_claims where active_until > now()`)).toBe(2);
  // A process without streams makes no queries about viewers.
  const stream = await readEvents(program.address, token);
  const viewers = () => count(sql`select count(*)::int as n from order_viewers`);
  await expect.poll(viewers, { timeout: 60_000 }).toBe(0);
  stream.close();
});
