import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { type ClientBase, Pool, type PoolConfig, types } from "pg";
import { listenToCommits } from "./committed-orders.ts";
import { type CopyRows, copyRowsOn } from "./copy-rows.ts";
import { DeskClient } from "./desk-client.ts";
import { openReading, type Reading, type ReadingOptions } from "./reading.ts";
import * as schema from "./schema.ts";
import { connectionOf, transactionsOn } from "./transactions.ts";

/** The database as services and repositories see it. */
export type Database = NodePgDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** A transaction that can COPY rows into tables as well. */
export interface LoadingTransaction {
  tx: Transaction;
  copy: CopyRows;
}
/** For repositories: they work inside and outside of a transaction. */
export type Queryable = Database | Transaction;

export interface DatabaseHandle {
  /** For what needs a connection that is not the pool's. */
  readonly connectionString: string;
  readonly pool: Pool;
  readonly db: Database;
  /** For reads on which nothing hangs: a replica, when there is one that keeps up, else this database. */
  readonly reading: Reading;
  /** Tells of the orders that committed transactions of this database changed (see `noteChangedOrders`). One listener. */
  onOrdersChanged(listener: (orderIds: Iterable<number>) => void): void;
  /** One transaction for many new rows. */
  load<T>(work: (loading: LoadingTransaction) => Promise<T>): Promise<T>;
  /** Waits for the queries under way, then closes all connections. May be called twice. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Most connections of this process; 10 unless told. */
  readonly max?: number;
  /** Name in pg_stat_activity. */
  readonly applicationName?: string;
  /** Longest time one statement may run; 30 s unless told. */
  readonly statementTimeoutMs?: number;
  /** False: no commit waits for the disk. A power cut may lose the last ones; for data that can be made again. */
  readonly isDurable?: boolean;
  /** A streaming replica. */
  readonly reading?: ReadingOptions;
  readonly log: { warn(context: object, message: string): void };
}

/**
 * Opens a pool of connections (lazily: nothing is connected yet). `date` comes back as 'YYYY-MM-DD', `bigint` as
 * number (a value past 2^53 throws), and through Drizzle's query builder `timestamptz` as Date. Drizzle hands the
 * timestamps of a raw `db.execute` out as text: select them through the builder.
 */
export function createDatabase(connectionString: string, options: DatabaseOptions): DatabaseHandle {
  registerTypeParsers();
  const pool = preparedPool(connectionString, options, openPool);
  const db = drizzle(pool, { schema });
  db.transaction = transactionsOn(pool);
  let changed: (orderIds: Iterable<number>) => void = () => undefined;
  listenToCommits(db, (orderIds) => changed(orderIds));
  const reading = openReading(
    { pool, db },
    options.reading,
    (url) => {
      const replica = preparedPool(url, options, (config) => new Pool({ ...config, query_timeout: REPLICA_LIMIT_MS }));
      return { pool: replica, db: drizzle(replica, { schema }) };
    },
    options.log,
  );

  let closed: Promise<void> | undefined;
  return {
    connectionString,
    pool,
    db,
    reading,
    load: (work) => db.transaction((tx) => work({ tx, copy: copyRowsOn(connectionOf(tx)) })),
    onOrdersChanged: (listener) => {
      changed = listener;
    },
    close: () => {
      closed ??= Promise.all([reading.close(), pool.end()]).then(() => undefined);
      return closed;
    },
  };
}

/** A replica that vanished without a word is given up; more than the portion of an export may take. */
const REPLICA_LIMIT_MS = 65_000;
const PATIENCE = { connectionTimeoutMillis: 10_000, keepAlive: true };

type OpenPool = (config: PoolConfig & { connectionString: string }) => Pool;

function preparedPool(connectionString: string, options: DatabaseOptions, open: OpenPool): Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? 30_000;
  const pool = open({
    connectionString,
    max: options.max ?? 10,
    application_name: options.applicationName ?? "arrival-desk",
    ...PATIENCE,
    idleTimeoutMillis: 30_000,
    // Not as startup parameters: connection poolers in front of PostgreSQL refuse those.
    onConnect: async (client) => {
      await prepareConnection(client, statementTimeoutMs);
      if (options.isDurable === false) await client.query("set synchronous_commit = off");
    },
  });
  // Without these listeners one lost connection ends the process: pg's pool listens to idle connections only.
  // While closing, the server may be stopped before the last connection has said goodbye.
  const warn = (error: Error) => {
    if (!pool.ending) options.log.warn({ error: error.message }, "database connection lost");
  };
  pool.on("error", warn);
  pool.on("connect", (client) => client.on("error", warn));
  return pool;
}

/** A pool of connections to the server that takes writes, wherever it is (see `DeskClient`). */
export function openPool(config: PoolConfig & { connectionString: string }): Pool {
  // pg declares a constructor without arguments and gives it the pool's configuration.
  const Client = DeskClient as unknown as NonNullable<PoolConfig["Client"]>;
  return new Pool({ ...PATIENCE, ...config, Client });
}

/**
 * Throws with a message for people when the server is older than PostgreSQL 15, or when its database is not UTF8
 * (names of travellers would be refused or mangled).
 */
export async function assertSupportedServer(pool: Pool): Promise<void> {
  const result = await pool.query<{ version: number; encoding: string; name: string }>(
    `select current_setting('server_version_num')::int as version, pg_encoding_to_char(encoding) as encoding,
            datname as name from pg_database where datname = current_database()`,
  );
  const server = result.rows[0];
  if (server === undefined) throw new Error("The database server did not say what it is.");
  if (server.version < 150_000) {
    throw new Error(`PostgreSQL ${Math.floor(server.version / 10_000)} is too old: Arrival Desk needs 15 or newer.`);
  }
  if (server.encoding !== "UTF8") {
    throw new Error(`The database "${server.name}" has the encoding ${server.encoding}; Arrival Desk needs UTF8.`);
  }
}

/**
 * The embedded server has these settings of its own; an external one may have others. `random_page_cost` is that of a
 * solid-state disk: with PostgreSQL's default, made for turning disks, deep pages of a large queue read the whole table.
 */
async function prepareConnection(client: ClientBase, statementTimeoutMs: number): Promise<void> {
  await client.query(
    `set timezone = 'UTC'; set statement_timeout = ${Math.trunc(statementTimeoutMs)}; set lock_timeout = '10s';
     set idle_in_transaction_session_timeout = '60s'; set client_min_messages = warning; set random_page_cost = 1.1`,
  );
}

/** Registered for the whole process: Drizzle's own reading of rows asks pg's global table, not the pool's. */
function registerTypeParsers(): void {
  types.setTypeParser(types.builtins.DATE, (text) => text);
  types.setTypeParser(types.builtins.INT8, (text) => {
    const value = Number(text);
    if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a JavaScript number`);
    return value;
  });
}
