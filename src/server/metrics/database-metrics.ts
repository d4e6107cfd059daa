import type { Pool } from "pg";
import { within } from "#server/platform/within.ts";

/** Metrics from the database, the same in every process. */
export interface DatabaseMetrics {
  orders: { status: string; count: number }[];
  /** For each queue with jobs: due and waiting, active, and failed within the last hour (older rows are removed). */
  jobs: { queue: string; state: "waiting" | "active" | "failed"; count: number; seconds: number }[];
  /** Time since the schedules were last checked, and since each scheduled job last ended (within the last hour). */
  sweeps: { sweep: string; seconds: number }[];
  /** Mails of the outbox that still have a next step, without those that a contested e-mail address holds. */
  mails: { state: string; count: number; seconds: number }[];
}

/** Time limit of a reading. */
const LIMIT_MS = 2000;

const ORDERS =
  "select status, sum(n)::int as count from order_counts where grain = 'status' and status is not null group by status";

const JOBS = `
  select name as queue, case state when 'active' then 'active' when 'failed' then 'failed' else 'waiting' end as state,
    count(*)::int as count,
    greatest(0, extract(epoch from now() - min(case state when 'active' then started_on else start_after end)))::float8 as seconds
  from pgboss.job
  where state in ('active', 'failed') or (state in ('created', 'retry') and start_after <= now())
  group by 1, 2`;

/** Absolute age: a future timestamp, after the clock was set back, counts as late too. */
const SWEEPS = `
  select 'schedule' as sweep, abs(extract(epoch from now() - cron_on))::float8 as seconds
  from pgboss.version where cron_on is not null
  union all
  select j.name, abs(extract(epoch from now() - max(j.completed_on)))::float8
  from pgboss.job j join pgboss.schedule s on s.name = j.name where j.state = 'completed' group by j.name`;

const MAILS = `
  select state, count(*)::int as count, extract(epoch from now() - min(created_at))::float8 as seconds
  from mails m where due_at is not null and not exists (
    select from email_changes c where c.order_id = m.order_id and c.contested_at is not null and c.resolved_at is null)
  group by state`;

/** Reads all metrics on one connection. Rejects within the limit, even while no connection is free. */
export async function readDatabaseMetrics(pool: Pool): Promise<DatabaseMetrics> {
  return await within(LIMIT_MS, read(pool));
}

async function read(pool: Pool): Promise<DatabaseMetrics> {
  const client = await pool.connect();
  try {
    await client.query(`begin read only; set local statement_timeout = ${LIMIT_MS}`);
    const orders = (await client.query<DatabaseMetrics["orders"][number]>(ORDERS)).rows;
    const jobs = (await client.query<DatabaseMetrics["jobs"][number]>(JOBS)).rows;
    const sweeps = (await client.query<DatabaseMetrics["sweeps"][number]>(SWEEPS)).rows;
    const mails = (await client.query<DatabaseMetrics["mails"][number]>(MAILS)).rows;
    await client.query("commit");
    client.release();
    return { orders, jobs, sweeps, mails };
  } catch (error) {
    // A connection that is broken or in a failed transaction must not be reused.
    client.release(true);
    throw error;
  }
}
