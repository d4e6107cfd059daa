import type { Pool } from "pg";

/** What the database knows of the desk, the same whichever process asks. */
export interface DatabaseFigures {
  orders: { status: string; count: number }[];
  /** Of each queue that has any: due and not taken, taken, and failed within the last hour (older rows are removed). */
  jobs: { queue: string; state: "waiting" | "active" | "failed"; count: number; seconds: number }[];
  /** Of the outbox: what still has a next step. */
  mails: { state: string; count: number; seconds: number }[];
}

/** A figure that costs more than this is not worth it. */
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

const MAILS = `
  select state, count(*)::int as count, extract(epoch from now() - min(created_at))::float8 as seconds
  from mails where due_at is not null group by state`;

/** Reads all figures on one connection. Rejects within the limit, also while every connection is taken. */
export async function readDatabaseFigures(pool: Pool): Promise<DatabaseFigures> {
  const reading = read(pool);
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${LIMIT_MS} ms`)), LIMIT_MS);
  });
  try {
    return await Promise.race([reading, limit]);
  } finally {
    clearTimeout(timer);
    // When the limit was first, nobody else looks at how the reading ended.
    reading.catch(() => undefined);
  }
}

async function read(pool: Pool): Promise<DatabaseFigures> {
  const client = await pool.connect();
  try {
    await client.query(`begin read only; set local statement_timeout = ${LIMIT_MS}`);
    const orders = (await client.query<DatabaseFigures["orders"][number]>(ORDERS)).rows;
    const jobs = (await client.query<DatabaseFigures["jobs"][number]>(JOBS)).rows;
    const mails = (await client.query<DatabaseFigures["mails"][number]>(MAILS)).rows;
    await client.query("commit");
    client.release();
    return { orders, jobs, mails };
  } catch (error) {
    // A connection in a failed transaction, or none any more: not for the next one.
    client.release(true);
    throw error;
  }
}
