import { type SQL, sql } from "drizzle-orm";
import { parseOrderId } from "#contract/order-id.ts";
import { SEARCH_MIN_CHARACTERS } from "#contract/orders.ts";
import { searchKey } from "#contract/text.ts";
import { orderSearch, orders } from "#server/platform/db/schema.ts";
import { alignedNGrams, holdsAlignment, holdsInRange, isRareBetweenNGrams } from "./n-grams.ts";

/** True when the text is long enough to search for; a shorter one lists everything. */
export function isSearchable(searchVal: string): boolean {
  return [...searchKey(searchVal)].length >= SEARCH_MIN_CHARACTERS;
}

/** Matches texts that contain one of the keys, and the order with the id. */
interface Query {
  keys: string[];
  id: number | null;
}

/** Also finds a telephone number typed with spaces, dashes or a plus, and an order by its encoded id. */
function queryOf(searchVal: string): Query {
  const keys = new Set([searchKey(searchVal)]);
  const digits = searchVal.replace(/[\s+()./-]/g, "");
  if (/^\d{2,}$/.test(digits)) keys.add(digits);
  return { keys: [...keys], id: /^\d+$/.test(searchVal.trim()) ? null : parseOrderId(searchVal) };
}

function anyOf({ keys, id }: Query, contains: (key: string) => SQL): SQL {
  const conditions = keys.map(contains);
  if (id !== null) conditions.push(sql`${orderSearch.orderId} = ${id}`);
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/** A search as a condition on `order_search` for the trigram index. */
export function matches(searchVal: string): SQL {
  return anyOf(queryOf(searchVal), (key) => sql`${orderSearch.searchText} like ${likePattern(key)}`);
}

/** The same as a test of single rows, without an index and cheap to plan. */
export function isMatch(searchVal: string): SQL {
  return anyOf(queryOf(searchVal), (key) => sql`strpos(${orderSearch.searchText}, ${key}) > 0`);
}

/** The same as conditions for the n-gram index. */
export interface NGramMatches {
  /** For all orders. Uses the trigram index for a text whose rare characters are between n-grams. */
  all: SQL;
  /** For an id range. */
  inRange(range: SQL): SQL;
}

/** @returns null for a text too short for n-grams, and for encoded ids, which no text contains */
export function matchesByNGrams(searchVal: string): NGramMatches | null {
  const { keys, id } = queryOf(searchVal);
  const alignments = id === null ? alignedNGrams(keys) : null;
  if (alignments === null) return null;
  const test = isMatch(searchVal);
  return {
    all: isRareBetweenNGrams(keys, alignments) ? matches(searchVal) : sql`${holdsAlignment(alignments)} and ${test}`,
    inRange: (range) => sql`${holdsInRange(alignments, range)} and ${test}`,
  };
}

/** A search as a condition on `orders`. */
export function isFound(searchVal: string): SQL {
  return sql`${orders.id} in (select ${orderSearch.orderId} from ${orderSearch} where ${matches(searchVal)})`;
}

/** Escapes the wildcards of LIKE. */
function likePattern(key: string): string {
  return `%${key.replace(/[\\%_]/g, "\\$&")}%`;
}
