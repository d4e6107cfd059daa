import { inArray, sql } from "drizzle-orm";
import type { Transaction } from "#server/platform/db/client.ts";
import { orderSearch, orders } from "#server/platform/db/schema.ts";
import { searchText } from "./search-keys.ts";

/** The searched columns. Code that changes one of them must call `writeSearchTexts`. */
export const searchedColumns = {
  id: orders.id,
  fullName: orders.fullName,
  email: orders.email,
  phoneCode: orders.phoneCode,
  telephoneNumber: orders.telephoneNumber,
  passportNumber: orders.passportNumber,
  transactionId: orders.transactionId,
};
export type SearchableOrder = Pick<typeof orders.$inferSelect, keyof typeof searchedColumns>;

const {
  id: _id,
  fullName: _fullName,
  phoneCode: _phoneCode,
  telephoneNumber: _telephoneNumber,
  ...otherColumns
} = searchedColumns;
const OTHERS = Object.keys(otherColumns) as (keyof typeof otherColumns)[];

const textOf = (order: SearchableOrder) =>
  searchText(
    order,
    OTHERS.map((name) => order[name]),
  );

/** The version of `searchText`: texts of older ones are written anew by `rewriteSearchTexts`. */
export const SEARCH_TEXT_VERSION = 2;

/** Writes or replaces the search texts of these orders. */
export async function writeSearchTexts(tx: Transaction, searchable: readonly SearchableOrder[]): Promise<void> {
  if (searchable.length === 0) return;
  const ids = searchable.map(({ id }) => id);
  await tx.execute(sql`
    insert into order_search (order_id, search_text, text_version)
    select id, text, ${SEARCH_TEXT_VERSION} from unnest(${sql.param(ids)}::bigint[], ${sql.param(searchable.map(textOf))}::text[]) made (id, text)
    on conflict (order_id) do update set search_text = excluded.search_text, text_version = excluded.text_version`);
}

/**
 * Writes up to `limit` search texts of an older version anew. The orders are read only once their texts are locked, so that
 * a correction at the same time is not undone. @returns how many
 */
export async function rewriteSearchTexts(tx: Transaction, limit: number): Promise<number> {
  const old = await tx
    .select({ id: orderSearch.orderId })
    .from(orderSearch)
    .where(sql`${orderSearch.textVersion} < ${sql.raw(String(SEARCH_TEXT_VERSION))}`)
    .orderBy(orderSearch.orderId)
    .limit(limit)
    .for("update");
  const ids = old.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await writeSearchTexts(tx, await tx.select(searchedColumns).from(orders).where(inArray(orders.id, ids)));
  return ids.length;
}
