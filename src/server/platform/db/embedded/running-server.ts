import { lstat } from "node:fs/promises";
import path from "node:path";
import { Client } from "pg";
import { applicationConnectionString } from "./application-database.ts";
import type { EmbeddedLog } from "./embedded-server.ts";
import { prepareServer } from "./location.ts";

/**
 * The connection string of the embedded server running on `dataDir`, or undefined when none is. For commands used while
 * the program runs, such as the backup. Throws when `dataDir` has never held a database.
 */
export async function findRunningEmbeddedPostgres(dataDir: string, log: EmbeddedLog): Promise<string | undefined> {
  if ((await lstat(path.join(dataDir, "postgres-password")).catch(() => undefined)) === undefined) {
    throw new Error(`There is no database in the data folder ${path.resolve(dataDir)}. Is DATA_DIR right?`);
  }
  const connectionString = applicationConnectionString(await prepareServer(dataDir, log));
  const client = new Client({ connectionString });
  // The server may stop between connecting and closing.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return connectionString;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}
