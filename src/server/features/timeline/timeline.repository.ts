import { createHash } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import type { TimelineData } from "#contract/timeline.ts";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { members, orderEventPayloads, orderEvents } from "#server/platform/db/schema.ts";

/** Something that happened to an order; `actorId` null is the system or the customer. */
export interface NewEvent {
  orderId: number;
  actorId: number | null;
  event: TimelineData;
  /** When it was, if not when the others of its call were. */
  at?: Date | undefined;
}

/**
 * Appends events to the histories of their orders, each chained to the one before it, in one statement. The
 * transaction must hold the rows of these orders (an UPDATE or `lockOrders`), else two writers would claim one place
 * in the chain and the slower one fails. Several events of one order need several calls.
 */
export async function insertEvents(tx: Transaction, at: Date, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ orderId, actorId, event, at: own }) => {
    const payload = JSON.stringify(event.data);
    const digest = createHash("sha256").update(payload).digest("hex");
    return { order_id: orderId, actor_id: actorId, at: own ?? at, type: event.type, payload, digest };
  });
  await tx.execute(sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as g(order_id bigint, actor_id integer, at timestamptz, type text, payload text, digest text)
    ), chained as (
      select g.*, coalesce(last.seq, 0) + 1 as seq, last.digest as previous, decode(g.digest, 'hex') as payload_digest
      from given g
      left join lateral (
        select e.seq, e.digest from order_events e where e.order_id = g.order_id order by e.seq desc limit 1
      ) last on true
    ), inserted as (
      insert into order_events (order_id, seq, at, type, actor_id, payload_digest, previous_digest, digest)
      select order_id, seq, at, type, actor_id, payload_digest, previous,
        order_event_digest(previous, order_id, seq, at, type, actor_id, payload_digest)
      from chained
      returning id, order_id
    )
    insert into order_event_payloads (event_id, data)
    select i.id, c.payload::json from inserted i join chained c using (order_id)`);
}

/** Takes the rows of these orders, in the order of their ids, so that two bulk calls never wait for each other in a circle. */
export async function lockOrders(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.execute(
    sql`select 1 from orders where id = any(${sql.param([...ids])}::bigint[]) order by id for no key update`,
  );
}

/** The whole history of an order, oldest first, with the names of the members who acted. Purged payloads are left out. */
export async function findEvents(db: Queryable, orderId: number) {
  return await db
    .select({
      id: orderEvents.id,
      at: orderEvents.at,
      type: orderEvents.type,
      actorId: orderEvents.actorId,
      actorName: members.name,
      data: orderEventPayloads.data,
    })
    .from(orderEvents)
    .innerJoin(orderEventPayloads, eq(orderEventPayloads.eventId, orderEvents.id))
    .leftJoin(members, eq(members.id, orderEvents.actorId))
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.seq));
}

/** Marks this transaction as the purge, the only one that the database lets delete payloads; then deletes them. */
export async function deletePayloads(tx: Transaction, orderId: number): Promise<void> {
  await tx.execute(sql`select set_config('arrival_desk.purge', 'on', true)`);
  await tx.execute(sql`
    delete from order_event_payloads p using order_events e where e.id = p.event_id and e.order_id = ${orderId}`);
}
