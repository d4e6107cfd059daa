import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createBlankDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { assertSupportedServer, createDatabase } from "./client.ts";
import { waitUntil } from "./embedded/wait-until.ts";

describe("createDatabase", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createBlankDatabase();
  });
  afterAll(async () => await database.drop());

  it("reads date as text, bigint as number and timestamptz as Date", async () => {
    const result = await database.pool.query(
      "select date '2026-03-29' as day, 5000000000::bigint as big, timestamptz '2026-01-02 03:04:05Z' as at",
    );
    expect(result.rows).toEqual([{ day: "2026-03-29", big: 5_000_000_000, at: new Date("2026-01-02T03:04:05Z") }]);
  });

  it("reads bigint as number through Drizzle too", async () => {
    const result = await database.db.execute<{ n: number }>(sql`select count(*) as n from pg_class`);
    expect(result.rows[0]?.n).toBeTypeOf("number");
  });

  it("refuses a bigint that a number cannot hold", async () => {
    await expect(database.pool.query("select 9007199254740993::bigint as big")).rejects.toThrow(/does not fit/);
  });

  it("works in UTC and ends a statement that runs too long", async () => {
    expect((await database.pool.query("show timezone")).rows).toEqual([{ TimeZone: "UTC" }]);
    const shortTimeout = createDatabase(database.connectionString, { statementTimeoutMs: 50, log: { warn: vi.fn() } });
    await expect(shortTimeout.pool.query("select pg_sleep(10)")).rejects.toMatchObject({ code: "57014" });
    await shortTimeout.close();
    await shortTimeout.close();
  });

  it("reads from the database itself without a replica", async () => {
    const alone = createDatabase(database.connectionString, { log: { warn: vi.fn() } });
    expect(alone.reading.source()).toMatchObject({ isReplica: false, pool: alone.pool });
    const { rows } = await alone.reading.read(async (db) => await db.execute(sql`select 1 as one`));
    expect(rows).toEqual([{ one: 1 }]);
    await alone.close();
  });

  it("survives and logs a connection that is cut while idle and while checked out", async () => {
    const warn = vi.fn();
    const cut = createDatabase(database.connectionString, { log: { warn } });
    const client = await cut.pool.connect();
    const own = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    await database.pool.query("select pg_terminate_backend($1)", [own.rows[0]?.pid]);
    expect(await waitUntil(() => (warn.mock.calls.length > 0 ? true : undefined), 60_000)).toBe(true);
    client.release(true);
    expect((await cut.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await cut.close();
  });

  it("discards a connection to a server that refuses writes, which may no longer be the primary", async () => {
    const own = createDatabase(database.connectionString, { max: 1, log: { warn: vi.fn() } });
    const backend = async () => (await own.pool.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid;
    const before = await backend();
    const write = own.db.transaction(async (tx) => {
      await tx.execute("set transaction read only");
      await tx.execute("create table never (n int)");
    });
    await expect(write).rejects.toThrow();
    expect(await backend()).not.toBe(before);
    await own.close();
  });
});

describe("assertSupportedServer", () => {
  it("accepts the server of the tests and refuses one that is not UTF8", async () => {
    const database = await createBlankDatabase();
    await expect(assertSupportedServer(database.pool)).resolves.toBeUndefined();
    const name = `test_ascii_${randomBytes(4).toString("hex")}`;
    await database.pool.query(
      `create database ${name} encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`,
    );
    const ascii = createDatabase(database.connectionString.replace(/\/test_[0-9a-f]+/, `/${name}`), {
      log: { warn: vi.fn() },
    });
    try {
      await expect(assertSupportedServer(ascii.pool)).rejects.toThrow(/SQL_ASCII; Arrival Desk needs UTF8/);
    } finally {
      await ascii.close();
      await database.pool.query(`drop database ${name} with (force)`);
      await database.drop();
    }
  });
});
