import type { FastifyBaseLogger } from "fastify";
import { type AppDeps, buildApp, WEB_ROOT } from "./app.ts";
import type { Config } from "./config.ts";
import { type Clock, systemClock } from "./platform/clock.ts";
import { createDatabase } from "./platform/db/client.ts";
import { migrate } from "./platform/db/migrate.ts";
import { createJobs } from "./platform/jobs/jobs.ts";
import { type PreparedDesk, prepareDesk } from "./preparation.ts";
import { createServices, type ServiceOptions } from "./services.ts";
import type { SignIns } from "./team-setup.ts";
import { USUAL_POOL } from "./workers/connections.ts";
import type { ProcessFigures, StopOrder } from "./workers/messages.ts";

export interface ProgramOptions {
  config: Config;
  log: FastifyBaseLogger;
  now?: Clock;
  /** Pauses and ports of the mail part; tests shorten and replace them. */
  services?: ServiceOptions;
  /** False for a process that answers requests and leaves background work to others. */
  work?: boolean;
  /** Folder of the built pages; null serves the calls alone. */
  webRoot?: string | null;
  onRoute?: AppDeps["onRoute"];
  /** The embedded database is lost for good: the program should end. */
  onFailure?: (error: Error) => void;
}

export interface Program {
  /** Where it listens, for instance `http://127.0.0.1:3000`. */
  address: string;
  signIns: SignIns;
  /** Ends in order: streams, no new requests, running ones and jobs end, connections close, the own database stops last. */
  stop(): Promise<void>;
}

/** One process that serves a prepared desk. */
export interface Served {
  address: string;
  /** What it has counted and measured. */
  figures(): Promise<ProcessFigures>;
  stop(order: StopOrder): Promise<void>;
}

export interface ServeOptions extends Omit<ProgramOptions, "onFailure"> {
  desk: Pick<PreparedDesk, "connectionString" | "secrets">;
  /** Size of the pool. */
  connections: number;
  /** What `/metrics` answers instead of this process's own figures. */
  allFigures?: AppDeps["figures"];
}

/** Requests and jobs under way have this long to end. */
const DRAIN_MS = 5000;
/** Idle connections to a process that another one follows have this long to be used once more. */
const HAND_OVER_MS = 2000;

/** Starts everything and listens. When a part fails to start, what was started before it is stopped again. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { config, log, now = systemClock, onFailure } = options;
  const desk = await prepareDesk({ config, log, now, onFailure });
  try {
    const connections = config.databaseConnections ?? USUAL_POOL;
    const served = await serveDesk({ ...options, desk, connections });
    const stop = async () => {
      try {
        await served.stop({ reason: "end", drainMs: config.drainMs });
      } finally {
        await desk.stop();
      }
    };
    return { address: served.address, signIns: desk.signIns, stop };
  } catch (error) {
    await desk.stop();
    throw error;
  }
}

/** Serves a desk that is prepared: the whole of a worker, all of a single program but its database. */
export async function serveDesk(options: ServeOptions): Promise<Served> {
  const { config, log, now = systemClock, desk, work = true } = options;
  const { connectionString, secrets } = desk;
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const database = createDatabase(connectionString, {
      max: options.connections,
      log,
      ...(config.databaseReadUrl !== null && { reading: { connectionString: config.databaseReadUrl } }),
    });
    stops.push(() => database.close());
    // A worker may be of a newer build than the supervisor that prepared the desk.
    await migrate(database.pool);

    const jobs = createJobs({ connectionString, log, work });
    let publicUrl = config.publicUrl;
    const services = await createServices({
      config,
      secrets,
      database,
      jobs,
      now,
      log,
      publicUrl: () => publicUrl ?? `http://${config.host}:${config.port}`,
      options: options.services ?? {},
    });
    stops.push(() => services.packRenderer.close());
    await services.live.start();
    stops.push(() => services.live.stop());
    services.registerJobs();
    await jobs.start();
    stops.push(() => jobs.stop(DRAIN_MS));
    if (work) {
      services.countKeeper.start();
      stops.push(() => services.countKeeper.stop());
    }

    const webRoot = options.webRoot === undefined ? WEB_ROOT : options.webRoot;
    const { onRoute, allFigures } = options;
    const app = await buildApp({
      config,
      services,
      pool: database.pool,
      log,
      webRoot,
      ...(allFigures && { figures: allFigures }),
      ...(onRoute && { onRoute }),
    });
    stops.push(() => app.http.close());
    const address = await app.http.listen({ host: config.host, port: config.port });
    publicUrl ??= address;
    return {
      address,
      figures: () => app.registry.getMetricsAsJSON(),
      stop: async (order) => {
        if (order.reason === "replaced") {
          services.live.endStreams();
          await app.leaving.handOver(HAND_OVER_MS);
        } else if (order.drainMs > 0) await app.leaving.announce(order.drainMs);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
