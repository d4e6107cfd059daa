import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MONTHS } from "#contract/dates.ts";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { SORT_FIELDS } from "#contract/orders/orders.ts";
import { LIST_NAMES } from "#contract/orders/queues.ts";
import { searchKey } from "#contract/text.ts";
import { ensureMembers } from "#server/features/auth/first-admin.ts";
import { inList, sortClause, sortOf } from "#server/features/orders/conditions/list-conditions.ts";
import type { SearchRequest } from "#server/features/orders/conditions/list-conditions.types.ts";
import { createOrderLists } from "#server/features/orders/list/order-lists.repository.ts";
import { orderSearch, orders } from "#server/platform/db/schema.ts";
import { forList, randomRuns } from "#test/support/long-run.ts";
import { holdsSearch } from "#test/support/naive-search.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { fillOrders } from "../bench/dataset.ts";

const ORDERS = 3000;
/** So low that a few thousand orders exercise every search strategy. */
const LIMITS = { total: 60, scan: 40, scanForRow: 3, scanAtMost: 400 };
const HOSTILE = ["100% Óscar", "under_score", "back\\slash", "王芳 😀 家", 'o\'neil "quoted"', "x".repeat(190)];

let database: TestDatabase;
let lists: ReturnType<typeof createOrderLists>;
const texts = new Map<number, string>();

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  lists = createOrderLists(db, LIMITS);
  const author = { name: "A", email: "author@staff.example", password: "correct horse 7", role: "Team" } as const;
  await ensureMembers(db, () => new Date(), [author]);
  await fillOrders(database.pool, ORDERS);
  // Recorded refunds, dates spread over the year, and a few unusual names.
  await db.execute(sql`
    update orders set processing_date = date '2026-01-01' + (id * 37 % 500)::int, arrival_date = date '2026-01-01' + (id * 41 % 90)::int,
      refunded_at = case when id % 3 = 0 then created_at end`);
  for (const [index, name] of HOSTILE.entries()) {
    await db.execute(sql`update order_search set search_text = search_text || E'\n' || ${searchKey(name)}
      where order_id % 97 = ${index}`);
  }
  // A text that many orders contain, but no Completed one.
  await db.execute(sql`update order_search set search_text = search_text || E'\n' || 'elsewhere'
    from orders where id = order_id and status <> 'Completed'`);
  // Texts that all but the newest orders of every list have, as marks that orders get with age.
  for (const newest of [20, 300]) {
    await db.execute(sql`update order_search set search_text = search_text || E'\n' || ${`settled${newest}`}::text from (
      select id, row_number() over (partition by status order by created_at desc) as place from orders) aged
      where id = order_id and place > ${newest}`);
  }
  // Purged orders.
  await db.execute(sql`update orders set purged_at = now() where status = 'Deleted' and id % 5 = 0`);
  await db.execute(sql`analyze orders, order_search`);
  for (const { id, text } of await db
    .select({ id: orderSearch.orderId, text: orderSearch.searchText })
    .from(orderSearch)) {
    texts.set(id, text);
  }
});
afterAll(() => database.drop());

/** The same search done naively: reads the whole list and tests each row. */
async function searchNaively({ list, month, sort, dir, text = "", offset, limit }: SearchRequest) {
  const rows = await database.db
    .select({ id: orders.id })
    .from(orders)
    .where(inList(list, month))
    .orderBy(sortClause(sortOf(list, sort, dir)));
  const isFound = (id: number) => text === "" || holdsSearch(texts.get(id) ?? "", text) || encodeOrderId(id) === text;
  const ids = rows.map(({ id }) => id).filter(isFound);
  return { ids: ids.slice(offset, offset + limit), total: ids.length };
}

async function expectSame(request: SearchRequest) {
  const [found, wanted] = [await lists.search(request), await searchNaively(request)];
  const isFar = request.isExact || request.offset + request.limit > LIMITS.total;
  const isCapped = !isFar && wanted.total > LIMITS.total;
  expect({ ids: found.rows.map(({ id }) => id), total: found.total, isCapped: found.isCapped }).toEqual({
    ids: wanted.ids,
    total: isCapped ? LIMITS.total : wanted.total,
    isCapped,
  });
}

const given: SearchRequest = {
  list: "completedOrder",
  month: undefined,
  sort: undefined,
  dir: undefined,
  text: "perera",
  isExact: false,
  offset: 0,
  limit: 10,
};

