// Kept counts must always equal counted ones, and pages located by them must be the pages of the list.
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SortField } from "#contract/orders/orders.ts";
import { LIST_NAMES } from "#contract/orders/queues.ts";
import { inList, sortClause, sortOf } from "#server/features/orders/conditions/list-conditions.ts";
import { createCountKeeper } from "#server/features/orders/list/count-keeper.ts";
import { foldCounts, verifyCounts } from "#server/features/orders/list/order-counts.repository.ts";
import { createOrderLists } from "#server/features/orders/list/order-lists.repository.ts";
import { createDatabase, type DatabaseHandle } from "#server/platform/db/client.ts";
import { orders } from "#server/platform/db/schema.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import { forList } from "#test/support/long-run.ts";
import { fillOrders } from "../bench/dataset.ts";
import { countedOf, keptOf } from "./support/kept-counts.ts";
import { createTestDatabase, type TestDatabase } from "./support/test-database.ts";

const ORDERS = 20_000;

let test: TestDatabase;
/** Two handles, like those of two processes. */
let handles: [DatabaseHandle, DatabaseHandle];

beforeAll(async () => {
  test = await createTestDatabase();
  await test.pool.query(
    "insert into members (name, email, email_key, role, password_hash) values ('A', 'a@staff.example', 'a@staff.example', 'Team', '-')",
  );
  await fillOrders(test.pool, ORDERS);
  const log = { warn: () => undefined } as unknown as Log;
  handles = [
    createDatabase(test.connectionString, { max: 4, log }),
    createDatabase(test.connectionString, { max: 4, log }),
  ];
});
afterAll(async () => {
  for (const handle of handles) await handle.close();
  await test.drop();
});

const counted = () => countedOf(test.pool);
const kept = () => keptOf(test.pool);

const STATUSES = ["New", "Priority", "Pending", "Future", "Completed", "Refunds", "Deleted"];
const change = fc.record({
  kind: fc.constantFrom("move", "many", "purge", "revise", "insert", "delete", "fold"),
  status: fc.constantFrom(...STATUSES),
  from: fc.nat({ max: ORDERS - 1 }),
  size: fc.integer({ min: 1, max: 300 }),
  isUndone: fc.boolean(),
});
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

async function perform({ db }: DatabaseHandle, { kind, status, from, size, isUndone }: Change): Promise<void> {
  const [first, last] = [100_001 + from, 100_000 + from + size];
  const statements = {
    move: sql`update orders set status = ${status} where id = ${first}`,
    many: sql`update orders set status = ${status} where id in (select id from orders where id between ${first} and ${last} order by id for update)`,
    purge: sql`update orders set purged_at = now(), nationality_code = null where id = ${first}`,
    revise: sql`update orders set created_at = created_at - interval '30 hours', arrival_date = arrival_date + 1,
      processing_mode = 'Priority', nationality_code = 'NZ' where id = ${first}`,
    insert: sql`insert into orders (status, status_changed_at, created_at, processing_mode, is_paid)
      select ${status}, now(), now() - n * interval '7 hours', 'Standard', true from generate_series(1, ${size}::int) n`,
    delete: sql`delete from orders where full_name is null and id % 7 = ${from % 7}`,
    fold: sql`select fold_order_tallies()`,
  };
  try {
    await db.transaction(async (tx) => {
      await tx.execute(statements[kind]);
      if (isUndone) tx.rollback();
    });
  } catch (error) {
    // A deadlock: one transaction is rolled back completely, like that of a killed process.
    if (!isUndone && (error as { cause?: { code?: string } }).cause?.code !== "40P01") throw error;
  }
}

