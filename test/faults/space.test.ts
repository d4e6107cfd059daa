import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import type { FreeSpace } from "#server/platform/free-space.ts";
import { call, intake, intakeBody } from "#test/support/client.ts";
import { INTAKE_KEY, startTestProgram, type TestProgram } from "#test/support/test-program.ts";

const ROOMY: FreeSpace = { bytes: 5e10, share: 0.5 };
let space = ROOMY;
let program: TestProgram;

beforeAll(async () => {
  program = await startTestProgram({ services: { readFolder: async () => space } });
});
afterAll(() => program.stop());

let keys = 0;
function order() {
  keys += 1;
  const headers = { "idempotency-key": `space-${keys}` };
  return call(program.address, "POST", "/api/intake/orders", { token: INTAKE_KEY, headers, body: intakeBody() });
}
const ready = () => call<{ failed: string[] }>(program.address, "GET", "/readyz");
const metrics = async () => await (await fetch(`${program.address}/metrics`)).text();

/** Makes every new order fail with this SQLSTATE, as with a full disk or exhausted memory. */
async function failing<T>(code: string, work: () => Promise<T>): Promise<T> {
  await program.db.execute(
    sql.raw(`create or replace function fail_order() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file "base/1/2"' using errcode = '${code}'; end $$`),
  );
  await program.db.execute(
    sql.raw("create trigger a_failure before insert on orders for each row execute function fail_order()"),
  );
  try {
    return await work();
  } finally {
    await program.db.execute(sql.raw("drop trigger a_failure on orders"));
  }
}

it.each(["53200", "53400", "58030", "53100"])("answers SQLSTATE %s with 503 and Retry-After", async (code) => {
  const answer = await failing(code, order);
  expect([answer.code, answer.body.code, answer.body.message]).toEqual([503, "unavailable", MESSAGES.unavailable]);
  expect(answer.headers.get("retry-after")).toBe("2");
});

it("is not ready because of space after the database's disk was full", async () => {
  await failing("53100", order);
  const answer = await ready();
  expect([answer.code, answer.body.data]).toEqual([503, { failed: ["space"] }]);
});

it("refuses orders below five percent of free space with the reason and Retry-After, and accepts them again later", async () => {
  const other = await startTestProgram({ services: { readFolder: async () => space } });
  const submit = () =>
    call(other.address, "POST", "/api/intake/orders", {
      token: INTAKE_KEY,
      headers: { "idempotency-key": "a-full-disk" },
      body: intakeBody(),
    });
  try {
    const { order_id: unpaidId } = await intake(other, { paid: false });
    space = { bytes: 1e9, share: 0.049 };
    const failed = async () => (await call<{ failed: string[] }>(other.address, "GET", "/readyz")).body.data.failed;
    await expect.poll(failed).toEqual(["space"]);
    const refused = await submit();
    expect([refused.code, refused.body.code, refused.body.message]).toEqual([503, "unavailable", MESSAGES.noSpace]);
    expect(refused.headers.get("retry-after")).toBe("60");
    // The money has been taken: the payment of an order that exists is recorded.
    const payment = { token: INTAKE_KEY, body: { transaction_id: "ch_full_disk", merchant_name: "Arrival Card" } };
    expect((await call(other.address, "POST", `/api/intake/orders/${unpaidId}/payment`, payment)).code).toBe(200);
    const token = await other.signIn("Team");
    expect((await call(other.address, "GET", "/api/admin/get-folder-count", { token })).code).toBe(200);
    space = ROOMY;
    await expect.poll(async () => (await submit()).code, { timeout: 20_000 }).toBe(201);
  } finally {
    space = ROOMY;
    await other.stop();
  }
});

it("reports the free space as a metric, also of the real file system", async () => {
  expect(await metrics()).toMatch(/^data_folder_free_ratio 0\.5$/m);
  const plain = await startTestProgram();
  try {
    const text = await (await fetch(`${plain.address}/metrics`)).text();
    expect(Number(/^data_folder_free_bytes (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
    expect(Number(/^data_folder_free_ratio (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
    await intake(plain);
  } finally {
    await plain.stop();
  }
});
