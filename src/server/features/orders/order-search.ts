import { type SQL, sql } from "drizzle-orm";
import { parseOrderId } from "#contract/order-id.ts";
import { SEARCH_MIN_CHARACTERS } from "#contract/orders.ts";
import { searchKey } from "#contract/text.ts";
import { orderSearch, orders } from "#server/platform/db/schema.ts";
import { gramWays, holdsInPart, holdsOneWay } from "./search-grams.ts";

export interface SearchableOrder {
  id: number;
  fullName: string | null;
  email: string | null;
  phoneCode: string | null;
  telephoneNumber: string | null;
  passportNumber: string | null;
  transactionId: string | null;
}

export function telephoneKey(order: Pick<SearchableOrder, "phoneCode" | "telephoneNumber">): string {
  return `${order.phoneCode ?? ""}${order.telephoneNumber ?? ""}`.replace(/\D/g, "");
}

/** The text that is searched: one line a field, so that no find reaches over the end of a field. */
export function searchText(order: SearchableOrder): string {
  return `${order.id}\n${searchLines(order)}`;
}

/** The same of an order that has no id yet, which is the first line. */
export function searchLines(order: Omit<SearchableOrder, "id">): string {
  return [
    searchKey(order.fullName ?? ""),
    searchKey(order.email ?? ""),
    telephoneKey(order),
    searchKey(order.passportNumber ?? ""),
    searchKey(order.transactionId ?? ""),
  ].join("\n");
}

/** True when there is something to search for; a shorter text lists everything. */
export function isSearchable(searchVal: string): boolean {
  return [...searchKey(searchVal)].length >= SEARCH_MIN_CHARACTERS;
}

/** What is looked for: any of these texts, or the order of this id. */
interface Sought {
  keys: string[];
  id: number | null;
}

/** A telephone is found with the spaces, dashes and the plus people write it with, and an order by its route form. */
function soughtIn(searchVal: string): Sought {
  const keys = new Set([searchKey(searchVal)]);
  const digits = searchVal.replace(/[\s+()./-]/g, "");
  if (/^\d{2,}$/.test(digits)) keys.add(digits);
  return { keys: [...keys], id: /^\d+$/.test(searchVal.trim()) ? null : parseOrderId(searchVal) };
}

/**
 * The condition of a search upon `order_search`, to which the trigrams lead. Patterns are literal: what LIKE gives a
 * meaning to is escaped.
 */
export function matches(searchVal: string): SQL {
  const { keys, id } = soughtIn(searchVal);
  const found = keys.map((key) => sql`${orderSearch.searchText} like ${likePattern(key)}`);
  if (id !== null) found.push(sql`${orderSearch.orderId} = ${id}`);
  return sql`(${sql.join(found, sql` or `)})`;
}

/** The same condition as a test of single rows: no index leads to it, and planning it costs nothing. */
export function isMatch(searchVal: string): SQL {
  const { keys, id } = soughtIn(searchVal);
  const found = keys.map((key) => sql`strpos(${orderSearch.searchText}, ${key}) > 0`);
  if (id !== null) found.push(sql`${orderSearch.orderId} = ${id}`);
  return sql`(${sql.join(found, sql` or `)})`;
}

/** The same condition, to which the grams lead, upon all orders or upon those of a part. */
export interface GramMatches {
  all: SQL;
  inPart(part: SQL): SQL;
}

/** @returns null for a text that is too short for grams, and for route forms: the grams know nothing of these */
export function matchesByGrams(searchVal: string): GramMatches | null {
  const { keys, id } = soughtIn(searchVal);
  const ways = id === null ? gramWays(keys) : null;
  if (ways === null) return null;
  const test = isMatch(searchVal);
  return {
    all: sql`${holdsOneWay(ways)} and ${test}`,
    inPart: (part) => sql`${holdsInPart(ways, part)} and ${test}`,
  };
}

/** The same as a condition upon `orders`. */
export function isFound(searchVal: string): SQL {
  return sql`${orders.id} in (select ${orderSearch.orderId} from ${orderSearch} where ${matches(searchVal)})`;
}

function likePattern(key: string): string {
  return `%${key.replace(/[\\%_]/g, "\\$&")}%`;
}
