import { sql } from "drizzle-orm";
import type { Presence } from "#contract/live/live.ts";
import type { Queryable } from "#server/platform/db/client.ts";

/** A stream that shows an order to a member. */
export interface Viewing {
  streamId: string;
  orderId: number;
  memberId: number;
}

// The database's clock, because the clocks of several machines may differ.
const inSeconds = (ms: number) => sql`now() + make_interval(secs => ${ms / 1000}::float8)`;

/** Writes or renews what a process's streams show; a crash of the database empties this unlogged table. */
export async function upsertViewings(
  db: Queryable,
  processId: string,
  viewings: readonly Viewing[],
  lifeMs: number,
): Promise<void> {
  if (viewings.length === 0) return;
  await db.execute(sql`
    insert into order_viewers (stream_id, process_id, order_id, member_id, expires_at)
    select v."streamId", ${processId}, v."orderId", v."memberId", ${inSeconds(lifeMs)}
    from json_to_recordset(${JSON.stringify(viewings)}::json) as v("streamId" text, "orderId" bigint, "memberId" integer)
    on conflict (stream_id) do update set expires_at = excluded.expires_at`);
}

export async function deleteViewing(db: Queryable, streamId: string): Promise<void> {
  await db.execute(sql`delete from order_viewers where stream_id = ${streamId}`);
}

/** @returns the orders that were viewed through this process */
export async function deleteViewingsOf(db: Queryable, processId: string): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`delete from order_viewers where process_id = ${processId} returning order_id as id`,
  );
  return [...new Set(rows.map(({ id }) => id))];
}

/** Removes the rows of dead processes, also those of a clock that has gone back since. @returns their orders */
export async function deleteExpiredViewings(db: Queryable, lifeMs: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`delete from order_viewers where expires_at <= now() or expires_at > ${inSeconds(2 * lifeMs)} + interval '1 minute'
      returning order_id as id`,
  );
  return [...new Set(rows.map(({ id }) => id))];
}

/** The viewers of these orders, each member once, sorted by name; orders without viewers are left out. */
export async function findViewers(
  db: Queryable,
  orderIds: readonly number[],
): Promise<Map<number, Presence["viewers"]>> {
  const { rows } = await db.execute<{ order_id: number; id: number; name: string }>(sql`
    select distinct v.order_id, m.id, m.name from order_viewers v join members m on m.id = v.member_id
    where v.order_id = any(${sql.param([...orderIds])}::bigint[]) and v.expires_at > now()
    order by m.name, m.id`);
  const viewers = new Map<number, Presence["viewers"]>();
  for (const { order_id, id, name } of rows) viewers.set(order_id, [...(viewers.get(order_id) ?? []), { id, name }]);
  return viewers;
}
