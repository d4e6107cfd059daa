// Lists, searches, neighbours and exports under filters, compared with a plain predicate over the same rows.
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statusFilters } from "#contract/orders/list-filters.ts";
import type { OrderFilter } from "#contract/orders/order-filter.ts";
import { SORT_FIELDS } from "#contract/orders/orders.ts";
import { LIST_NAMES, type ListName } from "#contract/orders/queues.ts";
import { inList, sortClause, sortOf } from "#server/features/orders/conditions/list-conditions.ts";
import { readList } from "#server/features/orders/export/order-export.repository.ts";
import { listRequest } from "#server/features/orders/list/list-request.ts";
import { createOrderLists } from "#server/features/orders/list/order-lists.repository.ts";
import { findNeighbours } from "#server/features/orders/list/order-neighbours.repository.ts";
import { createDatabase, type DatabaseHandle } from "#server/platform/db/client.ts";
import { orderFacets, orderSearch, orders } from "#server/platform/db/schema.ts";
import type { Log } from "#server/platform/log.ts";
import { forList, randomRuns } from "#test/support/long-run.ts";
import { holdsSearch } from "#test/support/naive-search.ts";
import { fillOrders } from "../bench/dataset.ts";
import {
  FILTERED_NOW,
  filterIn,
  filterValues,
  passes,
  readFacts,
  someFilters,
  varyOrders,
} from "./support/filtered-orders.ts";
import { createTestDatabase, type TestDatabase } from "./support/test-database.ts";

const ORDERS = 3000;
/** So low that a few thousand orders exercise every strategy. */
const LIMITS = { total: 60, scan: 20, scanForRow: 3, scanAtMost: 400 };
const actor = { id: 1, type: "Admin" } as const;

let database: TestDatabase;
let lists: ReturnType<typeof createOrderLists>;
let facts: Awaited<ReturnType<typeof readFacts>>;
const texts = new Map<number, string>();

beforeAll(async () => {
  database = await createTestDatabase();
  const { db, pool } = database;
  lists = createOrderLists(db, LIMITS);
  await pool.query(
    "insert into members (name, email, email_key, role, password_hash) values ('A', 'a@staff.example', 'a@staff.example', 'Team', '-')",
  );
  await fillOrders(pool, ORDERS);
  await varyOrders(pool);
  facts = await readFacts(pool);
  const rows = await db.select({ id: orderSearch.orderId, text: orderSearch.searchText }).from(orderSearch);
  for (const { id, text } of rows) texts.set(id, text);
});
afterAll(() => database.drop());

interface Asked {
  list: ListName;
  sort: (typeof SORT_FIELDS)[number] | undefined;
  dir: "asc" | "desc" | undefined;
  filter: OrderFilter;
  text: string | undefined;
}

async function hitsOf({ list, sort, dir, filter, text }: Asked): Promise<number[]> {
  const rows = await database.db
    .select({ id: orders.id })
    .from(orders)
    .where(inList(list))
    .orderBy(sortClause(sortOf(list, sort, dir)));
  return rows
    .map(({ id }) => id)
    .filter((id) => {
      const held = facts.get(id);
      return (
        held !== undefined &&
        passes(held, filter, actor.id) &&
        (text === undefined || holdsSearch(texts.get(id) ?? "", text))
      );
    });
}

const requestOf = ({ list, sort, dir, filter }: Asked) =>
  listRequest(actor, { list, sort, dir, ...filter }, FILTERED_NOW);

const asked: fc.Arbitrary<Asked> = fc
  .record({
    list: fc.constantFrom(...LIST_NAMES),
    sort: fc.option(fc.constantFrom(...SORT_FIELDS), { nil: undefined }),
    dir: fc.option(fc.constantFrom("asc" as const, "desc" as const), { nil: undefined }),
    filter: someFilters,
    text: fc.option(fc.constantFrom("perera", "amaraperera", "example", "traveller27", "pe", "zq"), { nil: undefined }),
  })
  .map((given) => ({ ...given, filter: filterIn(given.list, given.filter) }))
  .filter(({ filter }) => Object.keys(filter).some((key) => key !== "due" && key !== "status"));

async function expectSame(given: Asked, window: { offset: number; limit: number; isExact: boolean }): Promise<void> {
  const hits = await hitsOf(given);
  const found = await lists.search({ ...requestOf(given), text: given.text, ...window });
  const isFar = window.isExact || window.offset + window.limit > LIMITS.total;
  const isCapped = !isFar && hits.length > LIMITS.total;
  expect({ ids: found.rows.map(({ id }) => id), total: found.total, isCapped: found.isCapped }).toEqual({
    ids: hits.slice(window.offset, window.offset + window.limit),
    total: isCapped ? LIMITS.total : hits.length,
    isCapped,
  });
}

