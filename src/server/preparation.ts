import path from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { Pool } from "pg";
import { type Config, ConfigError } from "./config.ts";
import type { DemoSource } from "./demo-source.ts";
import { countWithoutKey, withoutKeySentence } from "./features/auth/factors/missing-keys.ts";
import { createGatewaysService } from "./features/gateways/gateways.service.ts";
import { ensurePolicies } from "./features/packs/policies.service.ts";
import { missingCompanyDetails } from "./features/packs/preflight.ts";
import type { Clock } from "./platform/clock.ts";
import { assertSupportedServer, createDatabase } from "./platform/db/client.ts";
import { startEmbeddedPostgres } from "./platform/db/embedded/start-embedded-postgres.ts";
import { migrate } from "./platform/db/migrate.ts";
import { settleRestore } from "./platform/files/unfinished-restore.ts";
import { loadOrCreateSecret } from "./platform/private-file.ts";
import type { Secrets } from "./service-options.ts";
import { ensureTeam, type SignIns } from "./team-setup.ts";

export interface PreparationOptions {
  config: Config;
  log: FastifyBaseLogger;
  now: Clock;
  demo?: DemoSource | undefined;
  /** The embedded database is permanently lost: the program should end. */
  onFailure?: ((error: Error) => void) | undefined;
  /** The embedded database's process has been created and doesn't accept connections yet. */
  onDatabaseSpawned?: (() => void) | undefined;
}

/** What a process needs before it can serve; several processes may prepare the same installation concurrently. */
export interface PreparedInstallation {
  connectionString: string;
  secrets: Secrets;
  signIns: SignIns;
  /** Stops the embedded database, if there is one. */
  stop(): Promise<void>;
}

const CONNECTIONS = 4;
/** "ArPr" in ASCII. */
const LOCK = 0x41725072;

/** Prepares database, tables, secrets, gateways, team and demo. If a step fails, what was started is stopped again. */
export async function prepareInstallation(options: PreparationOptions): Promise<PreparedInstallation> {
  const { config, log } = options;
  const own = config.databaseUrl === null ? await startOwnDatabase(options) : undefined;
  const connectionString = config.databaseUrl ?? own?.connectionString ?? "";
  const stop = async () => await own?.stop();
  const database = createDatabase(connectionString, { max: CONNECTIONS, log });
  try {
    await assertSupportedServer(database.pool);
    await migrate(database.pool);
    const { secrets, signIns } = await alone(database.pool, async () => {
      await settleBegunRestore(options, database.pool);
      const secrets = await loadSecrets(config);
      return { secrets, signIns: await fill(options, secrets, database) };
    });
    const apps = await countWithoutKey(database.pool, secrets.factorKeys);
    if (apps > 0) log.warn(withoutKeySentence(apps));
    await database.close();
    return { connectionString, secrets, signIns, stop };
  } catch (error) {
    await database.close();
    await stop();
    throw error;
  }
}

async function startOwnDatabase({ config, log, onFailure, onDatabaseSpawned }: PreparationOptions) {
  return await startEmbeddedPostgres({
    dataDir: path.resolve(config.dataDir),
    log,
    ...(onFailure && { onFailure }),
    ...(onDatabaseSpawned && { onSpawned: onDatabaseSpawned }),
  });
}

/** Serializes programs that start concurrently, so that none writes down a password that is not used. */
async function alone<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0; set lock_timeout = 0; set idle_session_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    return await work();
  } finally {
    // Destroying the connection releases the lock.
    client.release(true);
  }
}

async function fill(
  { config, log, now, demo }: PreparationOptions,
  secrets: Secrets,
  database: ReturnType<typeof createDatabase>,
): Promise<SignIns> {
  const { connectionString, db } = database;
  await createGatewaysService({ db }).ensure(config.gatewayNames);
  const problems = await ensurePolicies(db, now(), config.policies);
  if (problems.length > 0) throw new ConfigError(problems);
  const missing = missingCompanyDetails(config.company);
  if (missing.length > 0) log.warn(`The letters of the defence packs are missing ${missing.join(", ")}`);
  const signIns = await ensureTeam({ config, db, now, demo });
  if (signIns.kind !== "demo" || demo === undefined) return signIns;
  const { members } = signIns;
  const publicUrl = () => config.publicUrl ?? `http://${config.host}:${config.port}`;
  const loaded = await demo.load({ config, secrets, connectionString, database, members, now, log, publicUrl });
  return { kind: "demo", ...loaded };
}

/** Settles an interrupted restore, before any file is read or the folder of files is created. */
async function settleBegunRestore({ config, log }: PreparationOptions, pool: Pool): Promise<void> {
  const outcome = await settleRestore(pool, path.join(path.resolve(config.dataDir), "files"));
  if (outcome !== "none") log.warn({ outcome }, "an interrupted restore was settled");
}

/** From the configuration; otherwise they are generated and kept in the data folder. */
async function loadSecrets(config: Config): Promise<Secrets> {
  const file = (name: string) => path.join(config.dataDir, "secrets", name);
  return {
    session: config.sessionSecrets ?? [await loadOrCreateSecret(file("session-secret"))],
    factorKeys: config.factorKeys ?? [await loadOrCreateSecret(file("factor-key"))],
    intakeKeys: config.intakeKeys ?? [await loadOrCreateSecret(file("intake-key"))],
  };
}
