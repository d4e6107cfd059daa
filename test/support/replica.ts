import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, open, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Client } from "pg";
import {
  applicationDatabase,
  applicationRole,
  type EmbeddedServer,
  serverEnvironment,
  socketPort,
  superuser,
} from "#server/platform/db/embedded/embedded-server.ts";
import { prepareServer } from "#server/platform/db/embedded/location.ts";
import { readPostmasterFile } from "#server/platform/db/embedded/postmaster-file.ts";
import { serverArguments } from "#server/platform/db/embedded/server-settings.ts";
import { waitUntil } from "#server/platform/db/embedded/wait-until.ts";

/** A hot standby that streams from an embedded server. */
export interface Replica {
  /** Connection string of the program's role and database on the standby. */
  connectionString: string;
  /** Runs a statement on the standby as superuser, for instance to pause the replay. */
  command(statement: string): Promise<void>;
  start(): Promise<void>;
  /** Simulates a power failure. */
  stop(): Promise<void>;
  /** Promotes it: it is no longer a replica. */
  promote(): Promise<void>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}

const START_LIMIT_MS = 60_000;
const log = { info: () => undefined, warn: () => undefined };

/** Starts a standby as a copy of a data folder's running embedded server. */
export async function makeReplica(dataDir: string): Promise<Replica> {
  const main = await prepareServer(dataDir, log);
  const home = path.join(main.home, "replica");
  const replica: EmbeddedServer = {
    ...main,
    home,
    clusterDir: path.join(home, "cluster"),
    socketDir: path.join(main.socketDir, "replica"),
    logFile: path.join(home, "server.log"),
  };
  for (const folder of [home, replica.socketDir]) await ownFolder(folder, main);
  await copyCluster(main, replica);
  let ending: Promise<unknown> = Promise.resolve();
  let kill = (): unknown => undefined;

  async function start(): Promise<void> {
    await rm(path.join(replica.clusterDir, "postmaster.pid"), { force: true });
    const logHandle = await open(replica.logFile, "a", 0o600);
    const child = spawn(path.join(main.binaries.root, "bin/postgres"), serverArguments(replica), {
      cwd: home,
      env: serverEnvironment,
      stdio: ["ignore", logHandle.fd, logHandle.fd],
      ...main.account,
    });
    await logHandle.close();
    ending = once(child, "exit");
    kill = () => child.kill("SIGQUIT");
    const isReady = async () => (await readPostmasterFile(replica.clusterDir))?.status === "ready" || undefined;
    if ((await waitUntil(isReady, START_LIMIT_MS)) === undefined) {
      throw new Error(`the replica did not start: ${await readFile(replica.logFile, "utf8")}`);
    }
  }

  async function stop(): Promise<void> {
    kill();
    await ending;
  }

  const command = (statement: string) =>
    asSuperuser(replica, (client) => client.query(statement).then(() => undefined));
  await start();
  const socket = encodeURIComponent(replica.socketDir);
  return {
    connectionString: `postgres://${applicationRole}:${main.applicationPassword}@localhost:${socketPort}/${applicationDatabase}?host=${socket}&sslmode=disable`,
    command,
    start,
    stop,
    promote: () => command("select pg_promote()"),
    remove: async () => {
      await stop();
      await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

/** A manual base backup, because the embedded package has no pg_basebackup. */
async function copyCluster(main: EmbeddedServer, replica: EmbeddedServer): Promise<void> {
  const label = await asSuperuser(main, async (client) => {
    // Retains the WAL that the standby still needs.
    await client.query("select pg_create_physical_replication_slot('replica', true)");
    await client.query("select pg_backup_start('replica', true)");
    const filter = (source: string) => !/\/(postmaster\.(pid|opts)|pg_wal\/.+|pg_replslot\/.+)$/.test(source);
    await cp(main.clusterDir, replica.clusterDir, { recursive: true, filter, force: true });
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    return rows[0]?.labelfile ?? "";
  });
  const conninfo = `host='${main.socketDir}' port=${socketPort} user=${superuser} password=${main.superuserPassword} sslmode=disable`;
  const settings = `primary_conninfo = '${conninfo.replaceAll("'", "''")}'\nprimary_slot_name = 'replica'\n`;
  for (const folder of ["pg_wal", "pg_wal/archive_status", "pg_wal/summaries"]) {
    await mkdir(path.join(replica.clusterDir, folder), { recursive: true });
  }
  await writeFile(path.join(replica.clusterDir, "backup_label"), label);
  await writeFile(path.join(replica.clusterDir, "standby.signal"), "");
  await writeFile(path.join(replica.clusterDir, "postgresql.auto.conf"), settings);
  await giveAway(replica.clusterDir, main);
}

async function asSuperuser<T>(server: EmbeddedServer, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    host: server.socketDir,
    port: socketPort,
    user: superuser,
    password: server.superuserPassword,
    database: "postgres",
    ssl: false,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function ownFolder(folder: string, server: EmbeddedServer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await giveAway(folder, server);
}

/** As root the server runs under another account, which must own all of its files. */
async function giveAway(folder: string, { account }: EmbeddedServer): Promise<void> {
  if (account === undefined) return;
  const child = spawn("chown", ["-R", `${account.uid}:${account.gid}`, folder]);
  await once(child, "exit");
}
