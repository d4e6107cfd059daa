import path from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { type AppDeps, buildApp, WEB_ROOT } from "./app.ts";
import type { Config } from "./config.ts";
import { ensureDemoData } from "./demo/demo-data.ts";
import { findDemoSample } from "./demo/demo-sample.ts";
import { workingSignIns } from "./demo/demo-team.ts";
import { type Clock, systemClock } from "./platform/clock.ts";
import { assertSupportedServer, createDatabase } from "./platform/db/client.ts";
import { startEmbeddedPostgres } from "./platform/db/embedded/start-embedded-postgres.ts";
import { migrate } from "./platform/db/migrate.ts";
import { createJobs } from "./platform/jobs/jobs.ts";
import { keptSecret } from "./platform/private-file.ts";
import { createServices, type Secrets, type ServiceOptions } from "./services.ts";
import { ensureTeam, type SignIns } from "./team-setup.ts";

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

/** Requests and jobs under way have this long to end. */
const DRAIN_MS = 5000;

/** Starts everything and listens. When a part fails to start, what was started before it is stopped again. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { config, log, now = systemClock } = options;
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const connectionString = config.databaseUrl ?? (await startOwnDatabase(options, stops));
    const database = createDatabase(connectionString, { max: 20, log });
    stops.push(() => database.close());
    await assertSupportedServer(database.pool);
    await migrate(database.pool);

    const jobs = createJobs({ connectionString, log, work: options.work ?? true });
    let publicUrl = config.publicUrl;
    const secrets = await loadSecrets(config);
    const getPublicUrl = () => publicUrl ?? `http://${config.host}:${config.port}`;
    const services = await createServices({
      config,
      secrets,
      database,
      jobs,
      now,
      log,
      publicUrl: getPublicUrl,
      options: options.services ?? {},
    });
    stops.push(() => services.packRenderer.close());
    await services.gateways.ensure(config.gatewayNames);
    const signIns = await ensureTeam({ config, db: database.db, now });
    if (signIns.kind === "demo") {
      const { members } = signIns;
      await ensureDemoData({ config, secrets, connectionString, database, members, now, log, publicUrl: getPublicUrl });
      signIns.members = await workingSignIns(database.db, members);
      signIns.sample = await findDemoSample(database.db);
    }
    await services.live.start();
    stops.push(() => services.live.stop());
    services.registerJobs();
    await jobs.start();
    stops.push(() => jobs.stop(DRAIN_MS));
    if (options.work ?? true) {
      services.countKeeper.start();
      stops.push(() => services.countKeeper.stop());
    }

    const webRoot = options.webRoot === undefined ? WEB_ROOT : options.webRoot;
    const { onRoute } = options;
    const app = await buildApp({ config, services, pool: database.pool, log, webRoot, ...(onRoute && { onRoute }) });
    stops.push(() => app.close());
    const address = await app.listen({ host: config.host, port: config.port });
    publicUrl ??= address;
    return { address, signIns, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startOwnDatabase(options: ProgramOptions, stops: (() => Promise<void>)[]): Promise<string> {
  const { config, log, onFailure } = options;
  const dataDir = path.resolve(config.dataDir);
  const server = await startEmbeddedPostgres({ dataDir, log, ...(onFailure && { onFailure }) });
  stops.push(() => server.stop());
  return server.connectionString;
}

/** From the configuration; the embedded default makes its own and keeps them in the data folder. */
async function loadSecrets(config: Config): Promise<Secrets> {
  const file = (name: string) => path.join(config.dataDir, "secrets", name);
  return {
    session: config.sessionSecret ?? (await keptSecret(file("session-secret"))),
    intakeKeys: config.intakeKeys ?? [await keptSecret(file("intake-key"))],
  };
}
