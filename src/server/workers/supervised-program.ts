import type { FastifyBaseLogger } from "fastify";
import type { Config } from "#server/config.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createDatabase } from "#server/platform/db/client.ts";
import { type PreparedDesk, prepareDesk } from "#server/preparation.ts";
import type { SignIns } from "#server/team-setup.ts";
import { embeddedConnections, poolOfWorker } from "./connections.ts";
import { startSupervisor } from "./supervisor.ts";

interface SupervisedOptions {
  config: Config;
  log: FastifyBaseLogger;
  workers: number;
  /** Folder of the built pages, when it is another one; null serves the calls alone. */
  webRoot?: string | null;
  /** The embedded database is lost, or no worker can be started: the program should end. */
  onFailure(error: Error): void;
}

export interface SupervisedProgram {
  address: string;
  signIns: SignIns;
  /** Replaces the workers one by one; see `Supervisor.restart`. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Prepares the desk, keeps its embedded database, and has workers serve it. Answers no request itself. */
export async function startSupervisedProgram(options: SupervisedOptions): Promise<SupervisedProgram> {
  const { config, log, workers, webRoot, onFailure } = options;
  const maxConnections = embeddedConnections(workers);
  const desk = await prepareDesk({ config, log, now: systemClock, onFailure, maxConnections });
  try {
    const { connectionString, secrets } = desk;
    const connections = await poolFor(desk, options);
    log.info({ workers, connections }, "starting the workers");
    const settings = { config, connectionString, secrets, connections, ...(webRoot !== undefined && { webRoot }) };
    const supervisor = await startSupervisor({ workers, settings, log, onFailure });
    return {
      address: supervisor.address,
      signIns: desk.signIns,
      restart: supervisor.restart,
      stop: async () => {
        await supervisor.stop(config.drainMs);
        await desk.stop();
      },
    };
  } catch (error) {
    await desk.stop();
    throw error;
  }
}

async function poolFor({ connectionString }: PreparedDesk, { config, log, workers }: SupervisedOptions) {
  const database = createDatabase(connectionString, { max: 1, log });
  try {
    return await poolOfWorker(database.pool, workers, config.databaseConnections);
  } finally {
    await database.close();
  }
}
