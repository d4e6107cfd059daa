import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
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

const SUPERUSER = "operator";
export const CLUSTER_PASSWORD = "password of the clusters";
const START_MS = 60_000;

/** A folder for clusters, the account that runs them and the programs of PostgreSQL. */
export interface ClusterHome {
  readonly folder: string;
  /** Where PostgreSQL's programs lie. */
  readonly bin: string;
  readonly account: ServerAccount | undefined;
  remove(): Promise<void>;
}

/** `POSTGRES_BIN` names the programs of another PostgreSQL, for instance Debian's; else the ones that npm installed. */
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

/** Makes the files of an empty cluster that takes connections over loopback, also for replication. */
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

/** Copies a cluster that is stopped: two copies of one can be a primary and its standby. */
export async function copyCluster(home: ClusterHome, from: string, name: string): Promise<string> {
  const to = path.join(home.folder, name);
  execFileSync("cp", ["-R", from, to], { cwd: "/", ...home.account });
  await chmod(to, 0o700);
  return to;
}

export interface Cluster {
  readonly port: number;
  readonly data: string;
  /** A connection string for the operator of the server. */
  url(database?: string): string;
  /** One statement as the server's operator. */
  ask<T extends object>(statement: string, database?: string): Promise<T[]>;
  /** kill -9 of all of its processes at once, as when the machine loses its power. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** To all of its processes. SIGSTOP: nothing is closed and nothing answers, as when its network is gone. */
  signal(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a cluster on loopback and waits until it answers. */
export async function startCluster(
  { bin, account }: ClusterHome,
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

/** The server's processes are children of its first one, each in a group of its own. */
async function signalAll(postmaster: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const { pid } = postmaster;
  if (pid === undefined) return;
  // While it stands still it makes no new ones.
  process.kill(pid, "SIGSTOP");
  for (const child of await childrenOf(pid)) {
    try {
      process.kill(child, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
  process.kill(pid, signal);
}

async function childrenOf(parent: number): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    // pid (name) state parent …; the name may hold anything but ends at the last parenthesis.
    if (Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === parent) found.push(Number(name));
  }
  return found;
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

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
