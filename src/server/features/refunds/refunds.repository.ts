import { aliasedTable, and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { RefundTotal } from "#contract/refunds/refunds.ts";
import type { Database, Queryable, Transaction } from "#server/platform/db/client.ts";
import { lockOrders } from "#server/platform/db/lock-orders.ts";
import { disputes, members, orders, refunds } from "#server/platform/db/schema.ts";
import { plainDecimal } from "#server/platform/money.ts";

const { id, status, amount, currency, refundedAt } = orders;

/** Locks these orders and reads what a refund of them depends on; those that exist and are not purged. */
export async function lockRefundable(tx: Transaction, ids: readonly number[]) {
  return await lockOrders(tx, ids, { id, status, amount, currency, refundedAt });
}
export type RefundableOrder = Awaited<ReturnType<typeof lockRefundable>>[number];

/** One array parameter instead of up to ten thousand parameters. */
const bigints = (ids: readonly number[]) => sql`${sql.param([...ids])}::bigint[]`;

/** The disputes of these orders, by order. Read once the orders are locked, as every change of a dispute locks them. */
export async function findDisputesOf(tx: Transaction, ids: readonly number[]) {
  const { orderId, stage, outcome, closedAt } = disputes;
  const rows = await tx
    .select({ orderId, stage, outcome, closedAt })
    .from(disputes)
    .where(sql`${orderId} = any(${bigints(ids)})`);
  return Map.groupBy(rows, (row) => row.orderId);
}

export interface RecordedRefund {
  id: number;
  orderId: number;
  amount: string | null;
  currency: string | null;
}

/**
 * Records for each of these locked orders in Refunds what is left of its payment, and the date of its refund.
 * @param overrides the reasons of orders that a dispute blocks
 */
export async function insertRefundsOfRest(
  tx: Transaction,
  at: Date,
  memberId: number,
  ids: readonly number[],
  overrides: ReadonlyMap<number, string>,
): Promise<RecordedRefund[]> {
  const instant = sql`${at.toISOString()}::timestamptz`;
  const reasons = sql`${JSON.stringify(Object.fromEntries(overrides))}::json`;
  const { rows } = await tx.execute<{
    id: number;
    order_id: number;
    amount: string | null;
    currency: string | null;
  }>(sql`
    with recorded as (
      update orders set refunded_at = ${instant}
      where id = any(${bigints(ids)}) and refunded_at is null and status = 'Refunds' and purged_at is null
      returning id, amount, currency
    ), went_back as (
      select order_id, currency, sum(amount) as amount from refunds
      where order_id = any(${bigints(ids)}) and undone_at is null group by order_id, currency
    )
    insert into refunds (order_id, amount, currency, is_assumed, recorded_at, recorded_by, override_reason)
    select o.id,
      -- greatest() leaves nulls out, and the amount may be one.
      case when o.amount is not null then greatest(o.amount - coalesce(w.amount, 0), 0) end,
      case when o.amount is not null then o.currency end, o.amount is not null, ${instant}, ${memberId},
      ${reasons} ->> o.id::text
    from recorded o left join went_back w on w.order_id = o.id and w.currency is not distinct from o.currency
    returning id, order_id, amount::text, currency`);
  return rows.map(({ order_id: orderId, ...rest }) => ({ orderId, ...rest }));
}

/** Marks the refunds undone that the member recorded after `since` and that completed the refund of an order in Refunds. */
export async function undoOwnRefunds(
  tx: Transaction,
  { at, memberId, since, ids }: { at: Date; memberId: number; since: Date; ids: readonly number[] },
): Promise<{ id: number; orderId: number; recordedAt: Date }[]> {
  return await tx
    .update(refunds)
    .set({ undoneAt: at, undoneBy: memberId })
    .from(orders)
    .where(
      and(
        eq(orders.id, refunds.orderId),
        sql`${orders.id} = any(${bigints(ids)})`,
        eq(orders.status, "Refunds"),
        isNull(orders.purgedAt),
        eq(orders.refundedAt, refunds.recordedAt),
        eq(refunds.recordedBy, memberId),
        gt(refunds.recordedAt, since),
        isNull(refunds.undoneAt),
      ),
    )
    .returning({ id: refunds.id, orderId: refunds.orderId, recordedAt: refunds.recordedAt });
}

/** Sets or clears the refund date of orders. */
export async function setRefundDate(tx: Transaction, ids: readonly number[], at: Date | null): Promise<void> {
  await tx
    .update(orders)
    .set({ refundedAt: at })
    .where(sql`${orders.id} = any(${bigints(ids)})`);
}

const recorders = aliasedTable(members, "recorder");
const undoers = aliasedTable(members, "undoer");

const read = (db: Queryable) =>
  db
    .select({ refund: refunds, recordedBy: recorders.name, undoneBy: undoers.name })
    .from(refunds)
    .leftJoin(recorders, eq(recorders.id, refunds.recordedBy))
    .leftJoin(undoers, eq(undoers.id, refunds.undoneBy));

export async function findRefund(db: Queryable, refundId: number) {
  const [row] = await read(db).where(eq(refunds.id, refundId));
  return row;
}

/** All refunds of an order, with those that were undone, newest first. */
export async function findRefundsOf(db: Queryable, orderId: number) {
  return await read(db).where(eq(refunds.orderId, orderId)).orderBy(desc(refunds.id));
}

export async function insertRefund(tx: Transaction, refund: typeof refunds.$inferInsert): Promise<number> {
  const [row] = await tx.insert(refunds).values(refund).returning({ id: refunds.id });
  if (row === undefined) throw new Error("a refund was not inserted");
  return row.id;
}

export async function markUndone(
  tx: Transaction,
  refundId: number,
  undone: { at: Date; memberId: number; reason: string },
): Promise<void> {
  const { at, memberId, reason } = undone;
  await tx
    .update(refunds)
    .set({ undoneAt: at, undoneBy: memberId, undoReason: reason })
    .where(and(eq(refunds.id, refundId), isNull(refunds.undoneAt)));
}

/** The refunds of an order that count and whose amount was entered, oldest first. */
export async function findStatedRefunds(db: Queryable, orderId: number) {
  return await db
    .select({
      at: refunds.recordedAt,
      amount: refunds.amount,
      currency: refunds.currency,
      isToCard: sql<boolean>`${refunds.reference} is not null
        and (${orders.cardLast4} is not null or ${orders.cardBrand} is not null)`,
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(and(eq(refunds.orderId, orderId), isNull(refunds.undoneAt), eq(refunds.isAssumed, false)))
    .orderBy(refunds.id);
}

/** The sums of the orders in Refunds, each in its own currency. */
export async function sumRefunds(db: Database): Promise<RefundTotal[]> {
  const { rows } = await db.execute<RefundTotal & Record<string, unknown>>(sql`
    select coalesce(o.currency, w.currency) as currency,
      coalesce(sum(greatest(o.amount - coalesce(w.amount, 0), 0)) filter (where o.refunded_at is null), 0)::text as due,
      coalesce(sum(w.amount), 0)::text as recorded,
      count(*) filter (where o.refunded_at is null and o.amount is null)::int as unknown_due,
      count(*) filter (where w.is_unknown or (o.refunded_at is not null and w.n = 0))::int as unknown_recorded
    from orders o cross join lateral (
      select count(*) as n, max(r.currency) as currency,
        sum(r.amount) filter (where r.currency is not distinct from coalesce(o.currency, r.currency)) as amount,
        bool_or(r.amount is null or r.currency is distinct from coalesce(o.currency, r.currency)) as is_unknown
      from refunds r where r.order_id = o.id and r.undone_at is null
    ) w
    where o.status = 'Refunds' and o.purged_at is null
    group by 1 order by 1 nulls last`);
  return rows.map((row) => ({
    ...row,
    due: plainDecimal(row.due, row.currency),
    recorded: plainDecimal(row.recorded, row.currency),
  }));
}
