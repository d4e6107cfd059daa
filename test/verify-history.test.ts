import { spawn } from "node:child_process";
import path from "node:path";
import type { PoolClient } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addEvent, addHistory, addPack } from "#test/support/histories.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { checkHistory, type HistoryQuestion } from "../scripts/verify-history/check-history.ts";

const TYPES = ["created", "paid", "document-stored", "mail-queued", "mail-accepted", "moved", "tracked", "commented"];

let database: TestDatabase;
let before: number;
let orderId: number;
let after: number;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    "alter table order_event_payloads drop constraint order_event_payloads_event_id_order_events_id_fk",
  );
});
afterAll(() => database.drop());
beforeEach(async () => {
  before = await addHistory(database.pool, TYPES);
  orderId = await addHistory(database.pool, TYPES);
  after = await addHistory(database.pool, ["created"]);
});

async function verify(question: HistoryQuestion = {}) {
  const client = await database.pool.connect();
  const faults: string[] = [];
  try {
    const totals = await checkHistory(client, question, ({ orderId: id, seq, what }) => {
      const name = { [before]: "before", [orderId]: "it", [after]: "after" }[id] ?? id;
      faults.push(`${name}${seq === null ? "" : ` ${seq}`}: ${what}`);
    });
    return { faults, totals };
  } finally {
    client.release();
  }
}

const GUARDED = ["order_events", "order_event_payloads", "defence_packs"];
const guards = (state: "disable" | "enable") =>
  GUARDED.map((table) => `alter table ${table} ${state} trigger user`).join("; ");

/** Acts as an attacker with the role that owns the tables, who can disable the triggers. */
async function tamper(work: (client: PoolClient) => Promise<unknown>): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query(`begin; ${guards("disable")}`);
    await work(client);
    await client.query(`${guards("enable")}; commit`);
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}
const run = (statement: string) => tamper((client) => client.query(statement));

/** Recomputes an order's digests from its changed rows, like an attacker who knows how. */
const rechain = (client: PoolClient, id: number) =>
  client.query(`
    do $$ declare e record; previous bytea; begin
      for e in select * from order_events where order_id = ${id} order by seq loop
        update order_events set previous_digest = previous,
          payload_digest = coalesce((select sha256(coalesce(salt, '\\x') || convert_to(data::text, 'UTF8')) from order_event_payloads where event_id = e.id), payload_digest)
          where id = e.id;
        update order_events o set digest = order_event_digest(previous, o.order_id, o.seq, o.at, o.type, o.actor_id, o.payload_digest)
          where id = e.id returning digest into previous;
      end loop;
    end $$`);

describe("an unchanged timeline", () => {
  it("is intact", async () => {
    await addPack(database.pool, orderId);
    const { faults, totals } = await verify();
    expect(faults).toEqual([]);
    expect(totals.orders).toBeGreaterThanOrEqual(3);
    expect(await verify({ orderId })).toEqual({
      faults: [],
      totals: { orders: 1, events: TYPES.length + 1, purged: 0, packs: 1 },
    });
  });

  it("is intact after a purge, and the purged payloads are counted", async () => {
    const { pool } = database;
    await addPack(pool, orderId);
    const client = await pool.connect();
    await client.query("begin; select set_config('arrival_desk.purge', 'on', true)");
    await client.query(
      `delete from order_event_payloads where event_id in (select id from order_events where order_id = ${orderId})`,
    );
    await client.query(`delete from defence_packs where order_id = ${orderId}`);
    await client.query(`update orders set purged_at = now() where id = ${orderId}`);
    await addEvent(client, orderId, "purged", {});
    await client.query("commit");
    client.release();
    const { faults, totals } = await verify({ orderId });
    expect(faults).toEqual([]);
    expect(totals).toMatchObject({ events: TYPES.length + 2, purged: TYPES.length + 1, packs: 0 });
  });

  it("is intact during concurrent writes", async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => addHistory(database.pool, TYPES)));
    const writing = Promise.all(ids.map((id) => addEvent(database.pool, id, "tracked")));
    expect((await verify()).faults).toEqual([]);
    await writing;
  });
});

