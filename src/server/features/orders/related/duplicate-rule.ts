import { type SQL, sql } from "drizzle-orm";
import { PASSPORT_MIN } from "#contract/corrections/plausibility.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import type { Queryable } from "#server/platform/db/client.ts";
import { orders } from "#server/platform/db/schema.ts";

/** The facts of an order that decide whether others duplicate it. */
export interface DuplicateFacts {
  id: number;
  status: OrderStatus;
  isPaid: boolean;
  passportNumber: string | null;
  arrivalDate: string | null;
}

/** What `isDuplicateOf` compares with: columns of a query, or parameters. */
type Compared = { [K in keyof DuplicateFacts]: SQL };

export const comparedColumns: Compared = {
  id: sql`${orders.id}`,
  status: sql`${orders.status}`,
  isPaid: sql`${orders.isPaid}`,
  passportNumber: sql`${orders.passportNumber}`,
  arrivalDate: sql`${orders.arrivalDate}`,
};

export const comparedValues = (order: DuplicateFacts): Compared => ({
  id: sql`${order.id}::bigint`,
  status: sql`${order.status}::order_status`,
  isPaid: sql`${order.isPaid}::boolean`,
  passportNumber: sql`${order.passportNumber}::text`,
  arrivalDate: sql`${order.arrivalDate}::date`,
});

/** The predicate of the indexes of orders that are shown to staff. */
export const isShown = sql`o.purged_at is null and o.status <> 'Deleted'`;

/** The order `o` has this passport number, however it was written. A doubtful one, as `12`, says nothing. */
export const hasPassport = (passportNumber: SQL) => sql`(o.passport_number is not null
  and passport_key(o.passport_number) = passport_key(${passportNumber}) and length(passport_key(${passportNumber})) >= ${sql.raw(String(PASSPORT_MIN))})`;

/**
 * The one rule of duplicates (decision record 0093), for a row `o` of the orders: the same passport number, arrivals at
 * most three days apart, both paid, neither deleted nor refunded, and nobody said otherwise about just these facts.
 */
export const isDuplicateOf = (order: Compared): SQL => sql`(
  ${hasPassport(order.passportNumber)} and ${isShown}
  and o.arrival_date between ${order.arrivalDate} - 3 and ${order.arrivalDate} + 3
  and o.is_paid and ${order.isPaid} and o.status <> 'Refunds' and ${order.status} not in ('Deleted', 'Refunds')
  and o.id <> ${order.id}
  and not exists (
    select 1 from order_links l where l.a_id = least(o.id, ${order.id}) and l.b_id = greatest(o.id, ${order.id})
      and l.kind = 'not-duplicate' and l.passport_key = passport_key(o.passport_number)
      and l.a_arrival = case when o.id < ${order.id} then o.arrival_date else ${order.arrivalDate} end
      and l.b_arrival = case when o.id < ${order.id} then ${order.arrivalDate} else o.arrival_date end))`;

/** More than a question or a badge can name. */
const MAX_NAMED = 5;

/** Ids of duplicates as a JSON array, in the sequence of the index, the latest arrival first. */
export const duplicateIds = (order: Compared) => sql<number[]>`(
  select coalesce(json_agg(d.id), '[]') from (
    select o.id from orders o where ${isDuplicateOf(order)}
    order by o.arrival_date desc, o.id desc limit ${sql.raw(String(MAX_NAMED))}) d)`;

/** The orders that duplicate one with these facts, which may be those after a correction; five at most. */
export async function findDuplicates(db: Queryable, order: DuplicateFacts): Promise<number[]> {
  const { rows } = await db.execute<{ ids: number[] }>(sql`select ${duplicateIds(comparedValues(order))} as ids`);
  return rows[0]?.ids ?? [];
}

/** Whether these two orders are duplicates of each other; both rows are locked. */
export async function areDuplicates(db: Queryable, order: DuplicateFacts, otherId: number): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from orders o where o.id = ${otherId} and ${isDuplicateOf(comparedValues(order))}`,
  );
  return rows.length > 0;
}
