import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { searchKey } from "#contract/text.ts";
import { createOrderLists } from "#server/features/orders/list/order-lists.repository.ts";
import { alignedNGrams, isRareBetweenNGrams } from "#server/features/orders/search/n-grams.ts";
import { writeSearchTexts } from "#server/features/orders/search/search-text.repository.ts";
import { orderSearch } from "#server/platform/db/schema.ts";
import { holdsSearch } from "#test/support/naive-search.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";

/** Few, so that texts contain each other; includes all special characters of patterns, arrays, regexes and n-grams. */
const CHARACTERS = [..."aab01%_\\'\"{},:.#+@pÉßİ王😀\u{10ffff}", "part:0", "NULL", "\\1", "\\&"];
const line = fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 14 }).map((parts) => parts.join(""));
const text = fc.array(line, { minLength: 1, maxLength: 5 }).map((lines) => lines.join("\n"));
const length = (key: string) => [...key].length;

/** Ids around the bounds of id ranges, with large gaps and empty ranges. */
const IDS = [100_001, 131_070, 262_130, 700_000, 1_048_560, 9_000_000, 2 ** 40].flatMap((from) =>
  Array.from({ length: 40 }, (_, step) => from + step),
);
const LIMITS = { total: 40, scan: 10, scanForRow: 2, scanAtMost: 60 };

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
  // Two texts that occur in all ranges, above and below the capped total.
  const spread = (id: number) => `${id % 3 === 0 ? "\neverythird" : ""}${id % 9 === 1 ? "\neveryninth" : ""}`;
  const rows = IDS.map((id, index) => ({ orderId: id, searchText: `${id}\n${made[index] ?? ""}${spread(id)}` }));
  await db.insert(orderSearch).values(rows);
  for (const { orderId, searchText } of rows) texts.set(orderId, searchText);
  await db.execute(sql`select prove_order_tallies(), fold_order_tallies()`);
  await db.execute(sql`analyze orders, order_search`);
});
afterAll(() => database.drop());

/** Runs `work` without sequential scans, as on large tables. */
async function withIndexes<T>(work: (db: TestDatabase["db"]) => Promise<T>): Promise<T> {
  return await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return await work(tx as unknown as TestDatabase["db"]);
  });
}

/** The n-grams as the database makes them. */
async function nGramsIn(id: number, searchText: string): Promise<string[]> {
  const { rows } = await database.db.execute<{ grams: string[] }>(
    sql`select search_grams(${id}::bigint, ${searchText}) as grams`,
  );
  return rows[0]?.grams ?? [];
}

const isHeld = (alignments: readonly string[][], nGrams: readonly string[]) =>
  alignments.some((alignment) => alignment.every((nGram) => nGrams.includes(nGram)));