describe("a changed timeline", () => {
  it.each([
    [
      "a payload",
      `update order_event_payloads set data = '{"note":"other"}' where event_id = EVENT_3`,
      ["it 3: its payload was changed"],
    ],
    [
      "white space of a payload",
      `update order_event_payloads set data = (data::text || ' ')::json where event_id = EVENT_3`,
      ["it 3: its payload was changed"],
    ],
    ["the time of an event", "update order_events set at = at + interval '1 ms' where id = EVENT_4", [CHANGED(4)]],
    ["the type of an event", "update order_events set type = 'moved' where id = EVENT_4", [CHANGED(4)]],
    [
      "the digest of an event",
      "update order_events set digest = sha256('x') where id = EVENT_4",
      [CHANGED(4), FOLLOWS(5)],
    ],
    [
      "the order of two events",
      "update order_events set seq = -seq where id in (EVENT_4, EVENT_5); update order_events set seq = 9 + seq where seq < 0",
      [FOLLOWS(4), CHANGED(4), FOLLOWS(5), CHANGED(5), FOLLOWS(6)],
    ],
    ["a missing event", "delete from order_events where id = EVENT_4", ["it 5: event 4 before it is missing"]],
    [
      "several missing events",
      "delete from order_events where id in (EVENT_1, EVENT_2)",
      ["it 3: events 1 to 2 before it are missing"],
    ],
    [
      "a missing payload",
      "delete from order_event_payloads where event_id = EVENT_3",
      ["it 3: its payload is missing, and the order was not purged"],
    ],
    [
      "an event of another order",
      `update order_events set order_id = ORDER_AFTER, seq = 2 where id = EVENT_8`,
      ["after 2: it does not follow the event before it", "after 2: it was changed: its digest does not match"],
    ],
    ["a missing timeline", "delete from order_events where order_id = ORDER", ["it: it has no history"]],
    [
      "an inserted event",
      `update order_events set seq = -seq where order_id = ORDER and seq >= 4;
       update order_events set seq = 1 - seq where order_id = ORDER and seq < 0;
       with e as (insert into order_events (order_id, seq, at, type, payload_digest, previous_digest, digest)
         select order_id, 4, at, 'moved', payload_digest, digest, sha256('x') from order_events where id = EVENT_3 returning id)
       insert into order_event_payloads select e.id, p.data, p.salt from e, order_event_payloads p where p.event_id = EVENT_3`,
      [CHANGED(4), FOLLOWS(5), CHANGED(5), CHANGED(6), CHANGED(7), CHANGED(8), CHANGED(9)],
    ],
  ])("reveals %s", async (_name, statement, expected) => {
    const { rows } = await database.pool.query<{ id: string; seq: number }>(
      "select id, seq from order_events where order_id = $1",
      [orderId],
    );
    const sql = statement
      .replace(/EVENT_(\d)/g, (_, seq) => rows.find((row) => row.seq === Number(seq))?.id ?? "")
      .replaceAll("ORDER_AFTER", String(after))
      .replaceAll("ORDER", String(orderId));
    await run(sql);
    expect((await verify()).faults).toEqual(expected);
    await cleanUp();
  });

  it("reveals a payload deleted by a forged purge", async () => {
    await run(
      `delete from order_event_payloads where event_id in (select id from order_events where order_id = ${orderId})`,
    );
    await addEvent(database.pool, orderId, "purged", {});
    expect((await verify()).faults).toEqual(["it 9: it tells of a purge that the order knows nothing of"]);
    await cleanUp();
  });

  it("reveals a truncated end only by a pack or a recorded head", async () => {
    const { pool } = database;
    const cut = `delete from order_events where order_id = ${orderId} and seq > 5`;
    const head = await digestAt(8);
    await run(cut);
    expect((await verify({ orderId })).faults).toEqual([]);
    const notFound = "no event has the given digest: the history was truncated or rewritten";
    for (const digest of [head, head.slice(0, 12)]) {
      expect((await verify({ orderId, head: { digest, seq: 8 } })).faults).toEqual([`it 8: ${notFound}`]);
      expect((await verify({ orderId, head: { digest } })).faults).toEqual([`it: ${notFound}`]);
    }
    const kept = await digestAt(5);
    expect((await verify({ orderId, head: { digest: kept, seq: 5 } })).faults).toEqual([]);
    expect((await verify({ orderId, head: { digest: kept, seq: 4 } })).faults).toEqual([`it 4: ${notFound}`]);

    const printed = await addPack(pool, orderId);
    expect((await verify({ orderId, head: { digest: printed.head, seq: printed.seq } })).faults).toEqual([]);
    await run(`delete from order_events where order_id = ${orderId} and seq > 4`);
    expect((await verify()).faults).toEqual([expect.stringMatching(/^it 5: pack \d+ was printed with another digest/)]);
    await cleanUp();
  });

  it("reveals a rewritten end by the head that a pack printed", async () => {
    await addPack(database.pool, orderId);
    await tamper(async (client) => {
      await client.query(
        `update order_event_payloads set data = '{"note":"never happened"}'
         where event_id = (select id from order_events where order_id = ${orderId} and seq = 7)`,
      );
      await rechain(client, orderId);
    });
    expect((await verify()).faults).toEqual([expect.stringMatching(/^it 8: pack \d+ was printed with another digest/)]);
    await cleanUp();
  });

  it("reveals a missing or replaced pack", async () => {
    for (const statement of [
      `update defence_packs set sha256 = sha256('x') where order_id = ${orderId}`,
      `delete from defence_packs where order_id = ${orderId}`,
    ]) {
      await addPack(database.pool, orderId);
      await run(statement);
      expect((await verify({ orderId })).faults).toContainEqual(
        expect.stringMatching(/^it \d+: pack \d+ is gone or is another one/),
      );
    }
    await cleanUp();
  });

  it("is not reported as intact when the order was deleted too", async () => {
    expect((await verify({ orderId: 4_000_000 })).faults).toEqual(["4000000: it is not in the database"]);
  });

  const digestAt = async (seq: number) => {
    const { rows } = await database.pool.query<{ digest: string }>(
      "select encode(digest, 'hex') as digest from order_events where order_id = $1 and seq = $2",
      [orderId, seq],
    );
    return rows[0]?.digest ?? "";
  };

  const cleanUp = () =>
    run("delete from order_event_payloads; delete from order_events; delete from defence_packs; delete from orders");
});

