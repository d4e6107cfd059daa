import { lstat } from "node:fs/promises";
import path from "node:path";
import { Client } from "pg";
import { applicationConnectionString } from "./application-database.ts";
import type { EmbeddedLog } from "./embedded-server.ts";
import { prepareServer } from "./location.ts";

/**
 * The address of the embedded server that runs on `dataDir` now, or undefined when none does. For commands that
 * work beside the running program, such as the backup. Throws when `dataDir` has never held a database.
 */
export async function findRunningEmbeddedPostgres(dataDir: string, log: EmbeddedLog): Promise<string | undefined> {
  if ((await lstat(path.join(dataDir, "postgres-password")).catch(() => undefined)) === undefined) {
    throw new Error(`There is no database in the data folder ${path.resolve(dataDir)}. Is DATA_DIR right?`);
  }
  const connectionString = applicationConnectionString(await prepareServer(dataDir, log));
  const client = new Client({ connectionString });
  // The server may end between the two lines below.
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
