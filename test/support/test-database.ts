import { randomBytes } from "node:crypto";
import { Client, type Pool } from "pg";
import { inject } from "vitest";
import { createDatabase, type Database, type DatabaseHandle } from "#server/platform/db/client.ts";
import { waitUntil } from "#server/platform/db/embedded/wait-until.ts";
import { withDatabaseName } from "./database-name.ts";
import { endOwnConnections } from "./own-connections.ts";

export interface TestDatabase {
  readonly connectionString: string;
  readonly pool: Pool;
  readonly db: Database;
  readonly load: DatabaseHandle["load"];
  /** Closes the pool and removes the database; for afterAll. */
  drop(): Promise<void>;
}

/** "source database is being accessed by other users": an autovacuum worker, or another copy under way. */
const objectInUse = "55006";

/** A migrated, empty database for one test file: a copy of the run's template, about 40 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { template } = inject("postgres");
  return await openTestDatabase(`template ${template}`);
}

/** A database without any table, for tests of migrations and of restoring. */
export async function createBlankDatabase(): Promise<TestDatabase> {
  return await openTestDatabase("");
}

async function openTestDatabase(options: string): Promise<TestDatabase> {
  const server = inject("postgres").connectionString;
  const name = `test_${randomBytes(6).toString("hex")}`;
  const made = await waitUntil(() => tryStatement(server, `create database ${name} ${options}`), 20_000, 50);
  if (made === undefined) throw new Error("the template database stayed in use");

  const connectionString = withDatabaseName(server, name);
  const database = createDatabase(connectionString, {
    applicationName: "test",
    // Fails the test: nothing may cut a connection unless the test itself does.
    log: { warn: (context, message) => console.warn(message, context) },
  });
  return {
    connectionString,
    pool: database.pool,
    db: database.db,
    load: database.load,
    drop: async () => {
      await database.close();
      await tryStatement(server, endOwnConnections(name));
      await tryStatement(server, `drop database if exists ${name}`);
    },
  };
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
