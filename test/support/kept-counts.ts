import type { Pool } from "pg";

/** The kept counts, computed from the orders without the program's functions. */
export async function countedOf(pool: Pool): Promise<unknown[]> {
  const { rows } = await pool.query(`
    select 'status' as grain, status::text, null::date as day, null::text as nationality, null as mode, count(*)::int as n
      from orders where purged_at is null group by 2
    union all
    select 'created', status::text, (created_at at time zone 'UTC')::date, null, null, count(*)
      from orders where purged_at is null group by 2, 3
    union all
    select 'due', status::text, case status when 'Priority' then arrival_date else processing_date end, null, null, count(*)
      from orders where purged_at is null and status in ('Priority', 'Future') group by 2, 3
    union all
    select 'report', null, (created_at at time zone 'UTC')::date, nationality_code, processing_mode, count(*)
      from orders where purged_at is null and status <> 'Pending' and status <> 'Deleted' group by 3, 4, 5
    order by 1, 2, 3, 4, 5`);
  return rows;
}

/** The kept counts as the program reads them, including deltas. */
export async function keptOf(pool: Pool): Promise<unknown[]> {
  const { rows } = await pool.query(`
    select grain, status::text, day, nationality, mode, sum(n)::int as n from order_counts
    group by 1, 2, 3, 4, 5 having sum(n) <> 0 order by 1, 2, 3, 4, 5`);
  return rows;
}
