import { randomBytes } from "node:crypto";
import { Client, type Pool } from "pg";
import { inject } from "vitest";
import { createDatabase, type Database } from "#server/platform/db/client.ts";
import { waitUntil } from "#server/platform/db/embedded/wait-until.ts";
import { withDatabaseName } from "./database-name.ts";
import { expectLogWithoutPersons, personalValues } from "./log-capture.ts";
import { endOwnConnections } from "./own-connections.ts";

export interface TestDatabase {
  readonly connectionString: string;
  readonly pool: Pool;
  readonly db: Database;
  /** Closes the pool and removes the database; for afterAll. */
  drop(): Promise<void>;
}

/** "source database is being accessed by other users": by an autovacuum worker or another copy. */
const objectInUse = "55006";

/** A migrated, empty database for one test file: a copy of the run's template, about 40 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { template } = inject("postgres");
  return await openTestDatabase(`template ${template}`);
}

/** An empty database without tables, for tests of migrations and restores. */
export async function createBlankDatabase(): Promise<TestDatabase> {
  return await openTestDatabase("");
}

async function openTestDatabase(options: string): Promise<TestDatabase> {
  const server = inject("postgres").connectionString;
  const name = `test_${randomBytes(6).toString("hex")}`;
  const made = await waitUntil(() => tryStatement(server, `create database ${name} ${options}`), 60_000, 50);
  if (made === undefined) throw new Error("the template database stayed in use");

  const connectionString = withDatabaseName(server, name);
  const database = createDatabase(connectionString, {
    applicationName: "test",
    // Fails the test: only the test itself may cut connections.
    log: { warn: (context, message) => console.warn(message, context) },
  });
  return {
    connectionString,
    pool: database.pool,
    db: database.db,
    drop: async () => {
      const values = await personsOf(database.pool);
      await database.close();
      await tryStatement(server, endOwnConnections(name));
      await tryStatement(server, `drop database if exists ${name}`);
      await expectLogWithoutPersons(values);
    },
  };
}

/** Personal data in the database; none if the test dropped the tables. */
async function personsOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query(
    "select to_regclass('public.orders') as orders, to_regclass('public.mails') as mails",
  );
  return rows[0]?.orders === null || rows[0]?.mails === null ? [] : await personalValues(pool);
}

async function tryStatement(connectionString: string, statement: string): Promise<true | undefined> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === objectInUse) return undefined;
    throw error;
  } finally {
    await client.end();
  }
}
