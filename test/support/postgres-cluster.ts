import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { copyBinaries, ensureLibraryLinks, findPackagedBinaries } from "#server/platform/db/embedded/binaries.ts";
import {
  accountCan,
  isRoot,
  type ServerAccount,
  serverAccountFor,
} from "#server/platform/db/embedded/postgres-user.ts";
import { waitUntil } from "#server/platform/db/embedded/wait-until.ts";
import { childrenOf } from "./processes.ts";

const SUPERUSER = "operator";
export const CLUSTER_PASSWORD = "password of the clusters";
const START_MS = 60_000;

/** A folder for clusters, their account and the PostgreSQL binaries. */
export interface ClusterHome {
  readonly folder: string;
  /** Folder of the PostgreSQL binaries. */
  readonly bin: string;
  readonly account: ServerAccount | undefined;
  /** Variables for the servers, besides those of this process. */
  environment?: Record<string, string>;
  remove(): Promise<void>;
}

/** Uses the binaries in `POSTGRES_BIN`, for instance Debian's, or those installed by npm. */
export async function openClusterHome(): Promise<ClusterHome> {
  const folder = await mkdtemp(path.join(tmpdir(), "arrival-desk-clusters-"));
  const account = isRoot() ? await serverAccountFor(folder) : undefined;
  await give(folder, account);
  return {
    folder,
    bin: process.env.POSTGRES_BIN || (await packagedBin(folder, account)),
    account,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  };
}

async function packagedBin(folder: string, account: ServerAccount | undefined): Promise<string> {
  const binaries = await findPackagedBinaries();
  await ensureLibraryLinks(binaries);
  const bin = path.join(binaries.root, "bin");
  if (account === undefined || accountCan(account, '"$1/postgres" --version', bin)) return bin;
  const parent = path.join(folder, "programs");
  await mkdir(parent);
  await chmod(folder, 0o755);
  return path.join((await copyBinaries(binaries, parent)).root, "bin");
}

async function give(name: string, account: ServerAccount | undefined): Promise<void> {
  if (account !== undefined) await chown(name, account.uid, account.gid);
}

/** Creates an empty cluster that accepts connections over loopback, also for replication. */
export async function initCluster({ folder, bin, account }: ClusterHome, name: string): Promise<string> {
  const data = path.join(folder, name);
  const passwordFile = path.join(folder, `${name}.password`);
  await writeFile(passwordFile, CLUSTER_PASSWORD, { mode: 0o600 });
  await give(passwordFile, account);
  const access = ["--auth=scram-sha-256", `--username=${SUPERUSER}`, `--pwfile=${passwordFile}`];
  const options = ["--encoding=UTF8", "--locale=C", ...access, `--pgdata=${data}`];
  execFileSync(path.join(bin, "initdb"), options, { cwd: "/", stdio: ["ignore", "ignore", "pipe"], ...account });
  return data;
}

export interface Cluster {
  readonly port: number;
  readonly data: string;
  /** The superuser's connection string. */
  url(database?: string): string;
  /** Runs one statement as superuser. */
  ask<T extends object>(statement: string, database?: string): Promise<T[]>;
  /** Simulates a power failure: kill -9 of all processes. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** Signals all processes. SIGSTOP simulates a network failure: no connection is closed and nothing answers. */
  signal(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a cluster on loopback and waits until it answers. */
export async function startCluster(
  { bin, account, environment = {} }: ClusterHome,
  data: string,
  settings: Record<string, string | number> = {},
  givenPort?: number,
): Promise<Cluster> {
  const port = givenPort ?? (await freePort());
  const all = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    shared_buffers: "32MB",
    max_connections: 100,
    log_min_messages: "fatal",
    ...settings,
  };
  const options = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const postmaster = spawn(path.join(bin, "postgres"), ["-D", data, ...options], {
    cwd: "/",
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
    ...account,
  });
  let words = "";
  postmaster.stderr.setEncoding("utf8").on("data", (text: string) => {
    words = (words + text).slice(-4000);
  });
  const ended = once(postmaster, "close");
  const url = (database = "postgres") =>
    `postgres://${SUPERUSER}:${encodeURIComponent(CLUSTER_PASSWORD)}@127.0.0.1:${port}/${database}`;
  const isUp = await waitUntil(
    async () => {
      if (postmaster.exitCode !== null) return false;
      return await askAt(url(), "select 1").then(
        () => true,
        () => undefined,
      );
    },
    START_MS,
    50,
  );
  if (isUp !== true) {
    postmaster.kill("SIGKILL");
    throw new Error(`PostgreSQL does not start: ${words}`);
  }
  return {
    port,
    data,
    url,
    ask: (statement, database) => askAt(url(database), statement),
    kill: async () => {
      if (hasEnded(postmaster)) return;
      await signalAll(postmaster, "SIGKILL");
      await ended;
    },
    stop: async () => {
      if (hasEnded(postmaster)) return;
      postmaster.kill("SIGINT");
      await ended;
    },
    signal: (signal) => signalAll(postmaster, signal),
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** The server's processes are children of the postmaster, each in its own process group. */
async function signalAll(postmaster: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const { pid } = postmaster;
  if (pid === undefined) return;
  // A stopped postmaster starts no new processes.
  process.kill(pid, "SIGSTOP");
  for (const child of childrenOf(pid)) {
    try {
      process.kill(child.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
  process.kill(pid, signal);
}

async function askAt<T extends object>(connectionString: string, statement: string): Promise<T[]> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query<T>(statement)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FREE_PORTS.from, FREE_PORTS.to);
    if (await canListen(port)) return port;
  }
}
/** Below those that systems give to outgoing calls, which would take one before its server begins. */
const FREE_PORTS = { from: 20_000, to: 32_000 };

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
