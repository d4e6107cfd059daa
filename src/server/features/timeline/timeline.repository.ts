import { sql } from "drizzle-orm";
import type { TimelineData } from "#contract/timeline/timeline.ts";
import type { Transaction } from "#server/platform/db/client.ts";
import { noteChangedOrders } from "#server/platform/db/committed-orders.ts";
import { lockOrders } from "#server/platform/db/lock-orders.ts";
import { orders } from "#server/platform/db/schema.ts";

/** An event of an order; `actorId` null is the system or the customer. */
export interface NewEvent {
  orderId: number;
  actorId: number | null;
  event: TimelineData;
  /** When it happened, if different from the other events of the call. */
  at?: Date | undefined;
}

/**
 * Appends events to the timelines of their orders, each chained to the previous one, with the database function
 * `record_order_events`. The transaction must hold the rows of these orders (an UPDATE or `lockOrders`), or else two
 * writers claim the same position in the chain and the slower one fails. Several events of one order need several calls.
 */
export async function insertEvents(tx: Transaction, at: Date, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const input = events.map(({ orderId, actorId, event, at: own }) => ({
    order_id: orderId,
    actor_id: actorId,
    at: own ?? at,
    type: event.type,
    payload: JSON.stringify(event.data),
  }));
  await tx.execute(sql`select record_order_events(${JSON.stringify(input)}::json)`);
  noteChangedOrders(
    tx,
    events.map(({ orderId }) => orderId),
  );
}

/** Includes purged orders, whose events continue the chain. */
export async function lockTimeline(tx: Transaction, orderId: number): Promise<void> {
  await lockOrders(tx, [orderId], { id: orders.id }, { includesPurged: true });
}

/** Deletes payloads; the database allows it only in a transaction that is marked as a purge. */
export async function deletePayloads(tx: Transaction, orderId: number): Promise<void> {
  await tx.execute(sql`select set_config('arrival_desk.purge', 'on', true)`);
  await tx.execute(sql`
    delete from order_event_payloads p using order_events e where e.id = p.event_id and e.order_id = ${orderId}`);
}
