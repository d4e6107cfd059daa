import { and, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import type { OrderStatus } from "#contract/order-status.ts";
import type { TimelineData, TimelinePayload } from "#contract/timeline.ts";
import type { Database, Queryable, Transaction } from "#server/platform/db/client.ts";
import { columnValues } from "#server/platform/db/column-values.ts";
import { noteChangedOrders } from "#server/platform/db/committed-orders.ts";
import type { CopyRows } from "#server/platform/db/copy-rows.ts";
import { idPlaces } from "#server/platform/db/id-places.ts";
import { orderSearch, orders } from "#server/platform/db/schema.ts";
import { isUnclearCommit } from "#server/platform/db/unclear-commit.ts";
import { together } from "#server/platform/together.ts";
import { inList } from "./order-lists.ts";
import { type SearchableOrder, searchLines, searchText } from "./order-search.ts";

export type OrderRecord = typeof orders.$inferSelect;
export type NewOrder = Omit<typeof orders.$inferInsert, "id">;

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
  // Written out: Drizzle leaves the table's name off a column of a select from one table, and `id` would be the document's.
  hasDocument: sql<boolean>`exists (select 1 from documents d where d.order_id = orders.id)`,
};

/** One array, not a parameter for each of ten thousand. */
const isOneOf = (ids: readonly number[]) => sql`${orders.id} = any(${sql.param([...ids])}::bigint[])`;

/** Single moves that one statement reads for at the most. */
const READ_AT_ONCE = 8;

/** What the rules of a move look at, or undefined for an order that does not exist or is purged. */
export function createMovableReader(db: Database) {
  const { placeholders, fill } = idPlaces(READ_AT_ONCE);
  const query = db
    .select(movableColumns)
    .from(orders)
    .where(and(inArray(orders.id, placeholders), isNull(orders.purgedAt)))
    .prepare("find_movable_orders");
  return together(
    async (ids: number[]): Promise<Map<number, MovableOrder>> =>
      new Map((await query.execute(fill(ids))).map((order) => [order.id, order])),
    { atMost: READ_AT_ONCE },
  );
}

/** The same for many; their rows are locked, in the order of their ids. */
export async function lockMovable(tx: Transaction, ids: readonly number[]) {
  return await tx
    .select(movableColumns)
    .from(orders)
    .where(and(isOneOf(ids), isNull(orders.purgedAt)))
    .orderBy(orders.id)
    .for("no key update", { of: orders });
}
export type MovableOrder = Awaited<ReturnType<typeof lockMovable>>[number];

export interface StatusChange {
  id: number;
  /** The version this change was decided on; another one in the table means that someone was first. */
  version: number;
  to: OrderStatus;
  processingMode?: OrderRecord["processingMode"];
  /** A new stay in Refunds begins with nothing paid back; the way back into it keeps what was recorded. */
  clearsRefund?: boolean;
  /** Null is the system. */
  actorId: number | null;
  event: TimelineData;
  /** When it was, if not when the others of its call were. */
  at?: Date;
}

/**
 * Changes statuses, each guarded by the version it was decided on, and tells their histories: all of it in one
 * statement of the database's own (migrations 0005 and 0011), which is a whole transaction where the caller has none.
 * @returns the ids that were changed
 */
export async function changeStatuses(db: Queryable, at: Date, changes: readonly StatusChange[]): Promise<Set<number>> {
  if (changes.length === 0) return new Set();
  const given = changes.map(({ id, version, to, processingMode, clearsRefund = false, actorId, event, at: own }) => ({
    id,
    version,
    to_status: to,
    mode: processingMode ?? null,
    clears_refund: clearsRefund,
    actor_id: actorId,
    type: event.type,
    payload: JSON.stringify(event.data),
    at: own ?? null,
  }));
  const statement = sql`select change_order_statuses(${JSON.stringify(given)}::json, ${at.toISOString()}::timestamptz) as id`;
  const result = await db.execute<{ id: number }>(statement).catch((error: unknown) => {
    // It may stand: a hint too many costs a look, one too few leaves an old screen.
    const ids = changes.map(({ id }) => id);
    if (isUnclearCommit(error)) noteChangedOrders(db, ids);
    throw error;
  });
  const changed = new Set(result.rows.map(({ id }) => id));
  noteChangedOrders(db, changed);
  return changed;
}

/** Who last changed the status of an order. */
export interface LastMove {
  at: Date;
  /** Null is the system. */
  name: string | null;
}

/** The last changes of these orders' statuses, for the refusals that name who was first. */
export async function findLastMoves(db: Queryable, ids: readonly number[]): Promise<Map<number, LastMove>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ id: number; at: string; name: string | null }>(sql`
    select o.id, last.at, m.name from unnest(${sql.param([...ids])}::bigint[]) as o(id)
    cross join lateral (
      select e.at, e.actor_id from order_events e
      where e.order_id = o.id and e.type in ('moved', 'returned', 'released', 'paid', 'created')
      order by e.seq desc limit 1
    ) last
    left join members m on m.id = last.actor_id`);
  return new Map(rows.map(({ id, at, name }) => [id, { at: new Date(at), name }]));
}

