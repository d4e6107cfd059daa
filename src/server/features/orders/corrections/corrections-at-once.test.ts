import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { lockOrders } from "#server/platform/db/lock-orders.ts";
import { orders } from "#server/platform/db/schema.ts";
import { intake } from "#test/support/client.ts";
import { correctionCalls } from "#test/support/corrections.ts";
import { fixedClock } from "#test/support/fixed-clock.ts";
import { brokenEvents, eventTypesOf, put, putOrder } from "#test/support/orders.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { SOON } from "#test/support/wait-limits.ts";
import { releaseDueOrders } from "../moves/release-orders.jobs.ts";

let program: TestProgram;
let token: string;
let team: ReturnType<typeof correctionCalls>;
const clock = fixedClock("2026-03-10T06:30:00Z");

beforeAll(async () => {
  program = await startTestProgram({ now: clock.now });
  token = await program.signIn("Team");
  team = correctionCalls(program, token);
});
afterAll(() => program.stop());

const newOrder = async (arrival_date = "2026-03-11") => (await intake(program, { arrival_date })).order_id;
const move = (orderId: number, updatingStatus: string) =>
  put<{ process_status: string }>(program, token, "move-order-status", { orderId, updatingStatus, version: 1 });

async function upload(orderId: number): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ orderId, email: "traveller@example.com", mailServiceProvider: "AWS" })) {
    form.set(name, String(value));
  }
  form.set("uploadVisaDoc", new File([new Uint8Array(plainPdf("N. K. Perera"))], "card.pdf"));
  const url = `${program.address}/api/admin/upload-visa-document`;
  return (await fetch(url, { method: "POST", headers: { authorization: token }, body: form })).status;
}

/** Starts calls that all wait for the order's row, in this sequence, and releases them at the same time. */
async function concurrently<T extends unknown[]>(
  orderId: number,
  calls: { [K in keyof T]: () => Promise<T[K]> },
  change: (tx: Parameters<typeof lockOrders>[0]) => Promise<unknown> = async () => undefined,
): Promise<T> {
  const waiting = sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const { answers } = await program.db.transaction(async (tx) => {
    await lockOrders(tx, [orderId], { id: orders.id });
    const started: Promise<unknown>[] = [];
    for (const call of calls) {
      started.push(call());
      const isWaiting = async () => expect((await program.db.execute(waiting)).rows).toHaveLength(started.length);
      await vi.waitFor(isWaiting, SOON);
    }
    await change(tx);
    return { answers: Promise.all(started) as Promise<T> };
  });
  return await answers;
}

it("one of two corrections of the same facts is saved, the other refused", async () => {
  const id = await newOrder();
  const [first, second] = await concurrently(id, [
    () => team.correct(id, { flight_number: "UL 504" }),
    () => team.correct(id, { flight_number: "UL 505" }),
  ]);
  expect([first.code, second.code]).toEqual([200, 409]);
  expect(second.body.message).toContain("Team Member corrected this order");
  expect(await team.details(id)).toMatchObject({ flight_number: "UL 504", facts_version: 2 });
  expect(await eventTypesOf(program, id)).toEqual(["created", "corrected"]);
});

it("a correction and a move of the same version are both done", async () => {
  for (const isMoveFirst of [true, false]) {
    const id = await newOrder();
    const calls = [() => move(id, "Awaiting"), () => team.correct(id, { flight_number: "UL 504" })];
    const answers = await concurrently(id, isMoveFirst ? calls : calls.toReversed());
    expect(answers.map(({ code }) => code)).toEqual([200, 200]);
    expect(await team.details(id)).toMatchObject({ process_status: "Awaiting", flight_number: "UL 504", version: 2 });
  }
  expect(await brokenEvents(program)).toEqual([]);
});

it("a correction that moves the order refuses a move of the old version", async () => {
  const id = await newOrder();
  const [corrected, moved] = await concurrently(id, [
    () => team.correct(id, { arrival_date: "2026-05-20" }),
    () => move(id, "Awaiting"),
  ]);
  expect([corrected.code, moved.code]).toEqual([200, 409]);
  expect(moved.body.message).toContain("Team Member moved this order to Future");
});

it("a move to Future is decided again on an arrival date that was corrected meanwhile", async () => {
  const id = await newOrder("2026-05-20");
  await putOrder(program, id, { status: "Deleted", previousStatus: "Future" });
  const [restored] = await concurrently(id, [() => move(id, "Future")], (tx) =>
    tx.execute(sql`
        update orders set arrival_date = '2026-03-11', processing_date = '2026-03-10', facts_version = 2
        where id = ${id}`),
  );
  expect([restored.code, restored.body.data.process_status]).toEqual([200, "New"]);
});

it("a correction and an upload are both done, or the correction is refused to be confirmed", async () => {
  const first = await newOrder();
  const [corrected, stored] = await concurrently(first, [() => team.correct(first, { sex: "F" }), () => upload(first)]);
  expect([corrected.code, stored]).toEqual([200, 200]);
  expect((await team.details(first)).document_before_correction).toBe(false);

  const second = await newOrder();
  const [storedFirst, refused] = await concurrently(second, [
    () => upload(second),
    () => team.correct(second, { sex: "F" }),
  ]);
  expect([storedFirst, refused.code, refused.body.code]).toEqual([200, 422, "confirmation_required"]);
  expect(await team.details(second)).toMatchObject({ sex: null, facts_version: 1 });
  expect(await brokenEvents(program)).toEqual([]);
});

it("a release skips an order that is being corrected, and a correction sees a released one", async () => {
  const id = await newOrder("2026-03-20");
  await program.db.execute(sql`update orders set processing_date = '2026-03-10' where id = ${id}`);
  const release = () => releaseDueOrders({ db: program.db, now: clock.now }, id);
  const { released } = await program.db.transaction(async (tx) => {
    await lockOrders(tx, [id], { id: orders.id });
    return { released: await release() };
  });
  expect(released).toBe(0);
  const [answer] = await Promise.all([team.correct(id, { arrival_date: "2026-06-20" }), release()]);
  expect(answer.code).toBe(200);
  expect(await team.details(id)).toMatchObject({ process_status: "Future", processing_date: "2026-06-17" });
  expect(await release()).toBe(0);
  expect(await brokenEvents(program)).toEqual([]);
});
