import { aliasedTable, and, asc, desc, eq, gte, isNotNull, isNull, lt, lte, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { disputes, members, orders } from "#server/platform/db/schema.ts";

const openers = aliasedTable(members, "opener");
const closers = aliasedTable(members, "closer");
const named = { dispute: disputes, openedBy: openers.name, closedBy: closers.name };

const read = (db: Queryable) =>
  db
    .select(named)
    .from(disputes)
    .leftJoin(openers, eq(openers.id, disputes.openedBy))
    .leftJoin(closers, eq(closers.id, disputes.closedBy));

export async function findDispute(db: Queryable, id: number) {
  const [row] = await read(db).where(eq(disputes.id, id));
  return row;
}

export async function findOpenDispute(db: Queryable, orderId: number) {
  const [row] = await read(db).where(and(eq(disputes.orderId, orderId), isNull(disputes.closedAt)));
  return row;
}

interface Window {
  offset: number;
  limit: number;
}

/** Open ones: earliest due date first, without one last. Closed ones: newest first. */
export async function findDisputes(db: Queryable, state: "open" | "closed", { offset, limit }: Window) {
  const isOpen = state === "open";
  return await db
    .select({
      ...named,
      fullName: orders.fullName,
      status: orders.status,
      refundedAt: orders.refundedAt,
      transactionId: orders.transactionId,
      // Written out, because Drizzle would omit the table names.
      packsMade: sql<number>`(
        select count(*)::int from defence_packs p
        where p.order_id = "disputes"."order_id" and p.created_at >= "disputes"."opened_at")`,
    })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .leftJoin(openers, eq(openers.id, disputes.openedBy))
    .leftJoin(closers, eq(closers.id, disputes.closedBy))
    .where(isOpen ? isNull(disputes.closedAt) : isNotNull(disputes.closedAt))
    .orderBy(
      ...(isOpen
        ? [sql`${disputes.dueDate} asc nulls last`, asc(disputes.id)]
        : [desc(disputes.closedAt), desc(disputes.id)]),
    )
    .limit(limit)
    .offset(offset);
}
export type ListedDispute = Awaited<ReturnType<typeof findDisputes>>[number];

/** `dueSoon`: open ones due by `soon`; `overdue`: those due before `today`. */
export async function countDisputes(
  db: Queryable,
  { today, soon }: { today: string; soon: string },
): Promise<{ open: number; closed: number; dueSoon: number; overdue: number }> {
  const isOpen = isNull(disputes.closedAt);
  const [row] = await db
    .select({
      open: sql<number>`count(*) filter (where ${isOpen})::int`,
      closed: sql<number>`count(*) filter (where ${isNotNull(disputes.closedAt)})::int`,
      dueSoon: sql<number>`count(*) filter (where ${and(isOpen, lte(disputes.dueDate, soon))})::int`,
      overdue: sql<number>`count(*) filter (where ${and(isOpen, lt(disputes.dueDate, today))})::int`,
    })
    .from(disputes);
  return row ?? { open: 0, closed: 0, dueSoon: 0, overdue: 0 };
}

/**
 * Orders that were paid while deleted, newest first. If such an order was deleted again afterwards, the member knew of
 * the payment.
 */
export async function findPaidWhileDeleted(db: Queryable, limit: number) {
  const { id, fullName, transactionId, amount, currency, paidWhileDeletedAt } = orders;
  return await db
    .select({ id, fullName, transactionId, amount, currency, paidWhileDeletedAt })
    .from(orders)
    .where(
      and(
        isNotNull(paidWhileDeletedAt),
        eq(orders.status, "Deleted"),
        isNull(orders.purgedAt),
        gte(paidWhileDeletedAt, orders.statusChangedAt),
      ),
    )
    .orderBy(desc(paidWhileDeletedAt), desc(id))
    .limit(limit);
}

export type DisputeChange = Partial<
  Pick<
    typeof disputes.$inferInsert,
    "reason" | "stage" | "amount" | "currency" | "dueDate" | "caseId" | "outcome" | "closedAt" | "closedBy"
  >
>;

/** Changes the dispute if it still has that version. @returns whether it did */
export async function changeDispute(
  tx: Transaction,
  { id, version }: { id: number; version: number },
  change: DisputeChange,
): Promise<boolean> {
  const rows = await tx
    .update(disputes)
    .set({ ...change, version: version + 1 })
    .where(and(eq(disputes.id, id), eq(disputes.version, version)))
    .returning({ id: disputes.id });
  return rows.length > 0;
}

/** Who changed a dispute last, for the message of the refusal. */
export async function findLastDisputeChange(db: Queryable, dispute: { id: number; orderId: number }) {
  const { rows } = await db.execute<{ at: string; name: string | null }>(sql`
    select e.at, m.name
    from order_events e
    join order_event_payloads p on p.event_id = e.id
    left join members m on m.id = e.actor_id
    where e.order_id = ${dispute.orderId} and (p.data ->> 'dispute_id')::int = ${dispute.id}
    order by e.seq desc limit 1`);
  const [row] = rows;
  return row && { at: new Date(row.at), name: row.name };
}