const TEXTS = [
  "example", // every order
  "perera", // one of twelve
  "amaraperera", // one of a hundred and fifty
  "ample.c", // every order
  "traveller27@", // one
  "traveller27", // some
  "elsewhere",
  "settled20",
  "settled300",
  "nowhere at all",
  "+94 77 00", // a telephone
  "1000", // an id
  "100277", // one; the shortest text with n-grams
  "0 0277", // neither an id nor a telephone number
  "traveller2", // some
  "perera\ntraveller", // two fields
  "pe",
  "zq",
  "ch_",
  "00000",
  encodeOrderId(100_277),
  "%%",
  "__",
  "\\\\",
  "0% ós",
  "under_s",
  "back\\s",
  "王芳",
  "😀",
  "芳😀家",
  `o'neil "q`,
  "x".repeat(180),
  "x".repeat(200),
];

for (const list of LIST_NAMES) {
  describe(`a search in ${list} finds the same as a naive one`, forList(list), () => {
    it("in the default sort order, for any text", async () => {
      for (const text of TEXTS) await expectSame({ ...given, list, text });
    });

    it("in each sort order and direction, on each page", { timeout: 60_000 }, async () => {
      const request = fc.record({
        list: fc.constant(list),
        month:
          list === "futureOrder" ? fc.option(fc.constantFrom(...MONTHS), { nil: undefined }) : fc.constant(undefined),
        sort: fc.option(fc.constantFrom(...SORT_FIELDS), { nil: undefined }),
        dir: fc.option(fc.constantFrom("asc" as const, "desc" as const), { nil: undefined }),
        text: fc.constantFrom(...TEXTS),
        isExact: fc.boolean(),
        offset: fc.oneof(
          fc.constant(0),
          fc.integer({ min: 0, max: LIMITS.total }),
          fc.integer({ min: 0, max: ORDERS }),
        ),
        limit: fc.constantFrom(0, 1, 10, 25, 100),
      });
      await fc.assert(fc.asyncProperty(request, expectSame), { numRuns: randomRuns(20, 60) });
    });
  });
}

describe("hits that begin behind the first rows of a list", () => {
  const statements: string[] = [];
  const traced = () =>
    drizzle(database.pool, { logger: { logQuery: (text) => void statements.push(text.replace(/\s+/g, " ")) } });

  it.each(["settled20", "settled300"])("are found along the list, without reading all: %s", async (text) => {
    statements.length = 0;
    const found = await createOrderLists(traced(), LIMITS).search({ ...given, text });
    expect([found.rows.length, found.total, found.isCapped]).toEqual([10, LIMITS.total, true]);
    const whole = statements.filter((each) => each.includes("with found as materialized"));
    expect(whole).toEqual([]);
  });
});

describe("the total", () => {
  it("is capped above the limit, and exact at the limit and below", async () => {
    for (const [hits, total, isCapped] of [
      [LIMITS.total - 1, LIMITS.total - 1, false],
      [LIMITS.total, LIMITS.total, false],
      [LIMITS.total + 1, LIMITS.total, true],
    ] as const) {
      const text = `edge${hits}`;
      await database.db.execute(sql`
        update order_search set search_text = search_text || E'\n' || ${text}::text where order_id in (
          select id from orders where status = 'Completed' order by created_at desc limit ${hits})`);
      for (const limit of [0, 1, 10]) {
        const found = await lists.search({ ...given, text, limit });
        expect([found.rows.length, found.total, found.isCapped]).toEqual([limit, total, isCapped]);
      }
      const exact = await lists.search({ ...given, text, isExact: true });
      expect([exact.total, exact.isCapped]).toEqual([hits, false]);
    }
  });

  it.each([0, 1, 1_000_000])("and the page are right even if the list's kept count is %i", async (kept) => {
    await database.db
      .transaction(async (tx) => {
        await tx.execute(sql`delete from order_tally_deltas where grain = 'status' and status = 'Completed'`);
        await tx.execute(sql`delete from order_tallies where grain = 'status' and status = 'Completed'`);
        await tx.execute(
          sql`insert into order_tally_deltas (grain, status, n) values ('status', 'Completed', ${kept})`,
        );
        const misled = createOrderLists(tx as unknown as TestDatabase["db"], LIMITS);
        for (const text of ["example", "perera", "amaraperera", "elsewhere", "traveller27@"]) {
          const request = { ...given, text };
          const [found, wanted] = [await misled.search(request), await searchNaively(request)];
          expect([text, found.rows.map(({ id }) => id)]).toEqual([text, wanted.ids]);
          expect(found.total).toBe(Math.min(wanted.total, LIMITS.total));
        }
        tx.rollback();
      })
      .catch((error: Error) => {
        if (!/rollback/i.test(error.message)) throw error;
      });
  });
});
