import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { createDatabase } from "./client.ts";
import { isDatabaseDown } from "./failures.ts";
import { isUnclearCommit, leavesOpen, mayCommit, UnclearCommitError } from "./unclear-commit.ts";

describe("mayCommit", () => {
  it("is true inside a transaction only for COMMIT", () => {
    expect(["commit", " COMMIT;", "end", "prepare transaction 'x'"].map((text) => mayCommit(text, true))).toEqual(
      Array(4).fill(true),
    );
    expect(["insert into t values (1)", "rollback", "select 1"].map((text) => mayCommit(text, true))).toEqual(
      Array(3).fill(false),
    );
  });

  it("is true outside a transaction for every statement that writes", () => {
    const writing = [
      "insert into t values (1)",
      "\nupdate t set n = 1",
      "with a as (delete from t returning n) select n from a",
      "select fold_order_tallies()",
      "merge into t using u on true",
      "copy t from stdin",
      "call work()",
    ];
    expect(writing.filter((text) => !mayCommit(text, false))).toEqual([]);
    const reading = [
      "select 1",
      "select 1 from orders where status <> 'Deleted'",
      "with a as (select 1 as n) select n from a",
      "begin",
      "set timezone = 'UTC'",
      "listen x",
    ];
    expect(reading.filter((text) => mayCommit(text, false))).toEqual([]);
  });
});

describe("leavesOpen", () => {
  it("is true for a lost connection and a server shutdown, not for errors of the statement", () => {
    const of = (message: string, given: object = {}) => leavesOpen(Object.assign(new Error(message), given));
    expect(of("read ECONNRESET", { code: "ECONNRESET" })).toBe(true);
    expect(of("terminating connection", { code: "57P01", severity: "FATAL" })).toBe(true);
    expect(of("duplicate key", { code: "23505", severity: "ERROR" })).toBe(false);
    expect(of("doppelter Schlüssel", { code: "23505", severity: "FEHLER" })).toBe(false);
    expect(of("Verbindung wird beendet", { code: "57P01", severity: "FATAL" })).toBe(true);
    expect(of("Client has encountered a connection error and is not queryable")).toBe(false);
  });
});

describe("a change whose answer is lost", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.pool.query("create table kept (n int primary key deferrable initially deferred)");
  });
  afterAll(async () => await database.drop());

  it("lists all functions of the schema that write", async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and provolatile = 'v'
        and prorettype <> 'trigger'::regtype and prolang <> (select oid from pg_language where lanname = 'c')`,
    );
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.filter(({ name }) => !mayCommit(`select ${name}($1)`, false))).toEqual([]);
  });

  it("fails as unclear, and the next statement gets a new connection", async () => {
    const own = createDatabase(database.connectionString, { max: 1, log: { warn: vi.fn() } });
    const error = await own.pool
      .query("insert into kept select 1 where pg_terminate_backend(pg_backend_pid())")
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnclearCommitError);
    expect([isUnclearCommit(error), isDatabaseDown(error)]).toEqual([true, true]);
    expect((await own.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await own.close();
  });

  it("fails as unclear when the connection breaks silently", async () => {
    const own = createDatabase(database.connectionString, { max: 1, log: { warn: vi.fn() } });
    await own.pool.query("select 1");
    own.pool.once("acquire", (client) => setImmediate(() => client.connection.stream.destroy(new Error("cut"))));
    const error = await own.pool
      .query("insert into kept select 3 from pg_sleep(60)")
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnclearCommitError);
    await own.close();
  });

  it("is not unclear before the transaction's COMMIT, or when the COMMIT was refused", async () => {
    const own = createDatabase(database.connectionString, { max: 1, log: { warn: vi.fn() } });
    const lost = await own.db
      .transaction(async (tx) => void (await tx.execute("select pg_terminate_backend(pg_backend_pid())")))
      .catch((thrown: unknown) => thrown);
    expect([isUnclearCommit(lost), isDatabaseDown(lost)]).toEqual([false, true]);
    const refused = await own.db
      .transaction(async (tx) => void (await tx.execute("insert into kept values (2), (2)")))
      .catch((thrown: unknown) => thrown);
    expect([isUnclearCommit(refused), isDatabaseDown(refused)]).toEqual([false, false]);
    // Both have released the only connection.
    expect((await own.pool.query("select n from kept")).rows).toEqual([]);
    await own.close();
  });
});
