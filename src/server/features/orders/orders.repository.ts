import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { MONTHS, type Month } from "#contract/dates.ts";
import type { ListName, OrderStatus, SortDirection } from "#contract/order-status.ts";
import type { SortField } from "#contract/orders.ts";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { disputes, gateways, members, orderSearch, orders } from "#server/platform/db/schema.ts";
import { inList, listOrder } from "./order-lists.ts";
import { matches, type SearchableOrder, searchText } from "./order-search.ts";

export type OrderRecord = typeof orders.$inferSelect;
export type NewOrder = Omit<typeof orders.$inferInsert, "id">;

const rowColumns = {
  id: orders.id,
  status: orders.status,
  fullName: orders.fullName,
  email: orders.email,
  telephoneNumber: orders.telephoneNumber,
  phoneCode: orders.phoneCode,
  createdAt: orders.createdAt,
  refundedAt: orders.refundedAt,
  processingDate: orders.processingDate,
  processMonth: orders.processMonth,
  version: orders.version,
};

export interface ListRequest {
  list: ListName;
  month: Month | undefined;
  sort: SortField | undefined;
  dir: SortDirection | undefined;
  offset: number;
  limit: number;
  /** Already known to be long enough, or undefined. */
  search: string | undefined;
}

export async function findPage(db: Queryable, request: ListRequest) {
  return await db
    .select(rowColumns)
    .from(orders)
    .where(condition(request))
    .orderBy(listOrder(request.list, request.sort, request.dir))
    .limit(request.limit)
    .offset(request.offset);
}
export type OrderRowRecord = Awaited<ReturnType<typeof findPage>>[number];

export async function countList(
  db: Queryable,
  request: Pick<ListRequest, "list" | "month" | "search">,
): Promise<number> {
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(orders).where(condition(request));
  return row?.total ?? 0;
}

function condition({ list, month, search }: Pick<ListRequest, "list" | "month" | "search">): SQL {
  const found = search === undefined ? null : matches(search);
  const here = inList(list, month);
  return found === null ? here : sql`${here} and ${found}`;
}

/** How many orders each status holds. */
export async function countStatuses(db: Queryable): Promise<Map<OrderStatus, number>> {
  const rows = await db
    .select({ status: orders.status, count: sql<number>`count(*)::int` })
    .from(orders)
    .where(isNull(orders.purgedAt))
    .groupBy(orders.status);
  return new Map(rows.map(({ status, count }) => [status, count]));
}

/** How many Future orders are processed in each month of the calendar. */
export async function countMonths(db: Queryable): Promise<Map<Month, number>> {
  const rows = await db
    .select({ month: orders.processMonth, count: sql<number>`count(*)::int` })
    .from(orders)
    .where(inList("futureOrder"))
    .groupBy(orders.processMonth);
  const counts = new Map<Month, number>(MONTHS.map((month) => [month, 0]));
  for (const { month, count } of rows) {
    const name = MONTHS[(month ?? 0) - 1];
    if (name !== undefined) counts.set(name, count);
  }
  return counts;
}

/** An order that is not purged, with its gateway's name and its open dispute. */
export async function findOrder(db: Queryable, id: number) {
  const [row] = await db
    .select({ order: orders, gatewayName: gateways.name, dispute: disputes, disputeOpenedBy: members.name })
    .from(orders)
    .leftJoin(gateways, eq(gateways.id, orders.gatewayId))
    .leftJoin(disputes, and(eq(disputes.orderId, orders.id), isNull(disputes.closedAt)))
    .leftJoin(members, eq(members.id, disputes.openedBy))
    .where(and(eq(orders.id, id), isNull(orders.purgedAt)));
  return row;
}

const movableColumns = {
  id: orders.id,
  status: orders.status,
  previousStatus: orders.previousStatus,
  version: orders.version,
  isPaid: orders.isPaid,
  processingMode: orders.processingMode,
  arrivalDate: orders.arrivalDate,
  processingDate: orders.processingDate,
  createdAt: orders.createdAt,
  statusChangedAt: orders.statusChangedAt,
  refundedAt: orders.refundedAt,
  hasDocument: sql<boolean>`exists (select 1 from documents d where d.order_id = ${orders.id})`,
};

/** What the rules of a move look at, for orders that are not purged; their rows are locked, in the order of their ids. */
export async function lockMovable(tx: Transaction, ids: readonly number[]) {
  return await tx
    .select(movableColumns)
    .from(orders)
    .where(and(inArray(orders.id, [...ids]), isNull(orders.purgedAt)))
    .orderBy(orders.id)
    .for("no key update", { of: orders });
}
export type MovableOrder = Awaited<ReturnType<typeof lockMovable>>[number];

export interface StatusChange {
  id: number;
  /** The version this change was decided on; another one in the table means that someone was first. */
  version: number;
  to: OrderStatus;
  from: OrderStatus;
  processingMode?: OrderRecord["processingMode"];
}

/**
 * Writes status changes, each guarded by the version it was decided on, in one statement. Leaving Refunds forgets no
 * refund date: a recorded refund stays a fact.
 * @returns the ids that were changed
 */
