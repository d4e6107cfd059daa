import { setTimeout as delay } from "node:timers/promises";
import type { Pool } from "pg";
import type { Database, Queryable } from "./client.ts";

/**
 * What a read gets on which no decision hangs and in which nobody looks for what he has just written: it may be seconds
 * old. A repository function that takes this type may be called with a replica; one that takes `Queryable` can't be,
 * because this has no transactions and no methods that write. `test/architecture.test.ts` names who may use it.
 */
export type ReadingDatabase = Pick<Queryable, "select" | "selectDistinct" | "execute">;

export interface ReadingOptions {
  readonly connectionString: string;
  /** A replica that is further behind is not read from; 10 s unless told. */
  readonly maxLagMs?: number;
  /** Pause between two looks at it; 1 s unless told. */
  readonly lookMs?: number;
}

/** Where a read goes. */
export interface ReadingSource {
  readonly db: ReadingDatabase;
  /** For a cursor or a COPY. */
  readonly pool: Pool;
  readonly isReplica: boolean;
}

export interface Reading {
  /** The replica when it answers and keeps up, else the database itself. Costs nothing; choose anew for each read. */
  source(): ReadingSource;
  /** Runs a read there, and once more on the database itself when the replica fails under it. */
  read<T>(work: (db: ReadingDatabase) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Opened {
  pool: Pool;
  db: Database;
}

const MAX_LAG_MS = 10_000;
const LOOK_MS = 1000;
const CLOSE_MS = 1000;

/**
 * A replica is used while it is proven that it has replayed all that the database had written `maxLagMs` ago. Asked of
 * both by their positions in the log, so no clock is compared, no right is needed, and a replica that is cut off from
 * its database is found out though it believes itself up to date.
 */
export function openReading(
  main: Opened,
  options: ReadingOptions | undefined,
  open: (connectionString: string) => Opened,
  log: { warn(context: object, message: string): void },
): Reading {
  if (options === undefined) return readingFrom(main);
  const here: ReadingSource = { ...main, isReplica: false };
  const { maxLagMs = MAX_LAG_MS, lookMs = LOOK_MS } = options;
  const there: ReadingSource = { ...open(options.connectionString), isReplica: true };
  /** Positions of the database that the replica has not been seen to have reached, the oldest first. */
  let seen: { position: bigint; at: number }[] = [];
  let provenAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isClosed = false;
  let isToldOf = false;
  const openedAt = performance.now();

  const isProven = () => performance.now() - provenAt <= maxLagMs;

  async function look(): Promise<void> {
    const at = performance.now();
    // The database itself may be away: then what is proven runs out by and by.
    const position = await positionOf(main.pool, "pg_current_wal_flush_lsn()").catch(() => null);
    if (position !== null) seen.push({ position, at });
    const reached = await positionOf(there.pool, "pg_last_wal_replay_lsn()");
    if (reached === null) throw new Error("the server of DATABASE_READ_URL is no replica");
    const passed = seen.filter((each) => each.position <= reached).at(-1);
    if (passed !== undefined) provenAt = Math.max(provenAt, passed.at);
    // What is older than the limit proves nothing any more.
    seen = seen.filter((each) => each.position > reached && at - each.at <= maxLagMs);
  }

  async function turn(): Promise<void> {
    try {
      await look();
      if (performance.now() - openedAt > maxLagMs) tell("it is too far behind");
    } catch (error) {
      away();
      tell(error instanceof Error ? error.message : String(error));
    }
    if (isClosed) return;
    timer = setTimeout(() => {
      looking = turn();
    }, lookMs);
    timer.unref();
  }

  /** Once each time that it begins. */
  function tell(reason: string): void {
    if (!isProven() && !isToldOf && !isClosed) log.warn({ reason }, "the replica is not read from until it is well");
    isToldOf = !isProven();
  }

  function away(): void {
    provenAt = Number.NEGATIVE_INFINITY;
  }

  looking = turn();
  const source = () => (isProven() ? there : here);
  return {
    source,
    read: async (work) => {
      const chosen = source();
      try {
        return await work(chosen.db);
      } catch (error) {
        if (chosen === here) throw error;
        away();
        return await work(here.db);
      }
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      // A replica that hangs must not hold up the stop.
      await Promise.race([looking.then(() => there.pool.end()), delay(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}

/** Without a replica: everything is read from the database itself. */
export function readingFrom(main: Opened): Reading {
  const here = { ...main, isReplica: false };
  return { source: () => here, read: (work) => work(main.db), close: async () => undefined };
}

/** A position in the log as a number; null where the server has none: no replica, or no longer one. */
async function positionOf(pool: Pool, position: string): Promise<bigint | null> {
  const isReplica = position.startsWith("pg_last");
  const { rows } = await pool.query<{ position: string | null }>({
    text: `select case when pg_is_in_recovery() = ${isReplica} then (${position} - '0/0'::pg_lsn)::text end as position`,
    query_timeout: 5000,
  } as { text: string });
  const text = rows[0]?.position ?? null;
  return text === null ? null : BigInt(text);
}
