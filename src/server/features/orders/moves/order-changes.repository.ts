import { sql } from "drizzle-orm";
import type { OrderChange } from "#contract/live/live.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import type { Queryable } from "#server/platform/db/client.ts";

/** The current status of orders and who caused their last event; includes tombstones, omits unknown ids. */
export async function findOrderChanges(db: Queryable, orderIds: readonly number[]): Promise<OrderChange[]> {
  const { rows } = await db.execute<{
    order_id: number;
    process_status: OrderStatus;
    previous_status: OrderStatus | null;
    version: number;
    actor_id: number | null;
    actor_name: string | null;
  }>(sql`
    select o.id as order_id, o.status as process_status, o.previous_status, o.version,
      m.id as actor_id, m.name as actor_name
    from orders o
    left join lateral (
      select e.actor_id from order_events e where e.order_id = o.id order by e.seq desc limit 1
    ) last on true
    left join members m on m.id = last.actor_id
    where o.id = any(${sql.param([...orderIds])}::bigint[])
    order by o.id`);
  return rows.map(({ actor_id: id, actor_name: name, ...order }) => ({
    ...order,
    who: id === null || name === null ? null : { id, name },
  }));
}
