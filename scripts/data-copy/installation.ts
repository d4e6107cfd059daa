import path from "node:path";
import { Client } from "pg";
import { findRunningEmbeddedPostgres } from "#server/platform/db/embedded/running-server.ts";
import { startEmbeddedPostgres } from "#server/platform/db/embedded/start-embedded-postgres.ts";
import { errorLine } from "#server/platform/error-facts.ts";
import { parseS3Url, type S3Location } from "#server/platform/files/s3-location.ts";
import { startSentence } from "#server/start-failure.ts";

/** The installation that a command works on. */
export interface Installation {
  readonly dataDir: string;
  /** URL of an external PostgreSQL; undefined for the embedded one in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** The bucket with the files; null if they are in `dataDir`. */
  readonly storage: S3Location | null;
}

/** The message of a failed command for its user. */
export function commandSentence(error: unknown): string {
  return startSentence(error, { dataDir: process.env.DATA_DIR || "data", databaseUrl: process.env.DATABASE_URL });
}

export interface OpenDatabase {
  readonly client: Client;
  close(): Promise<void>;
}

const log = {
  info: () => undefined,
  warn: (context: object, message: string) =>
    console.error(message, "err" in context ? errorLine(context.err) : context),
};

/** Reads the same variables as the program. */
export function installationFromEnvironment(): Installation {
  return {
    dataDir: path.resolve(process.env.DATA_DIR || "data"),
    databaseUrl: process.env.DATABASE_URL || undefined,
    storage: storageOf(process.env.STORAGE_URL || undefined),
  };
}

function storageOf(url: string | undefined): S3Location | null {
  if (url === undefined) return null;
  try {
    return parseS3Url(url);
  } catch (error) {
    throw new Error(`STORAGE_URL ${error instanceof Error ? error.message : "can't be read"}`);
  }
}

/** The folder of the files when no bucket is configured. */
export function filesFolder(installation: Installation): string {
  return path.join(installation.dataDir, "files");
}

/** The database's address, also while the program runs; starts the embedded server if it is not running. */
export async function reachDatabase(
  installation: Pick<Installation, "dataDir" | "databaseUrl">,
): Promise<{ connectionString: string; close(): Promise<void> }> {
  const { dataDir, databaseUrl } = installation;
  const connectionString = databaseUrl ?? (await findRunningEmbeddedPostgres(dataDir, log));
  if (connectionString !== undefined) return { connectionString, close: async () => undefined };
  const server = await startEmbeddedPostgres({ dataDir, log });
  return { connectionString: server.connectionString, close: server.stop };
}

/** The same in words. A bucket's credentials are left out. */
export function filesPlace(installation: Installation): string {
  const { storage } = installation;
  if (storage === null) return `${filesFolder(installation)} (DATA_DIR)`;
  return `the bucket ${storage.bucket} at ${storage.endpoint} (STORAGE_URL)`;
}

/** Opens the database, also while the program runs; starts the embedded server meanwhile if it is not running. */
export async function openForReading(installation: Installation): Promise<OpenDatabase> {
  const { connectionString, close } = await reachDatabase(installation);
  return await connect(connectionString, close);
}

/** Opens the database exclusively. Throws when the program is using it. */
export async function openForWriting(installation: Installation): Promise<OpenDatabase> {
  if (installation.databaseUrl !== undefined) {
    const database = await connect(installation.databaseUrl);
    await refuseWhileInUse(database);
    return database;
  }
  const server = await startEmbeddedPostgres({ dataDir: installation.dataDir, log });
  return await connect(server.connectionString, server.stop);
}

async function connect(connectionString: string, afterwards?: () => Promise<void>): Promise<OpenDatabase> {
  const client = new Client({ connectionString, application_name: "arrival-desk backup" });
  try {
    await client.connect();
  } catch (error) {
    await afterwards?.();
    throw error;
  }
  return {
    client,
    close: async () => {
      await client.end();
      await afterwards?.();
    },
  };
}

async function refuseWhileInUse(database: OpenDatabase): Promise<void> {
  const result = await database.client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'arrival-desk%'`,
  );
  const user = result.rows[0];
  if (user === undefined) return;
  await database.close();
  throw new Error(`The database is in use (${user.name}). Stop Arrival Desk on every machine first.`);
}
