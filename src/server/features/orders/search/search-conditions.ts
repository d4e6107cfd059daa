import { type SQL, sql } from "drizzle-orm";
import { parseOrderId } from "#contract/orders/order-id.ts";
import { SEARCH_MIN_CHARACTERS } from "#contract/orders/orders.ts";
import { searchKey } from "#contract/text.ts";
import { orderSearch, orders } from "#server/platform/db/schema.ts";
import { all } from "../conditions/list-conditions.ts";
import { alignedNGrams, holdsAlignment, holdsInRange, isRareBetweenNGrams } from "./n-grams.ts";
import { type SearchWords, searchWords } from "./search-keys.ts";

/** True when the text is long enough to search for; a shorter one lists everything. */
export function isSearchable(searchVal: string): boolean {
  return [...searchKey(searchVal)].length >= SEARCH_MIN_CHARACTERS;
}

/** Matches texts by one of the readings, and the order with the id. */
interface Query {
  readings: SearchWords[];
  id: number | null;
}

/** Also finds an order by its encoded id. */
function queryOf(searchVal: string): Query {
  return { readings: searchWords(searchVal), id: /^\d+$/.test(searchVal.trim()) ? null : parseOrderId(searchVal) };
}

function anyOf({ readings, id }: Query, contains: (word: string) => SQL): SQL {
  const conditions = readings.map((words) => all([...words.map(contains), ...onOneLine(words)]));
  if (id !== null) conditions.push(sql`${orderSearch.orderId} = ${id}`);
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/** Several words of one reading belong to one field. */
function onOneLine(words: SearchWords): SQL[] {
  if (words.length === 1) return [];
  const each = words.map((word) => `(?=.*${word.replace(/[^\p{L}\p{M}\p{N}]/gu, "\\$&")})`);
  return [sql`${orderSearch.searchText} ~ ${`(?n)^${each.join("")}`}`];
}

/** A search as a condition on `order_search` for the trigram index. */
export function matches(searchVal: string): SQL {
  return anyOf(queryOf(searchVal), (word) => sql`${orderSearch.searchText} like ${likePattern(word)}`);
}

/** The same as a test of single rows, without an index and cheap to plan. */
export function isMatch(searchVal: string): SQL {
  return anyOf(queryOf(searchVal), (word) => sql`strpos(${orderSearch.searchText}, ${word}) > 0`);
}

/** The same as conditions for the n-gram index. */
export interface NGramMatches {
  /**
   * For all orders. Uses the trigram index for a text whose rare characters are between n-grams, and for several words:
   * each of them alone may be common, and only trigrams cover the short ones.
   */
  all: SQL;
  /** For an id range; null for several words. */
  inRange: ((range: SQL) => SQL) | null;
}

/** @returns null for a text too short for n-grams, and for encoded ids, which no text contains */
export function matchesByNGrams(searchVal: string): NGramMatches | null {
  const { readings, id } = queryOf(searchVal);
  const keys = readings.map(longest);
  const hasWords = readings.some((words) => words.length > 1);
  const alignments = id === null ? alignedNGrams(keys) : null;
  if (alignments === null) return null;
  const test = isMatch(searchVal);
  return {
    all:
      hasWords || isRareBetweenNGrams(keys, alignments)
        ? matches(searchVal)
        : sql`${holdsAlignment(alignments)} and ${test}`,
    inRange: hasWords ? null : (range) => sql`${holdsInRange(alignments, range)} and ${test}`,
  };
}

/** The others are tested on the texts that hold it. */
function longest(words: SearchWords): string {
  return words.toSorted((a, b) => [...b].length - [...a].length)[0] ?? "";
}

/** A search as a condition on `orders`. */
export function isFound(searchVal: string): SQL {
  return sql`${orders.id} in (select ${orderSearch.orderId} from ${orderSearch} where ${matches(searchVal)})`;
}

/** Escapes the wildcards of LIKE. */
function likePattern(key: string): string {
  return `%${key.replace(/[\\%_]/g, "\\$&")}%`;
}