describe("kept counts", () => {
  it("equal counted ones after the first fill", async () => {
    expect(await kept()).toEqual(await counted());
  });

  it("equal counted ones after any concurrent changes, commits, rollbacks and folds", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 8 }), fc.array(change, { maxLength: 8 }), async (one, other) => {
        const [left, right] = handles;
        const play = async (handle: DatabaseHandle, changes: Change[]) => {
          for (const each of changes) await perform(handle, each);
        };
        await Promise.all([play(left, one), play(right, other)]);
        expect(await kept()).toEqual(await counted());
      }),
      { numRuns: 12 },
    );
    expect(await verifyCounts(handles[0].db)).toEqual([]);
  }, 180_000);

  it("are not changed by a process that is killed during a transaction", async () => {
    const before = await kept();
    const client = new Client({ connectionString: test.connectionString });
    // The client emits two errors: one from the server and one from the socket.
    const disconnected = new Promise((resolve) => client.on("error", resolve));
    await client.connect();
    await client.query("begin");
    await client.query("update orders set status = 'Refunds' where id % 3 = 0");
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    await test.pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
    await disconnected;
    expect(await kept()).toEqual(before);
    expect(await kept()).toEqual(await counted());
  });

  it("need few delta rows for a change of many orders, and none after a fold", async () => {
    await foldCounts(handles[0].db);
    await test.pool.query("update orders set status = 'Completed' where status = 'New'");
    const days = await test.pool.query("select distinct (created_at at time zone 'UTC')::date from orders");
    const { rows } = await test.pool.query<{ n: number }>("select count(*)::int as n from order_tally_deltas");
    expect(rows[0]?.n).toBeLessThanOrEqual(2 * (days.rowCount ?? 0) + 2);
    expect(await foldCounts(handles[1].db)).toBe(rows[0]?.n);
    expect((await test.pool.query("select 1 from order_tally_deltas")).rowCount).toBe(0);
    expect(await kept()).toEqual(await counted());
  });

  it("write no delta for a change that affects no count", async () => {
    await foldCounts(handles[0].db);
    await test.pool.query("update orders set transaction_id = 'ch_x', version = version + 1 where id < 101000");
    expect((await test.pool.query("select 1 from order_tally_deltas")).rowCount).toBe(0);
  });

  it("are corrected by the check, which reports the number of differences", async () => {
    await foldCounts(handles[0].db);
    await test.pool.query("update order_tallies set n = n + 5 where grain = 'status' and status = 'Completed'");
    await test.pool.query("delete from order_tallies where grain = 'report' and nationality = 'GB'");
    const reported: { count: number }[] = [];
    const log = { error: (context: { count: number }) => void reported.push(context) } as unknown as Log;
    let runCheck: () => Promise<void> = async () => undefined;
    const keeper = createCountKeeper({ db: handles[0].db, log });
    const jobs = {
      schedule: (_name: string, _cron: string, work: () => Promise<void>) => {
        runCheck = work;
      },
    };
    keeper.registerJobs(jobs as unknown as Jobs);
    await runCheck();
    expect(reported).toHaveLength(1);
    expect(reported[0]?.count).toBeGreaterThan(2);
    expect(await kept()).toEqual(await counted());
    await runCheck();
    expect(reported).toHaveLength(1);
  });
});

describe("deep pages", () => {
  const SORTS: (SortField | undefined)[] = [undefined, "created_at", "full_name", "order_id", "processing_date"];

  for (const list of LIST_NAMES) {
    it(`of ${list} have the right rows in every sort order and direction`, forList(list), async () => {
      const { db } = handles[0];
      const lists = createOrderLists(db);
      await db.execute(sql`update orders set status = 'Future' where id % 9 = 0 and purged_at is null`);
      await db.execute(sql`update orders set status = 'Priority' where id % 9 = 1 and purged_at is null`);
      for (const sort of SORTS) {
        for (const dir of sort === undefined ? [undefined] : (["asc", "desc"] as const)) {
          const all = await db
            .select({ id: orders.id })
            .from(orders)
            .where(inList(list))
            .orderBy(sortClause(sortOf(list, sort, dir)));
          const ids = all.map(({ id }) => id);
          for (const offset of [
            1000,
            Math.floor(ids.length / 3),
            Math.floor(ids.length / 1.5),
            ids.length - 7,
            ids.length + 3,
          ]) {
            if (offset < 0) continue;
            const page = await lists.findPage({
              list,
              sort,
              dir,
              month: undefined,
              offset,
              limit: 25,
            });
            expect([sort, dir, offset, page.map(({ id }) => id)]).toEqual([
              sort,
              dir,
              offset,
              ids.slice(offset, offset + 25),
            ]);
          }
        }
      }
    });
  }
});