describe("the n-grams", () => {
  it("of a key are in each text that contains the key, at any position", async () => {
    const held = fc.tuple(line, line, line, fc.boolean(), fc.boolean()).filter(([, key]) => length(key) >= 6);
    await fc.assert(
      fc.asyncProperty(held, async ([before, key, after, isFirst, isLast]) => {
        const searchText = `${isFirst ? "" : "x\nyz\n"}${before}${key}${after}${isLast ? "" : "\nxy"}`;
        expect(isHeld(alignedNGrams([key]) ?? [], await nGramsIn(1, searchText))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("start at every third character, with the id range last", async () => {
    expect((await nGramsIn(131_072, "abcdefghi")).filter((nGram) => nGram.length > 3)).toEqual([
      "abcd",
      "defg",
      "part:1",
    ]);
    // Two, one and no characters after the last complete three.
    for (const end of ["ijklm", "ijkl", "ijk"]) {
      expect((await nGramsIn(1, end)).filter((nGram) => nGram.length > 3)).toEqual(
        end === "ijk" ? ["part:0"] : ["ijkl", "part:0"],
      );
    }
  });

  it("can't be confused with an id range", async () => {
    await fc.assert(
      fc.asyncProperty(text, async (searchText) => {
        const nGrams = await nGramsIn(5 * 131_072, searchText);
        expect(nGrams.filter((nGram) => length(nGram) > 4)).toEqual(["part:5"]);
      }),
    );
  });

  it("are not used if any key is too short for one at every alignment", () => {
    expect(alignedNGrams(["abcde"])).toBeNull();
    expect(alignedNGrams(["😀😀😀😀😀"])).toBeNull();
    expect(alignedNGrams(["abcdef", "12345"])).toBeNull();
  });

  it("are the rarest two of each alignment of a key", () => {
    expect(alignedNGrams(["perera"])).toEqual([["pere"], ["erer"], ["rera"]]);
    expect(alignedNGrams(["aaaaaaaaa"])).toEqual([["aaaa"], ["aaaa"], ["aaaa"]]);
    expect(alignedNGrams(["traveller42@"])).toEqual([
      ["ler4", "vell"],
      ["er42", "rave"],
      ["r42@", "avel"],
    ]);
    expect(alignedNGrams(["9477123"])).toEqual([["7123", "9477"], ["4771"], ["7712"]]);
    expect(alignedNGrams(["123456", "+123456"])).toHaveLength(6);
  });

  it("of one alignment are letters alone where the key's digits are between them", () => {
    const isBetween = (key: string) => isRareBetweenNGrams([key], alignedNGrams([key]) ?? []);
    expect(["traveller12", "silva77", "annasmith19"].filter((key) => !isBetween(key))).toEqual([]);
    expect(["perera", "traveller1", "123456", "n000123", "traveller123456@", "anna.smith@e"].filter(isBetween)).toEqual(
      [],
    );
  });
});

function searchNaively(key: string, list: "completedOrder" | "newOrder" | "allOrder") {
  const isListed = (id: number) => list === "allOrder" || (id % 5 === 0) === (list === "newOrder");
  return IDS.filter((id) => {
    return isListed(id) && (holdsSearch(texts.get(id) ?? "", key) || encodeOrderId(id) === key);
  });
}

const request = fc.record({
  list: fc.constantFrom("completedOrder" as const, "newOrder" as const, "allOrder" as const),
  dir: fc.constantFrom("asc" as const, "desc" as const),
  isExact: fc.boolean(),
  offset: fc.constantFrom(0, 0, 1, 20, 60),
  limit: fc.constantFrom(0, 1, 10),
});

const RUNS = Number(process.env.SEARCH_RUNS ?? "100");

/** A part of these orders' texts, or any other text. */
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

describe("a search by n-grams and id ranges", () => {
  it("finds and counts the same as a naive one", { timeout: 120_000 }, async () => {
    await withIndexes(async (db) => {
      const lists = createOrderLists(db, LIMITS);
      const check = async (searchText: string, query: typeof request extends fc.Arbitrary<infer R> ? R : never) => {
        const found = await lists.search({ ...query, text: searchText, month: undefined, sort: "order_id" });
        const all = searchNaively(searchText, query.list);
        const wanted = query.dir === "asc" ? all : all.toReversed();
        const isFar = query.isExact || query.offset + query.limit > LIMITS.total;
        expect(found.rows.map(({ id }) => id)).toEqual(wanted.slice(query.offset, query.offset + query.limit));
        expect(found.total).toBe(isFar ? all.length : Math.min(all.length, LIMITS.total));
        expect(found.isCapped).toBe(!isFar && all.length > LIMITS.total);
      };
      await fc.assert(fc.asyncProperty(key, request, check), { numRuns: RUNS });
    });
  });

  it("reflects changes and deletions of the text", async () => {
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
      const found = async (searchText: string) => {
        const query = { list: "allOrder", month: undefined, sort: undefined, dir: undefined } as const;
        const { rows } = await lists.search({ ...query, text: searchText, isExact: false, offset: 0, limit: 10 });
        return rows.map(({ id }) => id);
      };
      const write = (transactionId: string) =>
        db.transaction((tx) => writeSearchTexts(tx, [{ ...order, transactionId }]));
      await write("ch_first_of_all");
      expect([await found("first_of_all"), await found("second_one")]).toEqual([[700_000], []]);
      await write("ch_the_second_one");
      expect([await found("first_of_all"), await found("second_one")]).toEqual([[], [700_000]]);
      await db.execute(sql`delete from order_search where order_id = 700000`);
      expect(await found("second_one")).toEqual([]);
      // Restores the text for other tests.
      await db.insert(orderSearch).values({ orderId: 700_000, searchText: texts.get(700_000) ?? "" });
    });
  });
});
