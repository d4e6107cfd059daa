import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { assertSupportedServer, createDatabase } from "#server/platform/db/client.ts";
import { startEmbeddedPostgres } from "#server/platform/db/embedded/start-embedded-postgres.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { removeAbandonedServers, testFolderPrefix } from "./abandoned-servers.ts";
import { withDatabaseName } from "./database-name.ts";
import { endOwnConnections } from "./own-connections.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Connection string of a role with CREATEDB, and the name of the migrated template database. */
    postgres: { connectionString: string; template: string };
  }
}

const log = {
  info: () => undefined,
  warn: (context: object, message: string) => process.stderr.write(`${message} ${JSON.stringify(context)}\n`),
};

/**
 * One PostgreSQL for the whole run: the embedded one in a temporary folder, or TEST_DATABASE_URL (a role with CREATEDB).
 * Creates one migrated database; each test file copies it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  const template = `test_template_${randomBytes(4).toString("hex")}`;
  try {
    await runOn(server.connectionString, `create database ${template}`);
    await migrateTemplate(withDatabaseName(server.connectionString, template));
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide("postgres", { connectionString: server.connectionString, template });
  return async () => {
    await runOn(server.connectionString, endOwnConnections(template));
    await runOn(server.connectionString, `drop database if exists ${template}`);
    await server.stop();
  };
}

async function startServer(): Promise<{ connectionString: string; stop(): Promise<void> }> {
  const external = process.env.TEST_DATABASE_URL;
  if (external) return { connectionString: external, stop: async () => undefined };

  await removeAbandonedServers();
  const folder = await mkdtemp(path.join(tmpdir(), `${testFolderPrefix}${process.pid}-`));
  // mkdtemp uses 0700; as root the server's account must be able to traverse the folder.
  await chmod(folder, 0o711);
  // Without fsync the tests take two thirds of the time; crash tests start their own servers.
  // A file's programs and pools need up to a hundred connections, and several files run at once.
  const settings = { fsync: "off", max_connections: "300" };
  const server = await startEmbeddedPostgres({ dataDir: path.join(folder, "data"), log, settings });
  return {
    connectionString: server.connectionString,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function migrateTemplate(connectionString: string): Promise<void> {
  const database = createDatabase(connectionString, { max: 1, log });
  try {
    await assertSupportedServer(database.pool);
    await migrate(database.pool);
  } finally {
    await database.close();
  }
}

async function runOn(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
