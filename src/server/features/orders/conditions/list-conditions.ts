import { type SQL, Subquery, sql } from "drizzle-orm";
import { MONTHS, type Month } from "#contract/dates.ts";
import { filteredStatus } from "#contract/orders/list-filters.ts";
import type { StatusFilter } from "#contract/orders/order-filter.ts";
import { isOpenStatus, OPEN_STATUSES, type OrderStatus } from "#contract/orders/order-status.ts";
import type { SortField } from "#contract/orders/orders.ts";
import { type ListName, QUEUE, QUEUES, type SortDirection } from "#contract/orders/queues.ts";
import { orders } from "#server/platform/db/schema.ts";
import type { DueBounds, ListFilter } from "./list-conditions.types.ts";

/** Literals, not parameters: the planner uses a partial index only for statuses it knows at planning time. */
const literals = (statuses: readonly OrderStatus[]) => sql.raw(statuses.map((status) => `'${status}'`).join(", "));

function isOfStatus(list: ListName): SQL {
  const { status } = QUEUE[list];
  if (status !== null) return sql`${orders.status} = ${literals([status])}`;
  return list === "openOrder"
    ? sql`${orders.status} in (${literals(OPEN_STATUSES)})`
    : sql`${orders.status} <> 'Deleted'`;
}

const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`;

/** The predicate of a list, shared by listing, counting and searching, so that a count and its list always agree. */
export function inList(list: ListName, month?: Month, due?: DueBounds): SQL {
  return within(isOfStatus(list), month, due);
}

function within(isOfStatus: SQL, month?: Month, due?: DueBounds): SQL {
  const inMonth = month === undefined ? sql`` : sql` and ${orders.processMonth} = ${MONTHS.indexOf(month) + 1}`;
  const from = due?.from === undefined ? sql`` : sql` and ${orders.dueAt} >= ${instant(due.from)}`;
  const before = due === undefined ? sql`` : sql` and ${orders.dueAt} < ${instant(due.before)}`;
  return sql`${orders.purgedAt} is null and ${isOfStatus}${inMonth}${from}${before}`;
}

function isShownAs(value: StatusFilter): SQL {
  const status = sql`${orders.status} = ${literals([filteredStatus(value)])}`;
  if (value === "Refund due") return sql`${status} and ${orders.refundedAt} is null`;
  if (value === "Partly refunded") {
    // The table's name spelt out: Drizzle omits it in a select from one table.
    const isCounted = sql`exists (select from refunds r where r.order_id = orders.id and r.undone_at is null)`;
    return sql`${status} and ${orders.refundedAt} is null and ${isCounted}`;
  }
  return value === "Refunded" ? sql`${status} and ${orders.refundedAt} is not null` : status;
}

/** The values of a status filter whose orders are not those of another one too: a partly refunded order is due. */
const disjoint = (statuses: readonly StatusFilter[]) =>
  statuses.filter((value) => value !== "Partly refunded" || !statuses.includes("Refund due"));

/** The predicate of a list with its filter by status, month and due time. */
export function inFilter({ list, month, due, statuses }: ListFilter): SQL {
  if (statuses === undefined) return inList(list, month, due);
  return within(sql`(${sql.join(disjoint(statuses).map(isShownAs), sql` or `)})`, month, due);
}

/** The predicates of the parts of a list, each of one status, whose indexes are read in order; one if it has no parts. */
export function partsOf(filter: ListFilter): SQL[] {
  const { list, month, due, statuses } = filter;
  if (statuses !== undefined) return disjoint(statuses).map((value) => within(isShownAs(value), month, due));
  return list === "openOrder" ? OPEN_LISTS.map((each) => inList(each, undefined, due)) : [inFilter(filter)];
}

/** The queues of open work. */
export const OPEN_LISTS = QUEUES.flatMap(({ list, status }) => (status !== null && isOpenStatus(status) ? [list] : []));

/**
 * Where a list is read from in its order, and the condition to add. The indexes are by status: the parts of open work, and
 * of several chosen statuses, are read in order, and PostgreSQL merges them (decision record 0092). Sorted by status an
 * index has them in order.
 */
export function listSource(filter: ListFilter, sort: ListSort): { source: typeof orders; here: SQL } {
  const predicates = partsOf(filter);
  if (predicates.length === 1 || sort.field === "process_status") return { source: orders, here: inFilter(filter) };
  const parts = predicates.map((here) => sql`(select * from ${orders} where ${here} order by ${sortClause(sort)})`);
  // Has the table's name and columns, so that it can stand in its place.
  const source = new Subquery(sql.join(parts, sql` union all `), {}, "orders") as unknown as typeof orders;
  return { source, here: sql`true` };
}

/** The column of each sortable field. The enum of statuses is declared in the order of the labels. */
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
  due_at: orders.dueAt,
} as const satisfies Record<SortField, unknown>;

/** The sort of a list: the requested field, ascending by default, or else the list's own sort. */
export function sortOf(list: ListName, sort: SortField | undefined, dir: SortDirection | undefined) {
  const fallback = QUEUE[list].sort;
  const field: SortField = sort ?? fallback.sort;
  const direction = dir ?? (sort === undefined ? fallback.dir : "asc");
  // In Refunds the label is Refund due or Refunded: sorting by label is sorting rows without a refund date first.
  if (list === "refundOrder" && field === "process_status") {
    return { field: "refund_date" as const, dir: direction === "asc" ? ("desc" as const) : ("asc" as const) };
  }
  return { field, dir: direction };
}

export type ListSort = ReturnType<typeof sortOf>;

/** The column a list is sorted by, before the id. */
export function sortColumn({ field }: ListSort) {
  return SORT_COLUMNS[field];
}

/** The reversed sort. */
export function reversedSort(sort: ListSort): ListSort {
  return { ...sort, dir: sort.dir === "asc" ? "desc" : "asc" };
}

/** The `order by` clause. The id breaks ties in the same direction, so the reversed sort is the exact reverse. */
export function sortClause({ field, dir }: ListSort): SQL {
  const direction = dir === "asc" ? sql`asc` : sql`desc`;
  if (field === "order_id") return sql`${orders.id} ${direction}`;
  return sql`${SORT_COLUMNS[field]} ${direction}, ${orders.id} ${direction}`;
}

export const all = (conditions: readonly SQL[]): SQL =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);
