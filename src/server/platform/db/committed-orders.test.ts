import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createBlankDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { createDatabase, type DatabaseHandle } from "./client.ts";
import { noteChangedOrders } from "./committed-orders.ts";

let blank: TestDatabase;
let database: DatabaseHandle;
let notified: number[][] = [];

beforeAll(async () => {
  blank = await createBlankDatabase();
  database = createDatabase(blank.connectionString, { log: { warn: vi.fn() } });
  database.onOrdersChanged((ids) => notified.push([...ids].sort()));
});
beforeEach(() => {
  notified = [];
});
afterAll(async () => {
  await database.close();
  await blank.drop();
});

it("notifies immediately of a statement outside a transaction", () => {
  noteChangedOrders(database.db, [1]);
  expect(notified).toEqual([[1]]);
});

it("notifies once of a transaction, after its commit", async () => {
  await database.db.transaction(async (tx) => {
    noteChangedOrders(tx, [2, 1]);
    await tx.execute(sql`select 1`);
    noteChangedOrders(tx, [2, 3]);
    expect(notified).toEqual([]);
  });
  expect(notified).toEqual([[1, 2, 3]]);
});

it("does not notify of a transaction that is rolled back or fails at its commit", async () => {
  const failing = database.db.transaction(async (tx) => {
    noteChangedOrders(tx, [1]);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  await database.db.execute(sql`create table parent (id int primary key)`);
  await database.db.execute(sql`create table child (id int references parent deferrable initially deferred)`);
  const refused = database.db.transaction(async (tx) => {
    noteChangedOrders(tx, [2]);
    await tx.execute(sql`insert into child values (1)`);
  });
  await expect(refused).rejects.toMatchObject({ cause: { code: "23503" } });
  expect(notified).toEqual([]);
});

it("includes nested transactions, except those that were rolled back", async () => {
  await database.db.transaction(async (tx) => {
    await tx.transaction(async (inner) => noteChangedOrders(inner, [1]));
    await tx
      .transaction(async (inner) => {
        noteChangedOrders(inner, [2]);
        throw new Error("no");
      })
      .catch(() => undefined);
    noteChangedOrders(tx, [3]);
    expect(notified).toEqual([]);
  });
  expect(notified).toEqual([[1, 3]]);
});

it("does not notify when nothing was changed", async () => {
  await database.db.transaction(async (tx) => void (await tx.execute(sql`select 1`)));
  expect(notified).toEqual([]);
});
