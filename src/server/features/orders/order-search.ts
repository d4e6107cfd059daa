import { type SQL, sql } from "drizzle-orm";
import { parseOrderId } from "#contract/order-id.ts";
import { SEARCH_MIN_CHARACTERS } from "#contract/orders.ts";
import { searchKey } from "#contract/text.ts";
import { orderSearch, orders } from "#server/platform/db/schema.ts";

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

/**
 * The condition of a search upon `order_search`. Patterns are literal: what LIKE gives a meaning to is escaped. A
 * telephone is found with the spaces, dashes and the plus people write it with, and an order by its route form.
 */
export function matches(searchVal: string): SQL {
  const patterns = new Set([likePattern(searchKey(searchVal))]);
  const digits = searchVal.replace(/[\s+()./-]/g, "");
  if (/^\d{2,}$/.test(digits)) patterns.add(likePattern(digits));
  const found = [...patterns].map((pattern) => sql`${orderSearch.searchText} like ${pattern}`);
  const encoded = /^\d+$/.test(searchVal.trim()) ? null : parseOrderId(searchVal);
  if (encoded !== null) found.push(sql`${orderSearch.orderId} = ${encoded}`);
  return sql`(${sql.join(found, sql` or `)})`;
}

/** The same as a condition upon `orders`. */
export function isFound(searchVal: string): SQL {
  return sql`${orders.id} in (select ${orderSearch.orderId} from ${orderSearch} where ${matches(searchVal)})`;
}

function likePattern(key: string): string {
  return `%${key.replace(/[\\%_]/g, "\\$&")}%`;
}
