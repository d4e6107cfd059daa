import { applicationConnectionString, ensureApplicationDatabase } from "./application-database.ts";
import { ensureCluster } from "./cluster.ts";
import type { EmbeddedLog } from "./embedded-server.ts";
import { prepareServer } from "./location.ts";
import { supervise } from "./supervisor.ts";

/** A running PostgreSQL of our own. */
export interface EmbeddedPostgres {
  /** For `createDatabase`; stays valid when the server is restarted. */
  readonly connectionString: string;
  /** The folder PostgreSQL keeps its data in. */
  readonly clusterDir: string;
  /** Fast shutdown; waits for its end. May be called twice. */
  stop(): Promise<void>;
}

/** What `startEmbeddedPostgres` needs. */
export interface EmbeddedPostgresOptions {
  /** Made when missing. */
  readonly dataDir: string;
  readonly log: EmbeddedLog;
  /** Called once when the database is lost for good; the program should then end. Default: a warning only. */
  readonly onFailure?: (error: Error) => void;
  /** Connections the server takes at once; 100 unless told. */
  readonly maxConnections?: number;
}

/**
 * Starts the PostgreSQL that comes with the program on the cluster of `dataDir`, making it on the first start.
 * The data folder is ours alone until `stop`. Throws with a message for people when the folder is held by another
 * running Arrival Desk (`DataFolderHeldError`), cannot be used, or the server does not start.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, maxConnections } = options;
  const startedAt = performance.now();
  const server = { ...(await prepareServer(dataDir, log)), ...(maxConnections && { maxConnections }) };
  await ensureCluster(server, log);
  const warnOnly = (error: Error) => log.warn({ error: error.message }, "the database is lost");
  const supervised = await supervise(server, log, options.onFailure ?? warnOnly);
  try {
    await ensureApplicationDatabase(supervised.ownership.client, server);
  } catch (error) {
    await supervised.stop();
    throw error;
  }
  log.info({ cluster: server.clusterDir, ms: Math.round(performance.now() - startedAt) }, "database runs");
  return {
    connectionString: applicationConnectionString(server),
    clusterDir: server.clusterDir,
    stop: supervised.stop,
  };
}
