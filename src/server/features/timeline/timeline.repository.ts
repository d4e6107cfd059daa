import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { withoutIdentityValues } from "#contract/timeline/identity-values.ts";
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
  const apart: { order_id: number; salt: string; data: string }[] = [];
  const input = events.map(({ orderId, actorId, event: whole, at: own }) => {
    const { event, values } = withoutIdentityValues(whole);
    const kept = values && { salt: randomBytes(16).toString("hex"), data: JSON.stringify(values) };
    if (kept !== null) apart.push({ order_id: orderId, ...kept });
    const proof = kept && { values_sha256: saltedDigest(kept) };
    return {
      order_id: orderId,
      actor_id: actorId,
      at: own ?? at,
      type: event.type,
      payload: JSON.stringify({ ...event.data, ...proof }),
    };
  });
  await tx.execute(sql`select record_order_events(${JSON.stringify(input)}::json)`);
  if (apart.length > 0) {
    await tx.execute(sql`
      insert into order_event_values (event_id, order_id, salt, data)
      select (select e.id from order_events e where e.order_id = g.order_id order by e.seq desc limit 1),
        g.order_id, decode(g.salt, 'hex'), g.data::json
      from json_to_recordset(${JSON.stringify(apart)}::json) as g(order_id bigint, salt text, data text)`);
  }
  noteChangedOrders(
    tx,
    events.map(({ orderId }) => orderId),
  );
}

/** Confirms the values as long as their salt is kept, and no guess after that. */
function saltedDigest({ salt, data }: { salt: string; data: string }): string {
  return createHash("sha256").update(Buffer.from(salt, "hex")).update(data).digest("hex");
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