describe("a filtered list shows what a plain predicate finds", () => {
  for (const list of LIST_NAMES) {
    it(`in ${list}, by each filter alone`, { timeout: 60_000, ...forList(list) }, async () => {
      for (const [key, values] of Object.entries(filterValues)) {
        if (key === "due" || key === "status") continue;
        for (const value of fc.sample(values as fc.Arbitrary<unknown>, 3)) {
          const given = { list, sort: undefined, dir: undefined, filter: { [key]: value }, text: undefined };
          await expectSame(given, { offset: 0, limit: 10, isExact: false });
        }
      }
    });
  }

  it("by any filters, with and without a search, in each sort, on each page", { timeout: 120_000 }, async () => {
    const window = fc.record({
      offset: fc.oneof(fc.constant(0), fc.nat({ max: LIMITS.total }), fc.nat({ max: ORDERS })),
      limit: fc.constantFrom(0, 1, 10, 25, 100),
      isExact: fc.boolean(),
    });
    await fc.assert(fc.asyncProperty(asked, window, expectSame), { numRuns: randomRuns(150, 500) });
  });
});

it.each(LIST_NAMES.filter((list) => statusFilters(list).length > 0))(
  "%s filtered by status alone has those orders in each sort, and their number",
  async (list) => {
    const values = statusFilters(list);
    for (const sort of [undefined, ...SORT_FIELDS]) {
      for (const status of [...fc.sample(fc.subarray([...values], { minLength: 1 }), 4), [...values]]) {
        const given = { list, sort, dir: "desc" as const, filter: { status }, text: undefined };
        const request = { ...requestOf(given), offset: 5, limit: 20 };
        const hits = await hitsOf(given);
        expect((await lists.findPage(request)).map(({ id }) => id)).toEqual(hits.slice(5, 25));
        expect(await lists.count(request, true)).toBe(hits.length);
        const orderId = hits[3];
        if (orderId === undefined) continue;
        const beside = { previous: hits[2] ?? null, next: hits[4] ?? null };
        expect(await findNeighbours(database.db, { orderId, ...requestOf(given) })).toEqual(beside);
      }
    }
  },
);

it("the neighbours under filters are those beside the order in the filtered list", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(asked, fc.nat({ max: ORDERS - 1 }), fc.constantFrom(1, 5, 1000), async (given, at, near) => {
      const hits = await hitsOf({ ...given, text: undefined });
      const orderId = hits[at % (hits.length || 1)];
      if (orderId === undefined) return;
      const place = hits.indexOf(orderId);
      expect(await findNeighbours(database.db, { orderId, ...requestOf(given) }, near)).toEqual({
        previous: hits[place - 1] ?? null,
        next: hits[place + 1] ?? null,
      });
    }),
    { numRuns: randomRuns(60, 200) },
  );
});

it("an export under filters has the rows of the filtered list", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(asked, async (given) => {
      const exported: number[] = [];
      const request = { ...requestOf(given), search: given.text };
      for await (const rows of readList(database, request, AbortSignal.timeout(20_000))) {
        exported.push(...rows.map(({ id }) => id));
      }
      expect(exported).toEqual(await hitsOf(given));
    }),
    { numRuns: randomRuns(20, 60) },
  );
});

const differing = async () =>
  (await database.db.execute<{ id: number }>(sql`select * from prove_order_facets() as id`)).rows.map(({ id }) => id);

const write = fc.record({
  kind: fc.constantFrom(
    ...([
      "remark",
      "document",
      "mail",
      "send",
      "dispute",
      "close",
      "ask",
      "decide",
      "refund",
      "undo",
      "correct",
      "move",
      "many",
    ] as const),
    ...(["purge", "insert", "delete"] as const),
  ),
  /** Of few orders, so that writes meet. */
  order: fc.integer({ min: 1, max: 12 }),
  isUndone: fc.boolean(),
});
type Write = typeof write extends fc.Arbitrary<infer W> ? W : never;