/** Those of these orders that a person, and not the program, has moved since the time given with each. */
export async function findMovedByPersons(
  db: Queryable,
  given: readonly { orderId: number; since: Date }[],
): Promise<Set<number>> {
  const result = await db.execute<{ id: number }>(sql`
    select g."orderId" as id from json_to_recordset(${JSON.stringify(given)}::json) as g("orderId" bigint, since timestamptz)
    where exists (
      select 1 from order_events e
      where e.order_id = g."orderId" and e.type in ('moved', 'returned') and e.actor_id is not null and e.at > g.since)`);
  return new Set(result.rows.map(({ id }) => id));
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
    .where(and(isOneOf(ids), eq(orders.status, "Refunds"), isNull(orders.refundedAt), isNull(orders.purgedAt)))
    .returning({ id: orders.id });
  return new Set(rows.map(({ id }) => id));
}

/** Future orders whose processing day has come, locked; those that another process holds are left to it. */
export async function lockDueFutureOrders(tx: Transaction, today: string, limit: number, orderId?: number) {
  return await tx
    .select({ id: orders.id, version: orders.version })
    .from(orders)
    .where(
      and(
        inList("futureOrder"),
        lte(orders.processingDate, today),
        orderId === undefined ? undefined : eq(orders.id, orderId),
      ),
    )
    .orderBy(orders.processingDate, orders.id)
    .limit(limit)
    .for("no key update", { skipLocked: true });
}

type ReceivedRecord = NewOrder & Omit<SearchableOrder, "id">;

/** New ids of orders, ascending. What is not used is a gap. */
export async function takeOrderIds(db: Queryable, count: number): Promise<number[]> {
  // The sequence is looked for once and not for each.
  const { rows } = await db.execute<{ id: number }>(sql`
    with ids as materialized (select pg_get_serial_sequence('orders', 'id')::regclass as sequence)
    select nextval(sequence) as id from ids, generate_series(1, ${count}::int)`);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** Inserts orders with ids in the order they are given in. @returns these ids */
export async function insertOrders(tx: Transaction, given: readonly ReceivedRecord[]): Promise<number[]> {
  // The ids first: nothing says in which order an INSERT of many rows returns them.
  const ids = await takeOrderIds(tx, given.length);
  const numbered = given.map((order, index) => ({ ...order, id: ids[index] ?? 0 }));
  await tx.insert(orders).values(numbered);
  await tx.insert(orderSearch).values(numbered.map(searchRow));
  return ids;
}

/** A checkout's key for its request, as digests. */
export interface RequestClaim {
  keyHash: Buffer;
  requestHash: Buffer;
}

/** An order of a checkout, without a gateway for the active one; `created` begins its history. */
export interface ClaimingOrder {
  claim: RequestClaim;
  order: ReceivedRecord;
  created: TimelinePayload<"created">;
}

/**
 * Inserts orders, claims their keys and begins their histories, all of it in one statement of the database's own
 * (migration 0013), which is a whole transaction where the caller has none. While another transaction claims one of the
 * keys this waits for its end.
 * @returns the id of each, or null where the key is taken, be it by an earlier one of these
 */
export async function insertOrdersOnce(db: Queryable, given: readonly ClaimingOrder[]): Promise<(number | null)[]> {
  const first = new Map<string, ClaimingOrder>();
  for (const each of given) {
    const key = each.claim.keyHash.toString("hex");
    if (!first.has(key)) first.set(key, each);
  }
  const rows = Array.from(first, ([key, { claim, order, created }]) => ({
    ...columnValues(orders, order),
    key_hash: `\\x${key}`,
    request_hash: `\\x${claim.requestHash.toString("hex")}`,
    search_lines: searchLines(order),
    payload: JSON.stringify(created),
  }));
  const result = await db.execute<{ key: string; id: number }>(sql`
    select encode(claimed_key, 'hex') as key, new_id as id from receive_orders(${JSON.stringify(rows)}::json)`);
  const ids = new Map<ClaimingOrder | undefined, number>();
  for (const { key, id } of result.rows) ids.set(first.get(key), id);
  noteChangedOrders(db, ids.values());
  return given.map((each) => ids.get(each) ?? null);
}

/** The same for thousands, with ids that were taken before. */
export async function copyOrders(copy: CopyRows, given: readonly (ReceivedRecord & { id: number })[]): Promise<void> {
  await copy(orders, given);
  await copy(orderSearch, given.map(searchRow));
}

const searchRow = (order: SearchableOrder) => ({ orderId: order.id, searchText: searchText(order) });

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
      previousStatus: orders.previousStatus,
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
  "id" | "status" | "previousStatus" | "processingMode" | "transactionId" | "merchantName" | "gatewayId" | "paidAt"
>;

/** Marks an order paid; with `releasedAt` it also changes its status, as every change of status is written. */
export async function updatePayment(tx: Transaction, payment: Payment, releasedAt: Date | null): Promise<void> {
  const { id, ...facts } = payment;
  const { transactionId, merchantName, gatewayId, paidAt, status, previousStatus, processingMode } = facts;
  const release =
    releasedAt === null
      ? {}
      : { status, processingMode, version: sql`${orders.version} + 1`, statusChangedAt: releasedAt };
  await tx
    .update(orders)
    .set({ isPaid: true, transactionId, merchantName, gatewayId, paidAt, previousStatus, ...release })
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
