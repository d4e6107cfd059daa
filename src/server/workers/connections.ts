import type { Pool } from "pg";

/** What a process holds besides its pool: four for jobs, one that hears of jobs and one that hears of changes. */
const BESIDE_POOL = 6;
/** A pool that two cores can't use up. */
export const USUAL_POOL = 20;
/** With fewer, requests wait for each other. */
const LEAST_POOL = 4;
/** What each worker of an embedded database gets at least. */
const EMBEDDED_POOL = 10;
/** For a backup, an import, somebody with psql, and the lock on the data folder. */
const SPARE = 12;
/** PostgreSQL's own reserve for superusers. */
const RESERVED = 3;

/** One worker more than there are: at a restart the new one comes before the old one goes. */
const processesOf = (workers: number) => workers + 1;

/** Connections that an embedded server takes for so many workers. */
export function embeddedConnections(workers: number): number {
  return Math.max(100, RESERVED + SPARE + processesOf(workers) * (BESIDE_POOL + EMBEDDED_POOL));
}

/**
 * The size of each worker's pool: what is configured, else the usual one or what the server has room for.
 * @throws Error for people when all of them together don't fit
 */
export async function poolOfWorker(pool: Pool, workers: number, configured: number | null): Promise<number> {
  const room = (await connectionsFor(pool)) - SPARE;
  const wanted = (size: number) => processesOf(workers) * (size + BESIDE_POOL);
  const size = configured ?? Math.min(USUAL_POOL, Math.floor(room / processesOf(workers)) - BESIDE_POOL);
  if (size >= (configured ?? LEAST_POOL) && wanted(size) <= room) return size;
  const needed = wanted(configured ?? LEAST_POOL) + SPARE;
  const each = configured === null ? "" : ` with DATABASE_CONNECTIONS=${configured}`;
  throw new Error(
    `${workers} workers${each} need ${needed} connections, and the database allows ${room + SPARE}: ` +
      `raise its max_connections, or start fewer workers.`,
  );
}

/** How many connections our role may hold in its database. */
async function connectionsFor(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ room: number }>(
    `select least(
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0),
       (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
       (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
     ) as room`,
  );
  return rows[0]?.room ?? 0;
}
