import type { Pool } from "pg";
import type { Db } from "pg-boss";

/** Accepted difference between two clocks; more means that one of them went back. */
const TOLERANCE = "interval '60 seconds'";

/*
 * pg-boss stores the time of its last run by the database's clock and runs again after an interval. When that clock goes
 * back, the timestamps are in the future, and no schedule, maintenance or retry runs until the clock has caught up. All
 * timestamps come from the database, so one in the future proves that its clock went back.
 */
const STAMPS = `
  with passes as (
    update pgboss.version set cron_on = null, bam_on = null, flow_on = null, reindex_on = null
     where greatest(cron_on, bam_on, flow_on, reindex_on) > now() + ${TOLERANCE} returning 1
  ), upkeep as (
    update pgboss.queue set monitor_claim_on = null, monitor_on = null, maintain_on = null
     where greatest(monitor_claim_on, monitor_on, maintain_on) > now() + ${TOLERANCE} returning 1
  ), waiting as (
    update pgboss.job set start_after = now() + greatest(start_after - created_on, interval '0'), created_on = now()
     where state in ('created', 'retry') and created_on > now() + ${TOLERANCE} returning 1
  ), running as (
    update pgboss.job set started_on = least(started_on, now()),
           heartbeat_on = case when heartbeat_on > now() then now() else heartbeat_on end
     where state = 'active' and greatest(started_on, heartbeat_on) > now() + ${TOLERANCE} returning 1
  ), occurrences as (
    delete from pgboss.job
     where name = '__pgboss__send-it' and singleton_on > (now() at time zone 'UTC') + ${TOLERANCE} returning 1
  )
  select (select count(*) from passes)::int + (select count(*) from upkeep)::int + (select count(*) from waiting)::int
       + (select count(*) from running)::int + (select count(*) from occurrences)::int as count`;

/** Corrects all timestamps in the future. @returns their number; 0 unless the clock went back */
export async function correctClock(db: Pick<Db, "executeSql">): Promise<number> {
  const { rows } = await db.executeSql(STAMPS);
  return Number(rows[0]?.count ?? 0);
}

/**
 * Milliseconds by which the clock went back since a process last checked the schedules; 0 when it did not. Called at the
 * start, before `correctClock` removes the timestamp, so that expired sessions do not become valid again.
 */
export async function findSetback(database: Pick<Pool, "query">): Promise<number> {
  const { rows: tables } = await database.query("select where to_regclass('pgboss.version') is not null");
  if (tables.length === 0) return 0;
  const { rows } = await database.query<{ ms: number }>(
    `select extract(epoch from cron_on - now())::float8 * 1000 as ms from pgboss.version where cron_on > now() + ${TOLERANCE}`,
  );
  return rows[0]?.ms ?? 0;
}
