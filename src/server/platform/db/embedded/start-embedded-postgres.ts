import { applicationConnectionString, ensureApplicationDatabase } from "./application-database.ts";
import { ensureCluster } from "./cluster.ts";
import type { EmbeddedLog } from "./embedded-server.ts";
import { prepareServer } from "./location.ts";
import { supervise } from "./supervisor.ts";

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  /** For `createDatabase`; stays valid across server restarts. */
  readonly connectionString: string;
  /** PostgreSQL's data folder. */
  readonly clusterDir: string;
  /** Fast shutdown; waits until the server has ended. May be called twice. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Created when missing. */
  readonly dataDir: string;
  readonly log: EmbeddedLog;
  /** Called once when the database can't be recovered; the program should then end. Default: log a warning. */
  readonly onFailure?: (error: Error) => void;
  /** Called at each start when the server's process has been created; it accepts connections a moment later. */
  readonly onSpawned?: () => void;
  /** Server settings that replace the program's own; for tests, which need not survive a power cut. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts the bundled PostgreSQL on the cluster of `dataDir`, which the first start creates. The data folder is locked
 * until `stop`. Throws a readable error when another Arrival Desk uses the folder (`DataFolderHeldError`), when it can't
 * be used, or when the server does not start.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, settings = {}, onSpawned } = options;
  const startedAt = performance.now();
  const server = { ...(await prepareServer(dataDir, log)), settings, ...(onSpawned && { onSpawned }) };
  await ensureCluster(server, log);
  const warnOnly = (error: Error) => log.warn({ err: error }, "the database was lost and could not be recovered");
  const supervised = await supervise(server, log, options.onFailure ?? warnOnly);
  try {
    await ensureApplicationDatabase(supervised.ownership.client, server);
  } catch (error) {
    await supervised.stop();
    throw error;
  }
  log.info({ cluster: server.clusterDir, ms: Math.round(performance.now() - startedAt) }, "database started");
  return {
    connectionString: applicationConnectionString(server),
    clusterDir: server.clusterDir,
    stop: supervised.stop,
  };
}
