import { and, eq, isNull, lte, sql } from "drizzle-orm";
import type { DueColumns } from "#contract/orders/order-due.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import type { TimelineData } from "#contract/timeline/timeline.ts";
import type { Database, Queryable, Transaction } from "#server/platform/db/client.ts";
import { noteChangedOrders } from "#server/platform/db/committed-orders.ts";
import { lockOrders } from "#server/platform/db/lock-orders.ts";
import { orders } from "#server/platform/db/schema.ts";
import { isUnclearCommit } from "#server/platform/db/unclear-commit.ts";
import { inList } from "../conditions/list-conditions.ts";
import {
  clockColumns,
  parseServiceSettings,
  readServiceSettings,
  serviceText,
} from "../due/service-settings.repository.ts";
import type { OrderRecord } from "../order-facts.repository.ts";

const movableColumns = {
  id: orders.id,
  previousStatus: orders.previousStatus,
  version: orders.version,
  factsVersion: orders.factsVersion,
  isPaid: orders.isPaid,
  processingDate: orders.processingDate,
  createdAt: orders.createdAt,
  ...clockColumns,
  refundedAt: orders.refundedAt,
  // Raw SQL: in a select from one table Drizzle omits the table name, so `id` would mean the document's.
  hasDocument: sql<boolean>`exists (select 1 from documents d where d.order_id = orders.id)`,
};

/** Loads what the rules of a move need; undefined for an order that does not exist or is purged. */
export function createMovableReader(db: Database) {
  const query = db
    .select({ ...movableColumns, service: serviceText })
    .from(orders)
    .where(and(eq(orders.id, sql.placeholder("id")), isNull(orders.purgedAt)))
    .prepare("find_movable_order");
  return async (id: number): Promise<MovableOrder | undefined> => {
    const [order] = await query.execute({ id });
    return order && { ...order, service: parseServiceSettings(order.service) };
  };
}

/** Reads the same for many orders and locks their rows. */
export async function lockMovable(tx: Transaction, ids: readonly number[]) {
  const found = await lockOrders(tx, ids, movableColumns);
  const service = await readServiceSettings(tx);
  return found.map((order) => ({ ...order, service }));
}
export type MovableOrder = Awaited<ReturnType<typeof lockMovable>>[number];

export interface StatusChange {
  id: number;
  /** The version this change was decided on; a different one in the table means a concurrent change. */
  version: number;
  /** The facts it was decided on, if it depends on them. */
  factsVersion?: number;
  to: OrderStatus;
  processingMode?: OrderRecord["processingMode"];
  due: DueColumns;
  /** Null is the system. */
  actorId: number | null;
  event: TimelineData;
  /** When it happened, if different from the other changes of the call. */
  at?: Date;
}

/**
 * Changes statuses, each guarded by the version it was decided on, and records their events, all in the database
 * function `change_order_statuses`, which is a transaction of its own if the caller has none.
 * @returns the changed ids
 */
export async function changeStatuses(db: Queryable, at: Date, changes: readonly StatusChange[]): Promise<Set<number>> {
  if (changes.length === 0) return new Set();
  const changesJson = `[${changes.map(changeJson).join(",")}]`;
  const statement = sql`select change_order_statuses(${changesJson}::json, ${at.toISOString()}::timestamptz) as id`;
  const result = await db.execute<{ id: number }>(statement).catch((error: unknown) => {
    // The commit may have succeeded: a superfluous live event costs one read, a missing one leaves a stale screen.
    const ids = changes.map(({ id }) => id);
    if (isUnclearCommit(error)) noteChangedOrders(db, ids);
    throw error;
  });
  const changed = new Set(result.rows.map(({ id }) => id));
  noteChangedOrders(db, changed);
  return changed;
}

/** A change as `change_order_statuses` takes it. */
function changeJson({ id, version, factsVersion, to, processingMode, due, actorId, event, at }: StatusChange): string {
  return JSON.stringify({
    id,
    version,
    facts_version: factsVersion ?? null,
    to_status: to,
    mode: processingMode ?? null,
    due_at: due.dueAt,
    clock_started_at: due.clockStartedAt,
    clock_since: due.clockSince,
    clock_used_ms: due.clockUsedMs,
    actor_id: actorId,
    type: event.type,
    payload: JSON.stringify(event.data),
    at: at ?? null,
  });
}

/** Who last changed the status of an order. */
export interface LastMove {
  at: Date;
  /** Null is the system. */
  name: string | null;
}

/** The last status changes of these orders, for refusals that name who changed the order first. */
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

/** Which of these orders a member, and not the system, has moved since the time given for each. */
export async function findMovedByMembers(
  db: Queryable,
  since: readonly { orderId: number; since: Date }[],
): Promise<Set<number>> {
  const result = await db.execute<{ id: number }>(sql`
    select g."orderId" as id from json_to_recordset(${JSON.stringify(since)}::json) as g("orderId" bigint, since timestamptz)
    where exists (
      select 1 from order_events e
      where e.order_id = g."orderId" and e.type in ('moved', 'returned') and e.actor_id is not null and e.at > g.since)`);
  return new Set(result.rows.map(({ id }) => id));
}

/** Locks Future orders whose processing day has come, skipping those that another process has locked. */
export async function lockDueFutureOrders(tx: Transaction, today: string, limit: number, orderId?: number) {
  const service = await readServiceSettings(tx);
  const due = await tx
    .select({ id: orders.id, version: orders.version, ...clockColumns })
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
  return due.map((order) => ({ ...order, service }));
}
