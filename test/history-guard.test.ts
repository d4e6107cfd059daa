import type { PoolClient } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addHistory, addPack } from "#test/support/histories.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";

let database: TestDatabase;
const TABLES = [
  "order_events",
  "order_event_payloads",
  "order_event_values",
  "order_submissions",
  "defence_packs",
  "audit_events",
  "audit_payloads",
] as const;

beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  const orderId = await addHistory(pool, ["created", "paid"]);
  await addPack(pool, orderId);
  await pool.query("insert into order_submissions values ($1, '{}', sha256('{}'), now())", [orderId]);
  await pool.query(
    "insert into order_event_values select id, order_id, 'salt', '{}' from order_events where order_id = $1 limit 1",
    [orderId],
  );
  await pool.query(
    `with event as (
       insert into audit_events (at, type, payload_digest) values (now(), 'signed-out', sha256('salt{}')) returning id
     ) insert into audit_payloads select id, 'salt', '{}' from event`,
  );
});
afterAll(() => database.drop());

/** Runs a statement as the tables' owner, which is the program's role, and rolls it back. */
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

const COLUMN = {
  order_events: "seq",
  order_event_payloads: "data",
  order_event_values: "data",
  order_submissions: "data",
  defence_packs: "pages",
  audit_events: "type",
  audit_payloads: "data",
};

describe.each(TABLES)("the database protects %s", (table) => {
  it("from its owner, who is not a superuser", async () => {
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

  it("from a purge, except for the rows that it may delete", async () => {
    const isDeletable = ["order_event_payloads", "order_event_values", "order_submissions", "defence_packs"].includes(
      table,
    );
    expect(await attempt(`delete from ${table}`, true)).toMatch(isDeletable ? /^done to [1-9]/ : /insert-only/);
    expect(await attempt(`update ${table} set ${COLUMN[table]} = ${COLUMN[table]}`, true)).toMatch(/insert-only/);
    expect(await attempt(`truncate ${table} cascade`, true)).toMatch(/insert-only/);
  });
});

describe("the deletion of old strangers' events", () => {
  const add = async (type: string, memberId: number | null, days: number) => {
    const { rows } = await database.pool.query<{ id: number }>(
      `with event as (
         insert into audit_events (at, type, member_id, payload_digest)
         values (now() - make_interval(days => $3), $1, $2, sha256('salt{}')) returning id
       ), payload as (
         insert into audit_payloads select id, 'salt', '{}' from event
       ) select id from event`,
      [type, memberId, days],
    );
    return rows[0]?.id;
  };
  const prune = async (id: number | undefined) => {
    const client = await database.pool.connect();
    try {
      await client.query("begin");
      await client.query("select set_config('arrival_desk.prune', 'on', true)");
      for (const [table, key] of [
        ["audit_payloads", "event_id"],
        ["audit_events", "id"],
      ]) {
        await client.query(`delete from ${table} where ${key} = $1`, [id]);
      }
      return "deleted";
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      await client.query("rollback");
      client.release();
    }
  };

  it("is allowed thirty days later, and of nothing else", async () => {
    const { rows } = await database.pool.query<{ id: number }>(
      `insert into members (name, email, email_key, role, password_hash) values ('Ann', 'a@b.example', 'a@b.example', 'Team', '-')
       returning id`,
    );
    const memberId = rows[0]?.id ?? 0;
    expect(await prune(await add("sign-in-failed", null, 31))).toBe("deleted");
    const kept: [string, number | null, number][] = [
      ["sign-in-failed", null, 29],
      ["sign-in-failed", memberId, 31],
      ["signed-out", null, 31],
      ["orders-exported", null, 400],
    ];
    for (const [type, member, days] of kept) {
      expect(await prune(await add(type, member, days)), type).toMatch(/is refused: the history is insert-only/);
    }
  });
});
