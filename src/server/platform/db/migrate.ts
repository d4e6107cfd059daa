import path from "node:path";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import type { Pool, PoolClient } from "pg";

/** The numbered SQL files that Drizzle Kit writes. */
const migrationsFolder = path.join(import.meta.dirname, "../../../../migrations");
/** "ArMi" in ASCII. */
const lockKey = 0x41724d69;

export interface MigrateOptions {
  /** Another folder of migrations; for tests. */
  readonly folder?: string;
  /** Stop after this migration (its `when` in the journal); for restoring a backup of an older program. */
  readonly upTo?: number;
}

/**
 * Brings the database to this program's schema and returns how many migrations were run. Each runs in a
 * transaction of its own. Several processes may call it at once: an advisory lock lets one work while the others
 * wait. Drizzle's own bookkeeping table is used, but not its rule "newer than the last": after a merge that skips
 * an older-dated migration.
 * Throws when the database has migrations this program does not know, i.e. was used by a newer one.
 */
export async function migrate(pool: Pool, options: MigrateOptions = {}): Promise<number> {
  const known = readMigrationFiles({ migrationsFolder: options.folder ?? migrationsFolder });
  const client = await pool.connect();
  try {
    // Waiting for the other process and building an index both take longer than a query may.
    await client.query("set statement_timeout = 0; set lock_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [lockKey]);
    const applied = await readApplied(client);
    assertNotNewer(applied, known);
    const isPending = ({ folderMillis }: MigrationMeta) =>
      !applied.has(folderMillis) && folderMillis <= (options.upTo ?? Number.POSITIVE_INFINITY);
    const pending = known.filter(isPending);
    for (const migration of pending) await apply(client, migration);
    return pending.length;
  } finally {
    // Destroying the connection also gives back the lock and the timeout.
    client.release(true);
  }
}

async function readApplied(client: PoolClient): Promise<Set<number>> {
  await client.query(`
    create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)
  `);
  const result = await client.query<{ created_at: number | string }>(
    "select created_at from drizzle.__drizzle_migrations",
  );
  return new Set(result.rows.map((row) => Number(row.created_at)));
}

function assertNotNewer(applied: Set<number>, known: MigrationMeta[]): void {
  const times = new Set(known.map((migration) => migration.folderMillis));
  const unknown = [...applied].filter((time) => !times.has(time));
  if (unknown.length === 0) return;
  throw new Error(
    `The database was used by a newer Arrival Desk (${unknown.length} of its migrations are unknown here). Start that version, or restore a backup made by this one.`,
  );
}

async function apply(client: PoolClient, migration: MigrationMeta): Promise<void> {
  await client.query("begin");
  try {
    for (const statement of migration.sql) await client.query(statement);
    await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
      migration.hash,
      migration.folderMillis,
    ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
