import type { PoolClient } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addHistory, addPack } from "#test/support/histories.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";

let database: TestDatabase;
const TABLES = ["order_events", "order_event_payloads", "defence_packs", "activity"] as const;

beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  await addPack(pool, await addHistory(pool, ["created", "paid"]));
  await pool.query("insert into activity (at, type, data) values (now(), 'gateway-activated', '{}')");
});
afterAll(() => database.drop());

/** As the role that owns the tables, which is what the program is, in a transaction that is taken back. */
async function attempt(statement: string, isPurge: boolean): Promise<string> {
  const client: PoolClient = await database.pool.connect();
  try {
    await client.query("begin");
    if (isPurge) await client.query("select set_config('arrival_desk.purge', 'on', true)");
    const { rowCount } = await client.query(statement);
    return `done to ${rowCount} rows`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.query("rollback");
    client.release();
  }
}

const COLUMN = { order_events: "seq", order_event_payloads: "data", defence_packs: "pages", activity: "data" };

describe.each(TABLES)("the database keeps %s", (table) => {
  it("from its owner, who is no superuser", async () => {
    const { rows } = await database.pool.query(
      `select pg_get_userbyid(relowner) = current_user as is_owner, rolsuper as is_superuser
         from pg_class, pg_roles where pg_class.oid = '${table}'::regclass and rolname = current_user`,
    );
    expect(rows).toEqual([{ is_owner: true, is_superuser: false }]);
  });

  it.each([
    ["changes", `update ${table} set ${COLUMN[table]} = ${COLUMN[table]}`],
    ["deletion", `delete from ${table}`],
    ["truncation", `truncate ${table} cascade`],
  ])("from %s by the role that owns it", async (_name, statement) => {
    expect(await attempt(statement, false)).toMatch(/is refused: the history is insert-only/);
  });

  it("from everything but what the purge may delete", async () => {
    const mayGo = table === "order_event_payloads" || table === "defence_packs";
    expect(await attempt(`delete from ${table}`, true)).toMatch(mayGo ? /^done to [1-9]/ : /insert-only/);
    expect(await attempt(`update ${table} set ${COLUMN[table]} = ${COLUMN[table]}`, true)).toMatch(/insert-only/);
    expect(await attempt(`truncate ${table} cascade`, true)).toMatch(/insert-only/);
  });
});
