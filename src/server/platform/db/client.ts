import { drizzle } from "drizzle-orm/node-postgres";
import { type ClientBase, Pool, type PoolConfig, types } from "pg";
import { type CommittedKind, listenToCommits } from "./committed-orders.ts";
import type { Database, Queryable, Transaction } from "./database.types.ts";
import { DatabaseClient } from "./database-client.ts";
import { openReading, type ReadingOptions } from "./reading.ts";
import { transactionsOn } from "./transactions.ts";

export type { Database, Queryable, Transaction };

export type DatabaseHandle = ReturnType<typeof createDatabase>;

export interface DatabaseOptions {
  /** Maximum connections of this process; default 10. */
  readonly max?: number;
  /** Shown in pg_stat_activity. */
  readonly applicationName?: string;
  /** Maximum duration of one statement; default 30 s. */
  readonly statementTimeoutMs?: number;
  /** False: commits do not wait for the disk, and a power cut may lose the last ones. For reproducible data only. */
  readonly isDurable?: boolean;
  /** A streaming replica. */
  readonly reading?: ReadingOptions;
  readonly log: { warn(context: object, message: string): void };
}

/**
 * Creates a pool of connections; connects lazily. `date` is returned as 'YYYY-MM-DD', `bigint` as number (a value past
 * 2^53 throws), and `timestamptz` as Date through Drizzle's query builder but as text from a raw `db.execute`.
 */
export function createDatabase(connectionString: string, options: DatabaseOptions) {
  registerTypeParsers();
  const pool = preparedPool(connectionString, options, openPool);
  const db: Database = drizzle(pool);
  db.transaction = transactionsOn(pool);
  type Listener = (ids: Iterable<number>) => void;
  const listeners: Partial<Record<CommittedKind, Listener>> = {};
  const listenTo = (kind: CommittedKind) => (listener: Listener) => {
    listeners[kind] = listener;
  };
  listenToCommits(db, (kind, ids) => listeners[kind]?.(ids));
  const reading = openReading(
    { pool, db },
    options.reading,
    (url) => {
      const replica = preparedPool(url, options, (config) => new Pool({ ...config, query_timeout: REPLICA_LIMIT_MS }));
      return { pool: replica, db: drizzle(replica) };
    },
    options.log,
  );

  let closed: Promise<void> | undefined;
  return {
    /** For connections outside the pool. */
    connectionString,
    pool,
    db,
    /** For reads that tolerate stale data: a replica that keeps up, otherwise this database. */
    reading,
    /** Sets the listener for orders changed by committed transactions (see `noteChangedOrders`). */
    onOrdersChanged: listenTo("orders"),
    /** The same for members who lost a session (see `noteEndedSessions`). */
    onSessionsEnded: listenTo("sessions"),
    /** The same for changed claims (see `noteChangedClaims`). */
    onClaimsChanged: listenTo("claims"),
    /** Waits for running queries, then closes all connections. May be called twice. */
    close: (): Promise<void> => {
      closed ??= Promise.all([reading.close(), pool.end()]).then(() => undefined);
      return closed;
    },
  };
}

/** Detects a replica that vanished silently; longer than one batch of an export may take. */
const REPLICA_LIMIT_MS = 65_000;
const CONNECTION_TIMEOUTS = { connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 5000 };

type OpenPool = (config: PoolConfig & { connectionString: string }) => Pool;

function preparedPool(connectionString: string, options: DatabaseOptions, open: OpenPool): Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? 30_000;
  const pool = open({
    connectionString,
    max: options.max ?? 10,
    application_name: options.applicationName ?? "arrival-desk",
    ...CONNECTION_TIMEOUTS,
    idleTimeoutMillis: 30_000,
    // Not as startup parameters, which connection poolers refuse.
    onConnect: async (client) => {
      await prepareConnection(client, statementTimeoutMs);
      if (options.isDurable === false) await client.query("set synchronous_commit = off");
    },
  });
  // Without these listeners one lost connection ends the process: pg's pool only handles errors of idle connections.
  // No warning during shutdown, when the server may stop before the last connection has closed.
  const warn = (error: Error) => {
    if (!pool.ending) options.log.warn({ err: error }, "database connection lost");
  };
  pool.on("error", warn);
  pool.on("connect", (client) => client.on("error", warn));
  return pool;
}

/** A pool of connections that detect unclear commits (see `DatabaseClient`). */
export function openPool(config: PoolConfig): Pool {
  // pg's types declare no constructor argument, but the pool passes its configuration.
  const Client = DatabaseClient as unknown as NonNullable<PoolConfig["Client"]>;
  return new Pool({ ...CONNECTION_TIMEOUTS, ...config, Client });
}

/**
 * Throws a readable error when the server is older than PostgreSQL 15 or its database is not UTF8, which would refuse or
 * corrupt travellers' names.
 */
export async function assertSupportedServer(pool: Pool): Promise<void> {
  const result = await pool.query<{ version: number; encoding: string; name: string }>(
    `select current_setting('server_version_num')::int as version, pg_encoding_to_char(encoding) as encoding,
            datname as name from pg_database where datname = current_database()`,
  );
  const server = result.rows[0];
  if (server === undefined) throw new Error("The database server did not report its version.");
  if (server.version < 150_000) {
    throw new Error(`PostgreSQL ${Math.floor(server.version / 10_000)} is too old: Arrival Desk needs 15 or newer.`);
  }
  if (server.encoding !== "UTF8") {
    throw new Error(`The database "${server.name}" has the encoding ${server.encoding}; Arrival Desk needs UTF8.`);
  }
}

/**
 * Settings for external servers; the embedded one has them already. `random_page_cost` is set for solid-state disks: with
 * PostgreSQL's default for hard disks, deep pages of a large queue read the whole table.
 */
async function prepareConnection(client: ClientBase, statementTimeoutMs: number): Promise<void> {
  await client.query(
    `set timezone = 'UTC'; set statement_timeout = ${Math.trunc(statementTimeoutMs)}; set lock_timeout = '10s';
     set idle_in_transaction_session_timeout = '60s'; set client_min_messages = warning; set random_page_cost = 1.1`,
  );
}

/** Registered globally: Drizzle's row mapping uses pg's global type parsers, not the pool's. */
function registerTypeParsers(): void {
  types.setTypeParser(types.builtins.DATE, (text) => text);
  types.setTypeParser(types.builtins.INT8, (text) => {
    const value = Number(text);
    if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a JavaScript number`);
    return value;
  });
}
