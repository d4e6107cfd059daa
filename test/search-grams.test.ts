import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeOrderId } from "#contract/order-id.ts";
import { searchKey } from "#contract/text.ts";
import { createOrderLists } from "#server/features/orders/order-lists.repository.ts";
import { writeSearchText } from "#server/features/orders/orders.repository.ts";
import { gramWays } from "#server/features/orders/search-grams.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { orderSearch } from "#server/platform/db/schema.ts";
import { createBlankDatabase, createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";

/** Few, so that texts hold each other, and all that patterns, arrays, regular expressions and the grams give a meaning to. */
const CHARACTERS = [..."aab01%_\\'\"{},:.#+@pÉßİ王😀\u{10ffff}", "part:0", "NULL", "\\1", "\\&"];
const line = fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 14 }).map((parts) => parts.join(""));
const text = fc.array(line, { minLength: 1, maxLength: 5 }).map((lines) => lines.join("\n"));
const length = (key: string) => [...key].length;

/** Ids around the ends of the parts in which orders are read, with large gaps and parts that have none. */
const IDS = [100_001, 131_070, 262_130, 700_000, 1_048_560, 9_000_000, 2 ** 40].flatMap((from) =>
  Array.from({ length: 40 }, (_, step) => from + step),
);
const LIMITS = { total: 40, walk: 10, walkForRow: 2, walkAtMost: 60 };

let database: TestDatabase;
const texts = new Map<number, string>();

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await db.execute(sql`
    insert into orders (id, status, status_changed_at, created_at, processing_mode, is_paid)
    select id, (case when id % 5 = 0 then 'New' else 'Completed' end)::order_status, now(), now(), 'Standard', true
    from unnest(${sql.param(IDS)}::bigint[]) id`);
  const made = fc.sample(text, { numRuns: IDS.length, seed: 7 });
  // And two texts that lie in all parts, more often and less often than is counted.
  const spread = (id: number) => `${id % 3 === 0 ? "\neverythird" : ""}${id % 9 === 1 ? "\neveryninth" : ""}`;
  const rows = IDS.map((id, index) => ({ orderId: id, searchText: `${id}\n${made[index] ?? ""}${spread(id)}` }));
  await db.insert(orderSearch).values(rows);
  for (const { orderId, searchText } of rows) texts.set(orderId, searchText);
  await db.execute(sql`select prove_order_tallies(), fold_order_tallies()`);
  await db.execute(sql`analyze orders, order_search`);
});
afterAll(() => database.drop());

/** Work on the tables as if they were so large that nobody would read them whole. */
async function withIndexes<T>(work: (db: TestDatabase["db"]) => Promise<T>): Promise<T> {
  return await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return await work(tx as unknown as TestDatabase["db"]);
  });
}

/** The grams as the database makes them. */
async function gramsIn(id: number, searchText: string): Promise<string[]> {
  const { rows } = await database.db.execute<{ grams: string[] }>(
    sql`select search_grams(${id}::bigint, ${searchText}) as grams`,
  );
  return rows[0]?.grams ?? [];
}

const isHeld = (ways: readonly string[][], grams: readonly string[]) =>
  ways.some((way) => way.every((gram) => grams.includes(gram)));

