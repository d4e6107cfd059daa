import { sql } from "drizzle-orm";
import { searchKey } from "#contract/text.ts";
import type { Transaction } from "#server/platform/db/client.ts";
import { orders } from "#server/platform/db/schema.ts";
import { telephoneKey } from "../telephone.ts";

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

const { id: _id, phoneCode: _phoneCode, telephoneNumber: _telephoneNumber, ...textColumns } = searchedColumns;
const TEXTS = Object.keys(textColumns) as (keyof typeof textColumns)[];

/** The search text: one line per field, so that no hit spans two fields. */
function searchText(order: SearchableOrder): string {
  return [order.id, telephoneKey(order), ...TEXTS.map((name) => searchKey(order[name] ?? ""))].join("\n");
}

/** Writes or replaces the search texts of these orders. */
export async function writeSearchTexts(tx: Transaction, given: readonly SearchableOrder[]): Promise<void> {
  if (given.length === 0) return;
  const ids = given.map(({ id }) => id);
  await tx.execute(sql`
    insert into order_search (order_id, search_text)
    select * from unnest(${sql.param(ids)}::bigint[], ${sql.param(given.map(searchText))}::text[])
    on conflict (order_id) do update set search_text = excluded.search_text`);
}
