import { type SQL, sql } from "drizzle-orm";
import { MONTHS, type Month } from "#contract/dates.ts";
import { LIST_DEFAULT_SORT, LIST_STATUS, type ListName, type SortDirection } from "#contract/order-status.ts";
import type { SortField } from "#contract/orders.ts";
import { orders } from "#server/platform/db/schema.ts";

/** What is listed, counted and searched is one predicate a list, so that a count and its list can never disagree. */
export function inList(list: ListName, month?: Month): SQL {
  const status = LIST_STATUS[list];
  // Written out, not handed over: the partial indexes of single queues fit only a status that the plan knows.
  const here = status === null ? sql`${orders.status} <> 'Deleted'` : sql`${orders.status} = ${sql.raw(`'${status}'`)}`;
  const inMonth = month === undefined ? sql`` : sql` and ${orders.processMonth} = ${MONTHS.indexOf(month) + 1}`;
  return sql`${orders.purgedAt} is null and ${here}${inMonth}`;
}

/** The columns behind each sortable field; status sorts by label because the enum is declared so. */
const SORT_COLUMNS = {
  order_id: orders.id,
  process_status: orders.status,
  full_name: orders.nameKey,
  email: orders.emailKey,
  telephone_number: orders.telephoneKey,
  phone_code: orders.telephoneKey,
  created_at: orders.createdAt,
  refund_date: orders.refundedAt,
  processing_date: orders.processingDate,
  process_month: orders.processMonth,
  arrival_date: orders.arrivalDate,
} as const satisfies Record<SortField | "arrival_date", unknown>;

/** What a list is ordered by: the asked field, ascending unless told, or the list's own. */
export function orderOf(list: ListName, sort: SortField | undefined, dir: SortDirection | undefined) {
  const fallback = LIST_DEFAULT_SORT[list];
  const field: SortField | "arrival_date" = sort ?? fallback.sort;
  return { field, dir: dir ?? (sort === undefined ? fallback.dir : "asc") };
}

export type ListOrder = ReturnType<typeof orderOf>;

/** The column a list is sorted by, before the id. */
export function sortColumn({ field }: ListOrder) {
  return SORT_COLUMNS[field];
}

/** The same list from its other end. */
export function backwards(order: ListOrder): ListOrder {
  return { ...order, dir: order.dir === "asc" ? "desc" : "asc" };
}

/** `order by` in these terms, the id breaking ties the same way: the other direction is the same list backwards. */
export function listOrder({ field, dir }: ListOrder): SQL {
  const way = dir === "asc" ? sql`asc` : sql`desc`;
  if (field === "order_id") return sql`${orders.id} ${way}`;
  return sql`${SORT_COLUMNS[field]} ${way}, ${orders.id} ${way}`;
}
