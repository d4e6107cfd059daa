import { sql } from "drizzle-orm";
import type { TimelineData } from "#contract/timeline.ts";
import type { Transaction } from "#server/platform/db/client.ts";
import { noteChangedOrders } from "#server/platform/db/committed-orders.ts";

/** Something that happened to an order; `actorId` null is the system or the customer. */
export interface NewEvent {
  orderId: number;
  actorId: number | null;
  event: TimelineData;
  /** When it was, if not when the others of its call were. */
  at?: Date | undefined;
}

/**
 * Appends events to the histories of their orders, each chained to the one before it, in one statement (migration
 * 0005). The transaction must hold the rows of these orders (an UPDATE or `lockOrders`), else two writers would claim
 * one place in the chain and the slower one fails. Several events of one order need several calls.
 */
export async function insertEvents(tx: Transaction, at: Date, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const given = events.map(({ orderId, actorId, event, at: own }) => ({
    order_id: orderId,
    actor_id: actorId,
    at: own ?? at,
    type: event.type,
    payload: JSON.stringify(event.data),
  }));
  await tx.execute(sql`select record_order_events(${JSON.stringify(given)}::json)`);
  noteChangedOrders(
    tx,
    events.map(({ orderId }) => orderId),
  );
}

/** Takes the rows of these orders, in the order of their ids, so that two bulk calls never wait for each other in a circle. */
export async function lockOrders(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.execute(
    sql`select 1 from orders where id = any(${sql.param([...ids])}::bigint[]) order by id for no key update`,
  );
}

/** Marks this transaction as the purge, the only one that the database lets delete payloads; then deletes them. */
export async function deletePayloads(tx: Transaction, orderId: number): Promise<void> {
  await tx.execute(sql`select set_config('arrival_desk.purge', 'on', true)`);
  await tx.execute(sql`
    delete from order_event_payloads p using order_events e where e.id = p.event_id and e.order_id = ${orderId}`);
}