function CHANGED(seq: number): string {
  return `it ${seq}: it was changed: its digest does not match`;
}
function FOLLOWS(seq: number): string {
  return `it ${seq}: it does not follow the event before it`;
}

describe("the command", () => {
  async function command(args: string[], databaseUrl = database.connectionString) {
    const script = path.join(import.meta.dirname, "../scripts/verify-history.ts");
    const child = spawn(process.execPath, [script, ...args], { env: { ...process.env, DATABASE_URL: databaseUrl } });
    const output = { out: "", err: "" };
    child.stdout.on("data", (chunk) => {
      output.out += chunk;
    });
    child.stderr.on("data", (chunk) => {
      output.err += chunk;
    });
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
    return { code, ...output };
  }

  it("exits with 0 for intact timelines, and with 1 and each fault for a broken one", async () => {
    const intact = await command([]);
    expect(intact).toMatchObject({ code: 0, err: "" });
    expect(intact.out).toMatch(/^The history is intact: \d+ orders, \d+ events, \d+ packs; \d+ payloads purged\.\n$/);
    await run(`update order_events set type = 'x' where order_id = ${orderId} and seq = 2`);
    const broken = await command(["--order", String(orderId)]);
    expect(broken).toEqual({
      code: 1,
      err: "",
      out: `Order ${orderId}, event 2: it was changed: its digest does not match\nThe history is broken in 1 place: 1 order, 8 events, 0 packs; 0 payloads purged.\n`,
    });
    expect((await command(["--order", String(before), "--head", "0123456789ab", "--seq", "3"])).code).toBe(1);
  });

  it.each([
    [["--seq", "3"]],
    [["--head", "0123456789ab"]],
    [["--order", "nothing"]],
    [["--order", "100001", "--seq", "3"]],
    [["--order", "100001", "--head", "01234"]],
    [["--order", "100001", "--head", "0123456789ab", "--seq", "0"]],
    [["more"]],
  ])("exits with 2 and its usage for %j", async (args) => {
    expect(await command(args)).toMatchObject({ code: 2, out: "", err: expect.stringMatching(/^Usage: /) });
  });

  it("exits with 2 when it can't reach the database", async () => {
    const nowhere = await command([], "postgres://nobody@127.0.0.1:1/none");
    expect(nowhere).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringMatching(/^The history could not be checked: /),
    });
  });
});
