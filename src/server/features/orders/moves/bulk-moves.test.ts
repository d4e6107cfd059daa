import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PerOrderResult } from "#contract/envelope.ts";
import { MESSAGES } from "#contract/messages.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import { call, intake } from "#test/support/client.ts";
import { brokenEvents, eventTypesOf, put } from "#test/support/orders.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

let program: TestProgram;
let manager: string;
let team: string;

beforeAll(async () => {
  program = await startTestProgram();
  manager = await program.signIn("Manager");
  team = await program.signIn("Team");
});
afterAll(() => program.stop());

const newOrder = async () => (await intake(program)).order_id;
const change = (token: string, orderId: unknown, updatingStatus: OrderStatus) =>
  put<PerOrderResult[]>(program, token, "change-order-status", { orderId, updatingStatus });
const statusOf = async (orderId: number) =>
  (
    await call<{ process_status: string; version: number; refund_date: string | null }>(
      program.address,
      "GET",
      `/api/admin/get-orders-details/${orderId}`,
      { token: team },
    )
  ).body.data;

describe("moving many orders", () => {
  it("moves all, with one answer each and the specified message for a deletion", async () => {
    const ids = [await newOrder(), await newOrder()];
    const { code, body } = await change(manager, ids, "Deleted");
    expect([code, body.message]).toEqual([200, "Order has been deleted successfully"]);
    expect(body.data).toEqual(ids.map((order_id) => ({ order_id, status: 1, message: ORDER_MESSAGES.orderDeleted })));
    expect(await eventTypesOf(program, ids[1] ?? 0)).toEqual(["created", "moved"]);
  });

  it("does what is possible, counts it, and gives the reason for each refusal", async () => {
    const [here, there, deleted] = [await newOrder(), await newOrder(), await newOrder()];
    await change(manager, deleted, "Awaiting");
    const { code, body } = await change(team, [here, 999_999, deleted, there], "Awaiting");
    expect([code, body.status]).toEqual([200, 1]);
    expect(body.message).toBe("2 of 4 orders moved. This order does not exist.");
    expect(body.data.map(({ order_id, status, message }) => [order_id, status, message])).toEqual([
      [here, 1, ORDER_MESSAGES.orderMoved],
      [999_999, 0, MESSAGES.orderNotFound],
      [deleted, 0, ORDER_MESSAGES.statusSame],
      [there, 1, ORDER_MESSAGES.orderMoved],
    ]);
  });

  it("refuses with status 0 and the results when none could be moved", async () => {
    const id = await newOrder();
    const { code, body } = await change(team, [id, 999_999], "Completed");
    expect([code, body.status, body.code]).toEqual([422, 0, "rule_violation"]);
    expect(body.message).toBe(ORDER_MESSAGES.completedNeedsDocument);
    expect(body.data.map(({ status }) => status)).toEqual([0, 0]);
    expect(await eventTypesOf(program, id)).toEqual(["created"]);
  });

  it("moves an order once even if it is named several times", async () => {
    const id = await newOrder();
    const { body } = await change(team, [id, String(id), { id }], "Awaiting");
    expect(body.data).toEqual([{ order_id: id, status: 1, message: ORDER_MESSAGES.orderMoved }]);
    expect((await statusOf(id)).version).toBe(2);
  });

  it.each([
    ["a number", (id: number) => id],
    ["digits", (id: number) => String(id)],
    ["an object", (id: number) => ({ id })],
    ["an object with digits", (id: number) => ({ id: String(id), version: 1 })],
    ["a list of one", (id: number) => [id]],
  ])("takes %s @7-011", async (_what, item) => {
    const id = await newOrder();
    const { code, body } = await change(team, item(id), "Customer Called");
    expect([code, body.data.map(({ order_id }) => order_id)]).toEqual([200, [id]]);
  });

  it("checks the version of the items that state one", async () => {
    const [stale, fresh] = [await newOrder(), await newOrder()];
    await change(team, stale, "Awaiting");
    const { code, body } = await change(
      team,
      [
        { id: stale, version: 1 },
        { id: fresh, version: 1 },
      ],
      "AwaitingGovt",
    );
    expect(code).toBe(200);
    expect(body.data.map(({ status }) => status)).toEqual([0, 1]);
    expect(body.data[0]?.message).toContain("Team Member moved this order to Awaiting Response at ");
    expect((await statusOf(stale)).process_status).toBe("Awaiting");
  });

  it.each([
    ["no order", []],
    ["no id", [{}]],
    ["an id of 0", [0]],
    ["null", null],
    ["a route form", ["MjAwMDAy"]],
  ])("refuses %s", async (_what, orderId) => {
    const { code, body } = await change(manager, orderId, "Deleted");
    expect([code, body.code]).toEqual([400, "invalid_input"]);
  });

  it("refuses more than 10,000", async () => {
    const ids = Array.from({ length: 10_001 }, (_, index) => index + 1);
    const { code, body } = await change(manager, ids, "Deleted");
    expect([code, body.message]).toEqual([400, ORDER_MESSAGES.ordersTooMany]);
  });

  it("answers in the order of the request when more orders are named than are moved at a time", async () => {
    const [first, last] = [await newOrder(), await newOrder()];
    const unknown = Array.from({ length: 600 }, (_, index) => first - 1000 - index);
    const ids = [last, ...unknown, first];
    const { body } = await change(team, ids, "Awaiting");
    expect(body.data.map(({ order_id }) => order_id)).toEqual(ids);
    expect(body.data.filter(({ status }) => status === 1).map(({ order_id }) => order_id)).toEqual([last, first]);
    expect(body.message).toBe("2 of 602 orders moved. This order does not exist.");
  });

  it("moves none when it fails after the first of them", async () => {
    const [first, last] = [await newOrder(), await newOrder()];
    await program.db.execute(sql`
      create function refuse_order() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`);
    await program.db.execute(
      sql.raw(`create trigger a_refusal before update on orders for each row when (old.id = ${last})
        execute function refuse_order()`),
    );
    // 499 unknown ids and the first order are moved together, before the last one.
    const ids = [...Array.from({ length: 499 }, (_, index) => first - 1000 - index), first, last];
    expect((await change(team, ids, "Awaiting")).code).toBe(500);
    await program.db.execute(sql`drop function refuse_order cascade`);
    expect(await eventTypesOf(program, first)).toEqual(["created"]);
    expect((await statusOf(first)).process_status).not.toBe("Awaiting");
  });

  it("two concurrent calls on the same orders move each once, without a deadlock", async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, newOrder));
    const answers = await Promise.all([
      change(team, ids, "Awaiting"),
      change(manager, ids.toReversed(), "Awaiting"),
      change(
        manager,
        ids.map((id) => ({ id, version: 1 })),
        "AwaitingGovt",
      ),
    ]);
    const moved = answers.flatMap(({ body }) => body.data).filter(({ status }) => status === 1);
    expect(moved.length).toBeGreaterThanOrEqual(ids.length);
    for (const id of ids) {
      const { version } = await statusOf(id);
      expect(await eventTypesOf(program, id)).toHaveLength(version);
    }
    expect(await brokenEvents(program)).toEqual([]);
  });
});

describe("deleting from lists", () => {
  it.each(["Team", "Night Staff", "Telecaller"] as const)(
    "is refused to %s, for one order too @2-089 @6-002 @6-003",
    async (role) => {
      const id = await newOrder();
      for (const orderId of [id, [id]]) {
        const { code, body } = await change(await program.signIn(role), orderId, "Deleted");
        expect([code, body.code, body.message]).toEqual([403, "forbidden", MESSAGES.forbidden]);
      }
      expect((await statusOf(id)).process_status).toBe("New");
    },
  );

  it.each(["Manager", "Admin"] as const)("is allowed to %s @2-089 @6-002", async (role) => {
    const id = await newOrder();
    expect((await change(await program.signIn(role), [id], "Deleted")).code).toBe(200);
    expect((await statusOf(id)).process_status).toBe("Deleted");
  });
});