async function perform({ db }: DatabaseHandle, { kind, order, isUndone }: Write): Promise<void> {
  const id = 100_000 + order;
  const last = sql`(select max(id) from mails where order_id = ${id})`;
  const statements = {
    remark: sql`insert into remarks (order_id, created_at, author_id, remark, is_whatsapp, is_telephone, is_refund, is_voided, is_chargeback)
      values (${id}, now(), 1, 'x', random() < 0.5, false, random() < 0.5, false, random() < 0.5)`,
    document: sql`insert into documents (order_id, version, file1, original_name, customer_name, content_type, bytes, sha256, storage_key, created_at)
      select ${id}, floor(random() * 1e9), 'a', 'a', 'N', 'application/pdf', 3, '\\x00', gen_random_uuid()::text, now()`,
    mail: sql`insert into mails (order_id, kind, created_at, customer_name, from_address, to_address, subject, html, text, provider, state)
      values (${id}, 'document', now(), 'N', 'a@b', 'c@d', 's', 'h', 't', 'AWS', 'queued')`,
    send: sql`update mails set state = (array['sending', 'sent', 'delivered', 'bounced'])[1 + floor(random() * 4)] where id = ${last}`,
    dispute: sql`insert into disputes (order_id, opened_at) values (${id}, now()) on conflict do nothing`,
    close: sql`update disputes set closed_at = now(), outcome = case when random() < 0.5 then 'opened_in_error' else 'lost' end
      where order_id = ${id}`,
    ask: sql`insert into correction_requests (order_id, fields, note, at) values (${id}, '{}', 'n', now())`,
    decide: sql`update correction_requests set decided_at = now() where order_id = ${id}`,
    refund: sql`insert into refunds (order_id, is_assumed, recorded_at) values (${id}, false, now())`,
    undo: sql`update refunds set undone_at = now() where order_id = ${id}`,
    correct: sql`update orders set arrival_date = arrival_date + 1, nationality_code = 'NZ', gateway_id = null where id = ${id}`,
    move: sql`update orders set status = 'Deleted' where id = ${id}`,
    many: sql`update orders set processing_mode = 'Priority' where id in (
      select id from orders where id between ${id} and ${id} + 5 order by id for update)`,
    purge: sql`update orders set purged_at = case when purged_at is null then now() end where id = ${id}`,
    insert: sql`insert into orders (status, status_changed_at, created_at, processing_mode, is_paid)
      select 'New', now(), now(), 'Standard', true from generate_series(1, 3)`,
    delete: sql`delete from orders where full_name is null`,
  };
  try {
    await db.transaction(async (tx) => {
      // As every writer of the program does.
      await tx.execute(sql`select 1 from orders where id = ${id} for no key update`);
      await tx.execute(statements[kind]);
      if (isUndone) tx.rollback();
    });
  } catch (error) {
    // A deadlock: one transaction is rolled back completely.
    if (!isUndone && (error as { cause?: { code?: string } }).cause?.code !== "40P01") throw error;
  }
}

describe("the tags of orders equal computed ones", () => {
  let handles: DatabaseHandle[];
  beforeAll(() => {
    const log = { warn: () => undefined } as unknown as Log;
    handles = [1, 2, 3].map(() => createDatabase(database.connectionString, { max: 2, log }));
  });
  afterAll(() => Promise.all(handles.map((handle) => handle.close())));

  it("after the fill, which stores rows of every kind", async () => {
    expect(await differing()).toEqual([]);
    expect(await database.db.$count(orderFacets)).toBe(facts.size);
  });

  it("after any concurrent writes, commits and rollbacks", { timeout: 120_000 }, async () => {
    const plays = fc.tuple(...[1, 2, 3].map(() => fc.array(write, { maxLength: 12 })));
    await fc.assert(
      fc.asyncProperty(plays, async (given) => {
        await Promise.all(
          given.map(async (writes, at) => {
            for (const each of writes) if (handles[at]) await perform(handles[at], each);
          }),
        );
        expect(await differing()).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it("and a move writes none", async () => {
    const versions = async () =>
      (await database.pool.query("select order_id, xmin, ctid from order_facets order by 1")).rows;
    const before = await versions();
    await database.pool.query("update orders set status = 'Completed', version = version + 1 where purged_at is null");
    expect(await versions()).toEqual(before);
  });

  it("after the check, which mends what is wrong and reports it", async () => {
    await database.pool.query("update order_facets set tags = '{nat:XX}' where order_id = 100020");
    await database.pool.query("delete from order_facets where order_id = 100021");
    expect((await differing()).sort()).toEqual([100020, 100021]);
    expect(await differing()).toEqual([]);
  });
});
