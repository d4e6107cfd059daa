// Due times are written by whatever changes an order's status, mode or arrival.
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { dueAfter } from "#contract/orders/order-due.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import { DEFAULT_SERVICE } from "#contract/service-settings/service-settings.ts";
import { orders } from "#server/platform/db/schema.ts";
import { call, intake } from "#test/support/client.ts";
import { fixedClock } from "#test/support/fixed-clock.ts";
import { addDocumentRow, put, putOrder } from "#test/support/orders.ts";
import { INTAKE_KEY, startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { releaseDueOrders } from "../moves/release-orders.jobs.ts";
import { recomputeDue } from "./due-times.jobs.ts";

const START = new Date("2026-03-12T08:00:00Z");
const HOUR = 3_600_000;
const clock = fixedClock(START.toISOString());
let program: TestProgram;
let token: string;

beforeAll(async () => {
  program = await startTestProgram({ now: clock.now });
  token = await program.signIn("Admin");
});
afterAll(() => program.stop());
beforeEach(() => {
  clock.at = START;
});

const pass = (hours: number) => {
  clock.at = new Date(clock.at.getTime() + hours * HOUR);
};
const hoursOn = (hours: number) => new Date(START.getTime() + hours * HOUR);
const received = async (fields: Record<string, unknown> = {}) =>
  (await intake(program, { arrival_date: "2026-03-14", ...fields })).order_id;
async function rowOf(id: number) {
  const [row] = await program.db.select().from(orders).where(eq(orders.id, id));
  if (row === undefined) throw new Error(`no order ${id}`);
  return row;
}
const dueOf = async (id: number) => (await rowOf(id)).dueAt;
const move = (orderId: number, updatingStatus: OrderStatus) =>
  put(program, token, "move-order-status", { orderId, updatingStatus });
const ARRIVAL_LIMIT = new Date("2026-03-12T18:30:00Z");

describe("the due time is written by", () => {
  it("intake, and shown in the details", async () => {
    const id = await received({ processing_mode: "Priority" });
    expect(await dueOf(id)).toEqual(hoursOn(4));
    const { body } = await call<{ due_at: string }>(program.address, "GET", `/api/admin/get-orders-details/${id}`, {
      token,
    });
    expect(body.data.due_at).toBe(hoursOn(4).toISOString());
    expect(await dueOf(await received({ paid: false }))).toBeNull();
  });

  it("a payment, a release", async () => {
    const unpaid = await received({ paid: false });
    const early = await received({ arrival_date: "2026-04-20" });
    pass(5);
    const body = { transaction_id: "ch_1", merchant_name: "Arrival Card" };
    const path = `/api/intake/orders/${unpaid}/payment`;
    expect((await call(program.address, "POST", path, { token: INTAKE_KEY, body })).code).toBe(200);
    expect(await dueOf(unpaid)).toEqual(ARRIVAL_LIMIT);
    clock.at = new Date("2026-04-17T20:00:00Z");
    expect(await dueOf(early)).toBeNull();
    await releaseDueOrders({ db: program.db, now: clock.now });
    expect(await dueOf(early)).toEqual(new Date("2026-04-18T18:30:00Z"));
  });

  it("moves of one and of many, Undo, and a move by the system", async () => {
    const id = await received({ processing_mode: "Priority" });
    pass(1);
    await move(id, "Awaiting");
    expect(await dueOf(id)).toEqual(new Date("2026-03-13T06:30:00Z"));
    await move(id, "Priority");
    expect(await dueOf(id)).toEqual(hoursOn(4));
    pass(1);
    await put(program, token, "change-order-status", { orderId: [id], updatingStatus: "Awaiting" });
    pass(3);
    await put(program, token, "change-order-status", { orderId: [id], updatingStatus: "Customer Called" });
    expect(await dueOf(id)).toEqual(hoursOn(7));
    await addDocumentRow(program, id);
    await move(id, "Completed");
    expect(await dueOf(id)).toBeNull();
  });

  it("a correction of arrival and of mode, with or without a move", async () => {
    const id = await received({ arrival_date: "2026-03-15" });
    expect(await dueOf(id)).toEqual(hoursOn(24));
    const correct = async (fields: Record<string, string>, factsVersion: number) => {
      const preview = await call<{ due_at: string }>(program.address, "POST", "/api/admin/preview-correction", {
        token,
        body: { orderId: id, fields },
      });
      const body = { orderId: id, factsVersion, fields, reason: "as the customer wrote" };
      expect((await call(program.address, "POST", "/api/admin/correct-order", { token, body })).code).toBe(200);
      const due = await dueOf(id);
      expect(preview.body.data.due_at).toBe(due?.toISOString() ?? null);
      return due;
    };
    expect(await correct({ arrival_date: "2026-03-14" }, 1)).toEqual(ARRIVAL_LIMIT);
    expect(await correct({ processing_mode: "Priority" }, 2)).toEqual(hoursOn(4));
    expect(await correct({ processing_mode: "Standard", arrival_date: "2026-05-20" }, 3)).toBeNull();
  });
});

describe("the job", () => {
  it("gives orders from before due times theirs, in batches, and writes nothing twice", async () => {
    await recomputeDue({ db: program.db, now: clock.now });
    const ids: number[] = [];
    for (const status of ["New", "New", "Awaiting", "Refunds"] as const) {
      const id = await received();
      await putOrder(program, id, { status });
      ids.push(id);
    }
    await program.db.execute(sql`
      update orders set due_at = null, clock_started_at = null, clock_since = null where id = any(${sql.param(ids)}::bigint[])`);
    pass(2);
    expect(await recomputeDue({ db: program.db, now: clock.now }, 1)).toBe(3);
    const [first = 0, , waiting = 0, refund = 0] = ids;
    expect([await dueOf(first), await dueOf(waiting), await dueOf(refund)]).toEqual([
      ARRIVAL_LIMIT,
      ARRIVAL_LIMIT,
      null,
    ]);
    const { clockStartedAt, clockSince } = await rowOf(first);
    expect([clockStartedAt, clockSince]).toEqual([START, START]);
    expect(await recomputeDue({ db: program.db, now: clock.now }, 1)).toBe(0);
  });

  it("skips an order that is being changed", async () => {
    const id = await received();
    await program.db.execute(sql`update orders set due_at = null where id = ${id}`);
    await program.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from orders where id = ${id} for update`);
      expect(await recomputeDue({ db: program.db, now: clock.now })).toBe(0);
    });
    expect(await recomputeDue({ db: program.db, now: clock.now })).toBe(1);
    const row = await rowOf(id);
    expect(row.dueAt).toEqual(dueAfter(row, row, START, DEFAULT_SERVICE).dueAt);
  });
});
