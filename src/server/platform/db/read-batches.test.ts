import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { createDatabase, type DatabaseHandle } from "./client.ts";
import { readBatches } from "./read-batches.ts";

let server: TestDatabase;
let database: DatabaseHandle;

beforeAll(async () => {
  server = await createTestDatabase();
  database = createDatabase(server.connectionString, { max: 1, log: { warn: () => undefined } });
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

const read = (signal: AbortSignal) =>
  readBatches(
    database.pool,
    { sql: "select n from generate_series(1, 25) n", params: [] },
    { size: 10, timeoutMs: 5000, signal },
  );

it("returns all rows in batches", async () => {
  const sizes: number[] = [];
  for await (const rows of read(new AbortController().signal)) sizes.push(rows.length);
  expect(sizes).toEqual([10, 10, 5]);
});

it("releases the connection when the read is aborted while waiting for one", async () => {
  const { pool } = database;
  const held = await pool.connect();
  const controller = new AbortController();
  const first = read(controller.signal).next();
  controller.abort(new Error("the caller has gone"));
  held.release();
  await expect(first).rejects.toThrow("the caller has gone");
  expect([pool.totalCount - pool.idleCount, pool.waitingCount]).toEqual([0, 0]);
  expect((await pool.query("select 1 as n")).rows).toEqual([{ n: 1 }]);
});

it("releases the connection when the reader stops early", async () => {
  for await (const rows of read(new AbortController().signal)) {
    expect(rows).toHaveLength(10);
    break;
  }
  expect((await database.pool.query("select 1 as n")).rows).toEqual([{ n: 1 }]);
});
