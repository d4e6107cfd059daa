import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { SOON } from "#test/support/wait-limits.ts";
import type { Transaction } from "./client.ts";
import { lockOrders } from "./lock-orders.ts";
import { members, orderReturns, orders } from "./schema.ts";

const at = new Date("2026-03-01T08:00:00Z");
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function addOrder(given: Partial<typeof orders.$inferInsert> = {}): Promise<number> {
  const base = { status: "New", statusChangedAt: at, createdAt: at, processingMode: "Standard", isPaid: true } as const;
  const [row] = await database.db
    .insert(orders)
    .values({ ...base, ...given })
    .returning({ id: orders.id });
  return row?.id ?? 0;
}

const lockedIds = async (tx: Transaction, ids: number[], options?: Parameters<typeof lockOrders>[3]) =>
  (await lockOrders(tx, ids, { id: orders.id }, options)).map(({ id }) => id);

const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const someoneWaits = () =>
  vi.waitFor(async () => expect((await database.db.execute(waiting)).rows).toHaveLength(1), SOON);

it("returns the requested columns, ascending by id, without unknown or purged orders", async () => {
  const [first, purged, last] = [await addOrder(), await addOrder({ purgedAt: at }), await addOrder()];
  const columns = { id: orders.id, isPaid: orders.isPaid, twice: sql<number>`orders.id * 2` };
  await database.db.transaction(async (tx) => {
    expect(await lockOrders(tx, [last, 1, purged, first], columns)).toEqual([
      { id: first, isPaid: true, twice: first * 2 },
      { id: last, isPaid: true, twice: last * 2 },
    ]);
    expect(await lockedIds(tx, [last, purged, first], { includesPurged: true })).toEqual([first, purged, last]);
    expect(await lockedIds(tx, [])).toEqual([]);
  });
});

it("locks ids in ascending order, whatever the order of its arguments", async () => {
  const [low, high] = [await addOrder(), await addOrder()];
  const other = await database.db.transaction(async (tx) => {
    await lockedIds(tx, [low]);
    const waits = database.db.transaction((second) => lockedIds(second, [high, low]));
    await someoneWaits();
    // Still free: otherwise the two transactions would deadlock.
    expect(await lockedIds(tx, [high])).toEqual([high]);
    return { waits };
  });
  expect(await other.waits).toEqual([low, high]);
});

it("reads many orders in slices, each order once and all ascending", async () => {
  await database.db.execute(sql`
    insert into orders (status, status_changed_at, created_at, processing_mode, is_paid)
    select 'New', now(), now(), 'Standard', true from generate_series(1, 1200)`);
  const { rows } = await database.db.execute<{ id: number }>(sql`select id from orders where purged_at is null`);
  const all = rows.map(({ id }) => id).sort((a, b) => a - b);
  await database.db.transaction(async (tx) => {
    const select = vi.spyOn(tx, "select");
    expect(await lockedIds(tx, [...all.toReversed(), ...all])).toEqual(all);
    expect(select).toHaveBeenCalledTimes(Math.ceil(all.length / 500));
  });
});

it("waits for open inserts of rows that reference the order only with strength `update`", async () => {
  const orderId = await addOrder();
  const account = { name: "Ann", email: "ann@staff.example", emailKey: "ann@staff.example", passwordHash: "-" };
  const [member] = await database.db
    .insert(members)
    .values({ ...account, role: "Team" })
    .returning();
  const memberId = member?.id ?? 0;
  const other = await database.db.transaction(async (tx) => {
    await tx.insert(orderReturns).values({ orderId, memberId, at });
    expect(await database.db.transaction((second) => lockedIds(second, [orderId]))).toEqual([orderId]);
    const waits = database.db.transaction(async (second) => {
      await lockedIds(second, [orderId], { strength: "update" });
      return await second.select({ orderId: orderReturns.orderId }).from(orderReturns);
    });
    await someoneWaits();
    return { waits };
  });
  expect(await other.waits).toEqual([{ orderId }]);
});