export async function updateStatuses(
  tx: Transaction,
  at: Date,
  changes: readonly StatusChange[],
): Promise<Set<number>> {
  if (changes.length === 0) return new Set();
  const given = JSON.stringify(
    changes.map(({ id, version, to, processingMode }) => ({
      id,
      version,
      to_status: to,
      mode: processingMode ?? null,
    })),
  );
  const result = await tx.execute<{ id: number }>(sql`
    update orders o set
      previous_status = o.status,
      status = g.to_status::order_status,
      processing_mode = coalesce(g.mode, o.processing_mode),
      version = o.version + 1,
      status_changed_at = ${at.toISOString()}::timestamptz
    from json_to_recordset(${given}::json) as g(id bigint, version integer, to_status text, mode text)
    where o.id = g.id and o.version = g.version and o.purged_at is null
    returning o.id`);
  return new Set(result.rows.map(({ id }) => id));
}

/** Who last changed an order's status, for the refusal that names them. Null is the system. */
export async function findLastMove(
  db: Queryable,
  orderId: number,
): Promise<{ at: Date; name: string | null } | undefined> {
  const result = await db.execute<{ at: string; name: string | null }>(sql`
    select e.at, m.name from order_events e left join members m on m.id = e.actor_id
    where e.order_id = ${orderId} and e.type in ('moved', 'returned', 'released', 'paid', 'created')
    order by e.seq desc limit 1`);
  const row = result.rows[0];
  return row && { at: new Date(row.at), name: row.name };
}

/** Records refunds of orders that wait in Refunds for it. @returns the ids that were recorded now */
export async function updateRefunds(
  tx: Transaction,
  at: Date,
  memberId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await tx
    .update(orders)
    .set({ refundedAt: at, refundedBy: memberId })
    .where(
      and(
        inArray(orders.id, [...ids]),
        eq(orders.status, "Refunds"),
        isNull(orders.refundedAt),
        isNull(orders.purgedAt),
      ),
    )
    .returning({ id: orders.id });
  return new Set(rows.map(({ id }) => id));
}

/** Future orders whose processing day has come, locked; those that another process holds are left to it. */
export async function lockDueFutureOrders(tx: Transaction, today: string, limit: number) {
  return await tx
    .select({ id: orders.id, version: orders.version })
    .from(orders)
    .where(sql`${inList("futureOrder")} and ${orders.processingDate} <= ${today}`)
    .orderBy(orders.processingDate, orders.id)
    .limit(limit)
    .for("no key update", { skipLocked: true });
}

/** Inserts orders with ids in the order they are given in. @returns these ids */
export async function insertOrders(
  tx: Transaction,
  given: readonly (NewOrder & Omit<SearchableOrder, "id">)[],
): Promise<number[]> {
  // The ids first: nothing says in which order an INSERT of many rows returns them.
  const { rows } = await tx.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('orders', 'id')) as id from generate_series(1, ${given.length}::int)`,
  );
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b);
  const numbered = given.map((order, index) => ({ ...order, id: ids[index] ?? 0 }));
  await tx.insert(orders).values(numbered);
  await tx.insert(orderSearch).values(numbered.map((order) => ({ orderId: order.id, searchText: searchText(order) })));
  return ids;
}

export async function writeSearchText(tx: Transaction, order: SearchableOrder): Promise<void> {
  const text = searchText(order);
  await tx
    .insert(orderSearch)
    .values({ orderId: order.id, searchText: text })
    .onConflictDoUpdate({ target: orderSearch.orderId, set: { searchText: text } });
}

/** What a payment looks at and changes; the row is locked. */
export async function findForPayment(tx: Transaction, id: number) {
  const [row] = await tx
    .select({
      id: orders.id,
      status: orders.status,
      isPaid: orders.isPaid,
      paidAt: orders.paidAt,
      processingMode: orders.processingMode,
      processingDate: orders.processingDate,
      gatewayId: orders.gatewayId,
      fullName: orders.fullName,
      email: orders.email,
      phoneCode: orders.phoneCode,
      telephoneNumber: orders.telephoneNumber,
      passportNumber: orders.passportNumber,
    })
    .from(orders)
    .where(and(eq(orders.id, id), isNull(orders.purgedAt)))
    .for("no key update", { of: orders });
  return row;
}

type Payment = Pick<
  OrderRecord,
  "id" | "status" | "processingMode" | "transactionId" | "merchantName" | "gatewayId" | "paidAt"
>;

/** Marks an order paid; with `releasedAt` it also changes its status, as every change of status is written. */
export async function updatePayment(tx: Transaction, payment: Payment, releasedAt: Date | null): Promise<void> {
  const { id, status, processingMode, ...facts } = payment;
  const release =
    releasedAt === null
      ? {}
      : {
          status,
          processingMode,
          previousStatus: sql`${orders.status}`,
          version: sql`${orders.version} + 1`,
          statusChangedAt: releasedAt,
        };
  const { transactionId, merchantName, gatewayId, paidAt } = facts;
  await tx
    .update(orders)
    .set({ isPaid: true, transactionId, merchantName, gatewayId, paidAt, ...release })
    .where(eq(orders.id, id));
}

/** True for an order that is not purged. */
export async function orderExists(db: Queryable, id: number): Promise<boolean> {
  const [row] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, id), isNull(orders.purgedAt)));
  return row !== undefined;
}
