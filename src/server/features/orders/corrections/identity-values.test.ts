import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DOUBTS } from "#contract/corrections/plausibility.ts";
import { call, intake, intakeBody } from "#test/support/client.ts";
import { correctionCalls } from "#test/support/corrections.ts";
import { recordFiling } from "#test/support/filings.ts";
import { addDocumentRow, brokenEvents, put } from "#test/support/orders.ts";
import { INTAKE_KEY, startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { checkHistory } from "../../../../../scripts/verify-history/check-history.ts";

let program: TestProgram;
let admin: string;
let manager: ReturnType<typeof correctionCalls>;
let telecaller: ReturnType<typeof correctionCalls>;
const FIRST = { passport_number: "PQ8812345", date_of_birth: "1987-11-23" };
const SECOND = { passport_number: "PQ8812354", date_of_birth: "1978-12-24" };
const THIRD = { passport_number: "ZZ7700123", date_of_birth: "1969-10-25" };
const SECRETS = [FIRST, SECOND, THIRD].flatMap((facts) => Object.values(facts));

beforeAll(async () => {
  program = await startTestProgram();
  admin = await program.signIn("Admin");
  manager = correctionCalls(program, await program.signIn("Manager"));
  telecaller = correctionCalls(program, await program.signIn("Telecaller"));
});
afterAll(() => program.stop());

const payloads = async () =>
  (
    await program.db.execute<{ order_id: number; type: string; text: string }>(sql`
      select e.order_id::int as order_id, e.type, p.data::text as text
      from order_events e join order_event_payloads p on p.event_id = e.id order by e.id`)
  ).rows;
const faults = async () => {
  const client = await program.database.pool.connect();
  const found: string[] = [];
  try {
    await checkHistory(client, {}, ({ what }) => found.push(what));
  } finally {
    client.release();
  }
  return found;
};

it("writes neither number nor birth date into the history, on any path, and shows both", async () => {
  const submit = async () =>
    (
      await call<{ order_id: number }>(program.address, "POST", "/api/intake/orders", {
        token: INTAKE_KEY,
        headers: { "idempotency-key": "repeated-intake" },
        body: intakeBody(FIRST),
      })
    ).body.data.order_id;
  const id = await submit();
  expect(await submit()).toBe(id);
  await recordFiling(program.address, admin, { orderId: String(id), reference: "REF-1" });
  await addDocumentRow(program, id);
  const confirm = ["document_stored", "filed"];
  const changed = Object.entries(FIRST).map(([field, from]) => ({
    field,
    from,
    to: SECOND[field as keyof typeof SECOND],
  }));
  expect((await manager.correct(id, { ...SECOND, sex: "F" }, { confirm })).body.data.changed).toEqual(
    expect.arrayContaining(changed),
  );
  const declined = (await telecaller.request(id, THIRD)).body.data.id;
  expect((await manager.decide(declined, false, { reason: "No" })).code).toBe(200);
  const accepted = (await telecaller.request(id, { passport_number: THIRD.passport_number })).body.data.id;
  expect((await manager.decide(accepted, true, { factsVersion: 2, confirm })).code).toBe(200);
  await put(program, admin, "move-order-status", { orderId: id, updatingStatus: "Awaiting" });
  await put(program, admin, "move-order-status", { orderId: id, updatingStatus: "New" });

  const written = await payloads();
  expect(written.filter(({ type }) => type === "corrected" || type === "correction-requested")).toHaveLength(4);
  for (const secret of SECRETS) expect(written.map(({ text }) => text).join("\n")).not.toContain(secret);
  const first = JSON.parse(written.find(({ type }) => type === "corrected")?.text ?? "{}");
  expect(first.fields).toEqual(
    expect.arrayContaining([
      { field: "passport_number", from: "•••345", to: "•••354" },
      { field: "date_of_birth", from: "1987-••-••", to: "1978-••-••" },
    ]),
  );

  const { timeline } = await manager.details(id);
  const shown = timeline.flatMap((event) =>
    event.type === "corrected" || event.type === "correction-requested" ? [event.data.fields] : [],
  );
  expect(shown[0]).toEqual(expect.arrayContaining(changed));
  expect(shown[1]).toContainEqual({ field: "date_of_birth", from: SECOND.date_of_birth, to: THIRD.date_of_birth });
  expect(shown.at(-1)).toEqual([{ field: "passport_number", from: SECOND.passport_number, to: THIRD.passport_number }]);
  expect([await brokenEvents(program), await faults()]).toEqual([[], []]);
});

it("shows the mask of half of a short number, and of values that were erased alone", async () => {
  const { order_id: id } = await intake(program, { passport_number: "A1234" });
  expect((await manager.correct(id, { passport_number: "A123" }, { confirm: Object.keys(DOUBTS) })).code).toBe(200);
  await program.db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('arrival_desk.purge', 'on', true)`);
    await tx.execute(sql`delete from order_event_values where order_id = ${id}`);
  });
  const { timeline } = await manager.details(id);
  expect(timeline.findLast(({ type }) => type === "corrected")?.data).toMatchObject({
    fields: [{ from: "•••34", to: "•••23" }],
  });
  expect(await faults()).toEqual([]);
});

it("shows events that were written in full before", async () => {
  const { order_id: id } = await intake(program, FIRST);
  const fields = [{ field: "passport_number", from: "OLD111", to: FIRST.passport_number }];
  const event = {
    order_id: id,
    actor_id: null,
    at: "2026-03-01T14:05:09.120Z",
    type: "corrected",
    payload: JSON.stringify({ fields, reason: "before", request_id: null }),
  };
  await program.db.execute(sql`select record_order_events(${JSON.stringify([event])}::json)`);
  const { timeline } = await manager.details(id);
  expect(timeline.at(-1)?.data).toMatchObject({ fields });
  expect(await faults()).toEqual([]);
});

it("is found by verify-history when somebody changes a value beside the history", async () => {
  const { order_id: id } = await intake(program, FIRST);
  await manager.correct(id, SECOND);
  await program.database.pool.query(`
    alter table order_event_values disable trigger user;
    update order_event_values set data = '{"passport_number":{"from":"X1","to":"X2"}}' where order_id = ${id};
    alter table order_event_values enable trigger user`);
  expect(await faults()).toEqual(["the values that it masks were changed"]);
});
