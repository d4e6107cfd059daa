import path from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { Pool } from "pg";
import type { Config } from "./config.ts";
import { ensureDemoData } from "./demo/demo-data.ts";
import { findDemoSample } from "./demo/demo-sample.ts";
import { workingSignIns } from "./demo/demo-team.ts";
import { createGatewaysService } from "./features/gateways/gateways.service.ts";
import type { Clock } from "./platform/clock.ts";
import { assertSupportedServer, createDatabase } from "./platform/db/client.ts";
import { startEmbeddedPostgres } from "./platform/db/embedded/start-embedded-postgres.ts";
import { migrate } from "./platform/db/migrate.ts";
import { keptSecret } from "./platform/private-file.ts";
import type { Secrets } from "./services.ts";
import { ensureTeam, type SignIns } from "./team-setup.ts";

export interface PreparationOptions {
  config: Config;
  log: FastifyBaseLogger;
  now: Clock;
  /** The embedded database is lost for good: the program should end. */
  onFailure?: ((error: Error) => void) | undefined;
  /** Connections that an embedded database takes. */
  maxConnections?: number;
}

/** What a desk needs before a process can serve it; made once, however many processes do. */
export interface PreparedDesk {
  connectionString: string;
  secrets: Secrets;
  signIns: SignIns;
  /** Stops the embedded database, when it is ours. */
  stop(): Promise<void>;
}

const CONNECTIONS = 4;
/** "ArPr" in ASCII. */
const LOCK = 0x41725072;

/** Database, tables, secrets, gateways, team and demo. When a part fails, what was started is stopped again. */
export async function prepareDesk(options: PreparationOptions): Promise<PreparedDesk> {
  const { config, log } = options;
  const own = config.databaseUrl === null ? await startOwnDatabase(options) : undefined;
  const connectionString = config.databaseUrl ?? own?.connectionString ?? "";
  const stop = async () => await own?.stop();
  const database = createDatabase(connectionString, { max: CONNECTIONS, log });
  try {
    await assertSupportedServer(database.pool);
    await migrate(database.pool);
    const secrets = await loadSecrets(config);
    const signIns = await alone(database.pool, () => fill(options, secrets, database));
    await database.close();
    return { connectionString, secrets, signIns, stop };
  } catch (error) {
    await database.close();
    await stop();
    throw error;
  }
}

async function startOwnDatabase({ config, log, onFailure, maxConnections }: PreparationOptions) {
  return await startEmbeddedPostgres({
    dataDir: path.resolve(config.dataDir),
    log,
    ...(onFailure && { onFailure }),
    ...(maxConnections && { maxConnections }),
  });
}

/** Programs that start at the same moment go one after the other, so that none writes down a password that is not used. */
async function alone<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0; set lock_timeout = 0; set idle_session_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    return await work();
  } finally {
    // Destroying the connection gives the lock back.
    client.release(true);
  }
}

async function fill(
  { config, log, now }: PreparationOptions,
  secrets: Secrets,
  database: ReturnType<typeof createDatabase>,
): Promise<SignIns> {
  const { connectionString, db } = database;
  await createGatewaysService({ db }).ensure(config.gatewayNames);
  const signIns = await ensureTeam({ config, db, now });
  if (signIns.kind !== "demo") return signIns;
  const { members } = signIns;
  const publicUrl = () => config.publicUrl ?? `http://${config.host}:${config.port}`;
  await ensureDemoData({ config, secrets, connectionString, database, members, now, log, publicUrl });
  return { kind: "demo", members: await workingSignIns(db, members), sample: await findDemoSample(db) };
}

/** From the configuration; the embedded default makes its own and keeps them in the data folder. */
async function loadSecrets(config: Config): Promise<Secrets> {
  const file = (name: string) => path.join(config.dataDir, "secrets", name);
  return {
    session: config.sessionSecret ?? (await keptSecret(file("session-secret"))),
    intakeKeys: config.intakeKeys ?? [await keptSecret(file("intake-key"))],
  };
}
