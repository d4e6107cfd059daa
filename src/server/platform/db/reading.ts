import { setTimeout as delay } from "node:timers/promises";
import type { Pool } from "pg";
import type { Database, Queryable } from "./database.types.ts";

/**
 * For reads that may be seconds old: no decision depends on them, and no user expects to see their own last write. A
 * repository function that takes this type may be called with a replica; one that takes `Queryable` can't, because this
 * type has no transactions and no write methods. `test/architecture.test.ts` lists the allowed users.
 */
export type ReadingDatabase = Pick<Queryable, "select" | "selectDistinct" | "execute">;

export interface ReadingOptions {
  readonly connectionString: string;
  /** A replica with a greater lag is not used; default 10 s. */
  readonly maxLagMs?: number;
  /** Interval of the lag check; default 1 s. */
  readonly checkMs?: number;
}

/** The target of a read. */
export interface ReadingSource {
  readonly db: ReadingDatabase;
  /** For cursors and COPY. */
  readonly pool: Pool;
  readonly isReplica: boolean;
}

export interface Reading {
  /** The replica if it is up to date, otherwise the primary. Costs nothing; call it for each read. */
  source(): ReadingSource;
  /** Runs a read on that source; retries it on the primary when the replica fails. */
  read<T>(work: (db: ReadingDatabase) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Opened {
  pool: Pool;
  db: Database;
}

const MAX_LAG_MS = 10_000;
const CHECK_MS = 1000;
const CLOSE_MS = 1000;

/**
 * Uses a replica while it has provably replayed everything that the primary had written `maxLagMs` ago. Compares the WAL
 * positions of both servers, which needs no synchronized clocks and no privileges, and detects a replica that lost its
 * primary but considers itself up to date.
 */
export function openReading(
  main: Opened,
  options: ReadingOptions | undefined,
  open: (connectionString: string) => Opened,
  log: { warn(context: object, message: string): void },
): Reading {
  if (options === undefined) return readingFrom(main);
  const here: ReadingSource = { ...main, isReplica: false };
  const { maxLagMs = MAX_LAG_MS, checkMs = CHECK_MS } = options;
  const there: ReadingSource = { ...open(options.connectionString), isReplica: true };
  /** Primary positions that the replica has not been seen to reach, oldest first. */
  let seen: { position: bigint; at: number }[] = [];
  let provenAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let checking: Promise<void> = Promise.resolve();
  let isClosed = false;
  let isReported = false;
  const openedAt = performance.now();

  const isProven = () => performance.now() - provenAt <= maxLagMs;

  async function check(): Promise<void> {
    const at = performance.now();
    // If the primary is unreachable, the proof expires after `maxLagMs`.
    const position = await positionOf(main.pool, "pg_current_wal_flush_lsn()").catch(() => null);
    if (position !== null) seen.push({ position, at });
    const reached = await positionOf(there.pool, "pg_last_wal_replay_lsn()");
    if (reached === null) throw new Error("the server of DATABASE_READ_URL is not a replica");
    const passed = seen.filter((each) => each.position <= reached).at(-1);
    if (passed !== undefined) provenAt = Math.max(provenAt, passed.at);
    // Positions older than the limit prove nothing.
    seen = seen.filter((each) => each.position > reached && at - each.at <= maxLagMs);
  }

  async function turn(): Promise<void> {
    try {
      await check();
      if (performance.now() - openedAt > maxLagMs) report("it is too far behind");
    } catch (error) {
      discard();
      report(error instanceof Error ? error.message : String(error));
    }
    if (isClosed) return;
    timer = setTimeout(() => {
      checking = turn();
    }, checkMs);
    timer.unref();
  }

  /** Warns once per outage. */
  function report(reason: string): void {
    if (!isProven() && !isReported && !isClosed) log.warn({ reason }, "the replica is not used until it has recovered");
    isReported = !isProven();
  }

  function discard(): void {
    provenAt = Number.NEGATIVE_INFINITY;
  }

  checking = turn();
  const source = () => (isProven() ? there : here);
  return {
    source,
    read: async (work) => {
      const chosen = source();
      try {
        return await work(chosen.db);
      } catch (error) {
        if (chosen === here) throw error;
        discard();
        return await work(here.db);
      }
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      // A hanging replica must not delay the shutdown.
      await Promise.race([checking.then(() => there.pool.end()), delay(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}

/** Without a replica: all reads go to the database itself. */
export function readingFrom(main: Opened): Reading {
  const here = { ...main, isReplica: false };
  return { source: () => here, read: (work) => work(main.db), close: async () => undefined };
}

/** A WAL position as a number; null when the server is not, or no longer, in the expected role. */
async function positionOf(pool: Pool, position: string): Promise<bigint | null> {
  const isReplica = position.startsWith("pg_last");
  const { rows } = await pool.query<{ position: string | null }>({
    text: `select case when pg_is_in_recovery() = ${isReplica} then (${position} - '0/0'::pg_lsn)::text end as position`,
    query_timeout: 5000,
  } as { text: string });
  const text = rows[0]?.position ?? null;
  return text === null ? null : BigInt(text);
}
