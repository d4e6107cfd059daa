import { randomBytes } from "node:crypto";
import { desc, eq, inArray, sql } from "drizzle-orm";
import { ACTIVITY_TYPES, type ActivityType, type AuditData, type AuditType } from "#contract/audit/audit.ts";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { auditEvents, auditPayloads, members } from "#server/platform/db/schema.ts";

export interface NewAuditEvent {
  at: Date;
  /** The actor; null if no one was signed in. */
  actorId: number | null;
  /** The member concerned, if any. */
  memberId?: number | null;
  orderId?: number | null;
  event: AuditData;
}

const SALT_BYTES = 16;

/** Writes events with their payloads in one statement. @returns their ids, in the same sequence */
export async function insertAuditEvents(db: Queryable, events: readonly NewAuditEvent[]): Promise<number[]> {
  if (events.length === 0) return [];
  const given = events.map(({ at, actorId, memberId = null, orderId = null, event }) => ({
    at,
    type: event.type,
    actor_id: actorId,
    member_id: memberId,
    order_id: orderId,
    salt_text: randomBytes(SALT_BYTES).toString("hex"),
    data: JSON.stringify(event.data),
  }));
  const { rows } = await db.execute<{ id: number }>(sql`
    with given as materialized (
      select nextval('audit_events_id_seq') as id, g.*, decode(g.salt_text, 'hex') as salt
        from rows from (json_to_recordset(${JSON.stringify(given)}::json)
          as (at timestamptz, type text, actor_id integer, member_id integer, order_id bigint, salt_text text, data text))
          with ordinality as g (at, type, actor_id, member_id, order_id, salt_text, data, place)
       order by place
    ), events as (
      insert into audit_events (id, at, type, actor_id, member_id, order_id, payload_digest)
      select id, at, type, actor_id, member_id, order_id, sha256(salt || convert_to(data, 'UTF8')) from given
    ), payloads as (
      insert into audit_payloads (event_id, salt, data) select id, salt, data::json from given
    )
    select id from given order by place`);
  return rows.map(({ id }) => Number(id));
}

/**
 * Latest changes of team and gateways and exports, newest first, with the actors' current names; removed members keep
 * theirs. Of one type or of all.
 */
export async function findLastActivity(db: Queryable, limit: number, type?: ActivityType) {
  const newest = sql`
    select e.id from unnest(${sql.param(type === undefined ? ACTIVITY_TYPES : [type])}::text[]) as t (type)
     cross join lateral (select id from audit_events where type = t.type order by id desc limit ${limit}) e
     order by e.id desc limit ${limit}`;
  return await db
    .select({
      id: auditEvents.id,
      at: auditEvents.at,
      type: auditEvents.type,
      data: auditPayloads.data,
      actor: { id: members.id, name: members.name },
    })
    .from(auditEvents)
    .innerJoin(auditPayloads, eq(auditPayloads.eventId, auditEvents.id))
    .leftJoin(members, eq(members.id, auditEvents.actorId))
    .where(inArray(auditEvents.id, sql`(${newest})`))
    .orderBy(desc(auditEvents.id));
}

/** Types of which most events come from outsiders. */
const FLOODABLE = ["sign-in-failed", "locked-out", "refused", "forged-hook"] satisfies AuditType[];

/**
 * Deletes the oldest events before a day that outsiders caused and that name no member; the database refuses all others.
 * @returns how many, at most `limit`
 */
export async function deleteStrangers(tx: Transaction, before: Date, limit: number): Promise<number> {
  await tx.execute(sql`select set_config('arrival_desk.prune', 'on', true)`);
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id::int as id from audit_events
     where type = any (${sql.param([...FLOODABLE])}::text[]) and actor_id is null and member_id is null
       and at < ${before.toISOString()}
     order by id limit ${limit}`);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  // The payloads first: the trigger looks at their events.
  await tx.delete(auditPayloads).where(inArray(auditPayloads.eventId, ids));
  await tx.delete(auditEvents).where(inArray(auditEvents.id, ids));
  return ids.length;
}
