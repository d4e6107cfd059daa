import { and, desc, eq, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Confirmation } from "#contract/corrections/confirmations.ts";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { lockOrders } from "#server/platform/db/lock-orders.ts";
import {
  correctionRequests,
  documents,
  filings,
  members,
  orderSubmissions,
  orders,
} from "#server/platform/db/schema.ts";
import { clockColumns } from "../due/service-settings.repository.ts";
import type { OrderRecord } from "../order-facts.repository.ts";
import { type CorrectableOrder, FACT_COLUMNS, factsOf } from "./order-corrections.ts";

const columns = {
  id: orders.id,
  ...clockColumns,
  isPaid: orders.isPaid,
  version: orders.version,
  factsVersion: orders.factsVersion,
  boughtMode: orders.boughtMode,
  processingDate: orders.processingDate,
  createdAt: orders.createdAt,
  transactionId: orders.transactionId,
  nationalityCode: orders.nationalityCode,
  ...(Object.fromEntries(Object.values(FACT_COLUMNS).map((name) => [name, orders[name]])) as {
    [K in (typeof FACT_COLUMNS)[keyof typeof FACT_COLUMNS]]: (typeof orders)[K];
  }),
};

export async function findCorrectable(db: Queryable, id: number): Promise<CorrectableOrder | undefined> {
  const [row] = await db
    .select(columns)
    .from(orders)
    .where(and(eq(orders.id, id), isNull(orders.purgedAt)));
  return row;
}

export async function lockCorrectable(tx: Transaction, id: number): Promise<CorrectableOrder | undefined> {
  const [row] = await lockOrders(tx, [id], columns);
  return row;
}

/** What a correction of this order has to be confirmed for; read once the order's row is locked. */
export async function confirmationsFor(db: Queryable, orderId: number): Promise<Confirmation[]> {
  const isFiled = and(eq(filings.orderId, orderId), isNull(filings.voidedAt));
  return [
    ...((await db.$count(documents, eq(documents.orderId, orderId))) > 0 ? (["document_stored"] as const) : []),
    ...((await db.$count(filings, isFiled)) > 0 ? (["filed"] as const) : []),
  ];
}

/**
 * Keeps the facts of the locked order as its submission, unless an earlier change kept them.
 * @returns the SHA-256 of the submission
 */
export async function freezeSubmission(tx: Transaction, order: CorrectableOrder): Promise<string> {
  const data = JSON.stringify({ ...factsOf(order), nationality_code: order.nationalityCode });
  const { rows } = await tx.execute<{ sha256: string }>(sql`
    with frozen as (
      insert into ${orderSubmissions} (order_id, data, sha256, frozen_at)
      values (${order.id}, ${data}::json, sha256(convert_to(${data}, 'UTF8')), now())
      on conflict do nothing returning sha256
    )
    select encode(sha256, 'hex') as sha256 from frozen
    union all select encode(sha256, 'hex') from ${orderSubmissions} where order_id = ${order.id}`);
  const [submission] = rows;
  if (submission === undefined) throw new Error(`order ${order.id} has no submission`);
  return submission.sha256;
}

/** Writes corrected columns of the locked order; a change of status leaves the previous status alone. */
export async function updateFacts(
  tx: Transaction,
  at: Date,
  order: CorrectableOrder,
  { columns: corrected, status }: { columns: Partial<OrderRecord>; status: OrderRecord["status"] },
): Promise<void> {
  const move = status === order.status ? {} : { status, version: order.version + 1, statusChangedAt: at };
  await tx
    .update(orders)
    .set({ ...corrected, ...move, factsVersion: order.factsVersion + 1 })
    .where(eq(orders.id, order.id));
}

/** Who last corrected an order; null is the system. */
export async function findLastCorrection(db: Queryable, orderId: number) {
  const { rows } = await db.execute<{ at: string; name: string | null }>(sql`
    select e.at, m.name from order_events e left join members m on m.id = e.actor_id
    where e.order_id = ${orderId} and e.type in ('corrected', 'email-changed', 'email-change-resolved') order by e.seq desc limit 1`);
  return rows[0];
}

const requester = sql<string | null>`(select name from ${members} m where m.id = ${correctionRequests.requestedBy})`;
const decider = sql<string | null>`(select name from ${members} m where m.id = ${correctionRequests.decidedBy})`;

export async function findRequest(db: Queryable, id: number) {
  const [row] = await db
    .select({ request: correctionRequests, requester, decider })
    .from(correctionRequests)
    .where(eq(correctionRequests.id, id));
  return row && { ...row.request, requester: row.requester, decider: row.decider };
}

export async function insertRequest(
  tx: Transaction,
  request: Pick<
    typeof correctionRequests.$inferInsert,
    "orderId" | "requestedBy" | "fields" | "note" | "at" | "ip" | "userAgent" | "country"
  >,
): Promise<number> {
  const [row] = await tx.insert(correctionRequests).values(request).returning({ id: correctionRequests.id });
  if (row === undefined) throw new Error("the request was not inserted");
  return row.id;
}

/** What the customer asked for, newest first. */
export async function findCustomerRequests(db: Queryable, orderId: number) {
  return await db
    .select()
    .from(correctionRequests)
    .where(and(eq(correctionRequests.orderId, orderId), isNull(correctionRequests.requestedBy)))
    .orderBy(desc(correctionRequests.id));
}

/** Decides a request whose order is locked. */
export async function updateRequest(
  tx: Transaction,
  id: number,
  decision: { decidedAt: Date; decidedBy: number; outcome: "accepted" | "declined"; reason: string | null },
): Promise<void> {
  await tx.update(correctionRequests).set(decision).where(eq(correctionRequests.id, id));
}

/** Of the open requests for orders that are not deleted: the order and the requested fields. Oldest first. */
export async function findOpenRequests(db: Queryable, limit: number) {
  const { rows } = await db.execute<{ order_id: number; fields: string[] }>(sql`
    select r.order_id, array(select json_object_keys(r.fields)) as fields
    from correction_requests r join orders o on o.id = r.order_id
    where r.outcome is null and o.status <> 'Deleted'
    order by r.id
    limit ${limit}`);
  return rows;
}

/** What others decided of a member's requests and the member has not seen, newest first. */
export async function findUnseenDecisions(db: Queryable, memberId: number, limit: number) {
  return await db
    .select({ request: correctionRequests, decider })
    .from(correctionRequests)
    .where(
      and(
        eq(correctionRequests.requestedBy, memberId),
        isNotNull(correctionRequests.outcome),
        isNull(correctionRequests.seenAt),
        ne(correctionRequests.decidedBy, memberId),
      ),
    )
    .orderBy(desc(correctionRequests.decidedAt))
    .limit(limit);
}

/** @returns how many of these decisions on the member's requests were unseen */
export async function markDecisionsSeen(db: Queryable, memberId: number, ids: readonly number[], at: Date) {
  const { id, requestedBy, outcome, seenAt } = correctionRequests;
  const { rowCount } = await db
    .update(correctionRequests)
    .set({ seenAt: at })
    .where(and(inArray(id, [...ids]), eq(requestedBy, memberId), isNotNull(outcome), isNull(seenAt)));
  return rowCount ?? 0;
}