describe("the grams", () => {
  it("of a key are held by each text that holds the key, wherever and whatever it is", async () => {
    const held = fc.tuple(line, line, line, fc.boolean(), fc.boolean()).filter(([, key]) => length(key) >= 6);
    await fc.assert(
      fc.asyncProperty(held, async ([before, key, after, isFirst, isLast]) => {
        const searchText = `${isFirst ? "" : "x\nyz\n"}${before}${key}${after}${isLast ? "" : "\nxy"}`;
        expect(isHeld(gramWays([key]) ?? [], await gramsIn(1, searchText))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("are those of every third place, the part last", async () => {
    expect((await gramsIn(131_072, "abcdefghi")).filter((gram) => gram.length > 3)).toEqual(["abcd", "defg", "part:1"]);
    // Two, one and no character after the last whole three.
    for (const end of ["ijklm", "ijkl", "ijk"]) {
      expect((await gramsIn(1, end)).filter((gram) => gram.length > 3)).toEqual(
        end === "ijk" ? ["part:0"] : ["ijkl", "part:0"],
      );
    }
  });

  it("can never be taken for a part, nor a part for them", async () => {
    await fc.assert(
      fc.asyncProperty(text, async (searchText) => {
        const grams = await gramsIn(5 * 131_072, searchText);
        expect(grams.filter((gram) => length(gram) > 4)).toEqual(["part:5"]);
      }),
    );
  });

  it("are not asked of a key that is too short to cover one, nor of many when one of them is", () => {
    expect(gramWays(["abcde"])).toBeNull();
    expect(gramWays(["😀😀😀😀😀"])).toBeNull();
    expect(gramWays(["abcdef", "12345"])).toBeNull();
  });

  it("are the rarest two of each way in which a key can lie", () => {
    expect(gramWays(["perera"])).toEqual([["pere"], ["erer"], ["rera"]]);
    expect(gramWays(["aaaaaaaaa"])).toEqual([["aaaa"], ["aaaa"], ["aaaa"]]);
    expect(gramWays(["traveller42@"])).toEqual([
      ["ler4", "vell"],
      ["er42", "rave"],
      ["r42@", "avel"],
    ]);
    expect(gramWays(["9477123"])).toEqual([["7123", "9477"], ["4771"], ["7712"]]);
    expect(gramWays(["123456", "+123456"])).toHaveLength(6);
  });
});

function plainly(key: string, list: "completedOrder" | "newOrder" | "allOrder") {
  const isListed = (id: number) => list === "allOrder" || (id % 5 === 0) === (list === "newOrder");
  const digits = /^[\d\s+()./-]+$/.test(key) ? key.replace(/\D/g, "") : "";
  return IDS.filter((id) => {
    const held = texts.get(id) ?? "";
    const isFound = held.includes(searchKey(key)) || (digits.length > 1 && held.includes(digits));
    return isListed(id) && (isFound || encodeOrderId(id) === key);
  });
}

const request = fc.record({
  list: fc.constantFrom("completedOrder" as const, "newOrder" as const, "allOrder" as const),
  dir: fc.constantFrom("asc" as const, "desc" as const),
  isExact: fc.boolean(),
  offset: fc.constantFrom(0, 0, 1, 20, 60),
  limit: fc.constantFrom(0, 1, 10),
});

/** Of these orders' texts, or of none. */
const key = fc
  .oneof(
    fc.tuple(fc.constantFrom(...IDS), fc.nat(60), fc.integer({ min: 2, max: 12 })).map(([id, from, size]) => {
      const characters = [...(texts.get(id) ?? "")];
      const start = from % characters.length;
      return characters.slice(start, start + size).join("");
    }),
    line,
    fc.constantFrom(...IDS.map(encodeOrderId), "+100 001", "131 072", "(1048) 576", "part:0", "part:1"),
    fc.constantFrom("everythird", "verythir", "thirdx", "everyninth", "yninth"),
  )
  .filter((made) => !made.includes("\n") && length(searchKey(made)) >= 2);

describe("a search among parts", () => {
  it("finds and counts what a plain one does", { timeout: 120_000 }, async () => {
    await withIndexes(async (db) => {
      const lists = createOrderLists(db, LIMITS);
      const check = async (sought: string, asked: typeof request extends fc.Arbitrary<infer R> ? R : never) => {
        const found = await lists.search({ ...asked, text: sought, month: undefined, sort: "order_id" });
        const all = plainly(sought, asked.list);
        const wanted = asked.dir === "asc" ? all : all.toReversed();
        const isFar = asked.isExact || asked.offset + asked.limit > LIMITS.total;
        expect(found.rows.map(({ id }) => id)).toEqual(wanted.slice(asked.offset, asked.offset + asked.limit));
        expect(found.total).toBe(isFar ? all.length : Math.min(all.length, LIMITS.total));
        expect(found.isCapped).toBe(!isFar && all.length > LIMITS.total);
      };
      await fc.assert(fc.asyncProperty(key, request, check), { numRuns: 400 });
    });
  });

  it("follows the text when it changes, and when it goes", async () => {
    const order = {
      id: 700_000,
      fullName: null,
      email: null,
      phoneCode: null,
      telephoneNumber: null,
      passportNumber: null,
    };
    await withIndexes(async (db) => {
      const lists = createOrderLists(db, LIMITS);
      const found = async (sought: string) => {
        const asked = { list: "allOrder", month: undefined, sort: undefined, dir: undefined } as const;
        const { rows } = await lists.search({ ...asked, text: sought, isExact: false, offset: 0, limit: 10 });
        return rows.map(({ id }) => id);
      };
      const write = (transactionId: string) => db.transaction((tx) => writeSearchText(tx, { ...order, transactionId }));
      await write("ch_first_of_all");
      expect([await found("first_of_all"), await found("second_one")]).toEqual([[700_000], []]);
      await write("ch_the_second_one");
      expect([await found("first_of_all"), await found("second_one")]).toEqual([[], [700_000]]);
      await db.execute(sql`delete from order_search where order_id = 700000`);
      expect(await found("second_one")).toEqual([]);
      // What it was stays for the tests before and after this one.
      await db.insert(orderSearch).values({ orderId: 700_000, searchText: texts.get(700_000) ?? "" });
    });
  });
});

it("a database that has orders already gets the grams of all of them", async () => {
  const old = await createBlankDatabase();
  try {
    await migrate(old.pool, { upTo: 1_795_317_185_380 });
    await old.db.execute(sql`
      insert into orders (id, status, status_changed_at, created_at, processing_mode, is_paid)
      select 100000 + n, 'Completed', now(), now(), 'Standard', true from generate_series(1, 500) n`);
    await old.db.execute(sql`
      insert into order_search select id, id || E'\ntraveller' || id || '@example.com' from orders`);
    expect(await migrate(old.pool)).toBeGreaterThan(0);
    const { rows } = await old.db.execute<{ id: number }>(sql`
      select order_id::int as id from order_search
      where search_grams(order_id, search_text) @> array['r100', '0491']`);
    expect(rows).toEqual([{ id: 100_491 }]);
  } finally {
    await old.drop();
  }
});
