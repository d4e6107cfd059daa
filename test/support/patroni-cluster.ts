import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { chown, mkdir, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { isRoot, type ServerAccount, serverAccountFor } from "#server/platform/db/embedded/postgres-user.ts";
import { waitUntil } from "#server/platform/db/embedded/wait-until.ts";
import { read } from "./markdown.ts";
import { freePort } from "./postgres-cluster.ts";
import { runningProcesses } from "./processes.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

const START_MS = 120_000;
const PASSWORD = "password of the clusters";
const NAMES = ["db1", "db2"] as const;
/** Debian installs servers in directories that are only in root's PATH. */
const PATH = `${process.env.PATH}:/usr/sbin`;

export interface PatroniNode {
  readonly name: string;
  /** The network connection used for replication from this node. */
  readonly replication: TcpProxy;
  /** The superuser's connection string, bypassing HAProxy. */
  url(database: string): string;
  /** Simulates a power failure: kills Patroni and PostgreSQL. */
  kill(): Promise<void>;
  /** Simulates a network failure: no connection is closed and nothing answers. */
  freeze(): void;
  start(): Promise<void>;
}

export interface PatroniCluster {
  /** A connection string through HAProxy: to the primary, or to the standby. */
  url(to: "primary" | "standby", user: string, password: string, database: string): string;
  /** Waits until both nodes run and the standby is synchronous. @returns primary, standby */
  whole(): Promise<[PatroniNode, PatroniNode]>;
  /** Changes the settings of the running cluster. */
  configure(change: object): Promise<void>;
  /** One statement as the superuser, on the primary. */
  ask<T extends object>(statement: string, database?: string): Promise<T[]>;
  end(): Promise<void>;
}

interface Started {
  stop(signal: NodeJS.Signals): Promise<void>;
  signal(signal: NodeJS.Signals): void;
}

interface Home {
  folder: string;
  account: ServerAccount | undefined;
}

/**
 * Two PostgreSQL under Patroni, one etcd and HAProxy on loopback, with `deploy/patroni.yml` and `deploy/haproxy.cfg`.
 * @throws Error with the last output of a part that is not installed or does not start
 */
export async function startPatroniCluster(): Promise<PatroniCluster> {
  requireInstalled();
  const folder = await mkdtemp(path.join(tmpdir(), "arrival-desk-patroni-"));
  const account = isRoot() ? await serverAccountFor(folder) : undefined;
  const home: Home = { folder, account };
  if (account !== undefined) await chown(folder, account.uid, account.gid);

  const etcd = await startEtcd(home);
  const nodes: (PatroniNode & { ports: { postgres: number; api: number } })[] = [];
  for (const name of NAMES) nodes.push(await createNode(home, name, etcd.address));
  const addresses = { primary: await freePort(), standby: await freePort() };
  let haproxy: Started | undefined;
  const end = async () => {
    for (const node of nodes) await node.kill();
    await haproxy?.stop("SIGKILL");
    await etcd.stop("SIGKILL");
    for (const { replication } of nodes) await replication.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  const url: PatroniCluster["url"] = (to, user, password, database) =>
    `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${addresses[to]}/${database}`;

  async function members(): Promise<{ name: string; role: string; state: string }[]> {
    for (const { ports } of nodes) {
      const answer = await fetch(`http://127.0.0.1:${ports.api}/cluster`, { signal: AbortSignal.timeout(1000) }).catch(
        () => undefined,
      );
      if (answer?.ok)
        return ((await answer.json()) as { members: { name: string; role: string; state: string }[] }).members;
    }
    return [];
  }

  const cluster: PatroniCluster = {
    url,
    whole: async () => {
      const found = await waitUntil(
        async () => {
          const known = await members();
          const primary = known.find(({ role, state }) => role === "leader" && state === "running");
          const standby = known.find(
            ({ role, state }) => role === "sync_standby" && ["running", "streaming"].includes(state),
          );
          const pair = [primary, standby].map((member) => nodes.find(({ name }) => name === member?.name));
          return pair[0] === undefined || pair[1] === undefined
            ? undefined
            : ([pair[0], pair[1]] as [PatroniNode, PatroniNode]);
        },
        START_MS,
        100,
      );
      if (found === undefined)
        throw new Error(`the cluster is not whole: ${JSON.stringify(await members())}\n${await lastWords(folder)}`);
      return found;
    },
    configure: async (change) => {
      const api = nodes[0]?.ports.api;
      const answer = await fetch(`http://127.0.0.1:${api}/config`, { method: "PATCH", body: JSON.stringify(change) });
      if (!answer.ok) throw new Error(`Patroni refused a setting: ${await answer.text()}`);
    },
    ask: (statement, database = "postgres") => askAt(url("primary", "postgres", PASSWORD, database), statement),
    end,
  };
  try {
    haproxy = await startHaproxy(home, addresses, nodes);
    await Promise.all(nodes.map((node) => node.start()));
    await cluster.whole();
    return cluster;
  } catch (error) {
    await end();
    throw error;
  }
}

function requireInstalled(): void {
  for (const tool of ["etcd", "haproxy", "patroni"]) {
    const { error } = spawnSync(tool, ["--version"], { stdio: "ignore", env: { ...process.env, PATH } });
    if (error !== undefined) throw new Error(`${tool} did not run; npm test installs it`, { cause: error });
  }
}

/** Debian's newest PostgreSQL: the npm package lacks programs that Patroni needs. */
function postgresBin(): string {
  const found = globSync("/usr/lib/postgresql/*/bin/pg_rewind").map((file) => path.dirname(file));
  const newest = found.sort((one, other) => versionOf(other) - versionOf(one))[0];
  if (newest === undefined) throw new Error("there is no /usr/lib/postgresql; npm test installs it");
  return newest;
}

const versionOf = (bin: string) => Number(path.basename(path.dirname(bin)));

async function startEtcd(home: Home): Promise<Started & { address: string }> {
  const [client, peer] = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`];
  const started = await launch(home, "etcd", [
    `--data-dir=${home.folder}/etcd`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
    // Durability is not needed.
    "--unsafe-no-fsync",
  ]);
  const isHealthy = () =>
    fetch(`${client}/health`).then(
      ({ ok }) => ok || undefined,
      () => undefined,
    );
  if ((await waitUntil(isHealthy, START_MS, 50)) === undefined)
    throw new Error(`etcd does not start: ${await lastWords(home.folder)}`);
  return { ...started, address: new URL(client).host };
}

async function startHaproxy(
  home: Home,
  addresses: { primary: number; standby: number },
  nodes: readonly { ports: { postgres: number; api: number } }[],
): Promise<Started> {
  let text = read("deploy/haproxy.cfg")
    .replace("127.0.0.1:5000", `127.0.0.1:${addresses.primary}`)
    .replace("127.0.0.1:5001", `127.0.0.1:${addresses.standby}`);
  for (const [index, { ports }] of nodes.entries()) {
    const given = `10.0.0.2${index + 1}:5432 check port 8008`;
    text = text.replaceAll(given, `127.0.0.1:${ports.postgres} check port ${ports.api}`);
  }
  const file = path.join(home.folder, "haproxy.cfg");
  await writeFile(file, text);
  return await launch(home, "haproxy", ["-f", file]);
}

async function createNode(home: Home, name: string, etcd: string) {
  const ports = { postgres: await freePort(), api: await freePort() };
  const replication = await startTcpProxy(ports.postgres);
  const dataDir = path.join(home.folder, name);
  const configuration = path.join(home.folder, `${name}.yml`);
  // The default reserves about a gigabyte per node.
  const text = read("deploy/patroni.yml").replace(/shared_buffers: .*/, "shared_buffers: 32MB");
  await writeFile(configuration, text);
  const env = {
    PATRONI_NAME: name,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${ports.api}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${ports.api}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${ports.postgres}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${replication.port}`,
    PATRONI_POSTGRESQL_DATA_DIR: dataDir,
    PATRONI_POSTGRESQL_BIN_DIR: postgresBin(),
    PATRONI_POSTGRESQL_PGPASS: path.join(home.folder, `${name}.pgpass`),
    PATRONI_ETCD3_HOSTS: etcd,
    PATRONI_SUPERUSER_PASSWORD: PASSWORD,
    PATRONI_REPLICATION_PASSWORD: PASSWORD,
    PATRONI_REWIND_PASSWORD: PASSWORD,
  };
  let patroni: Started | undefined;
  return {
    name,
    ports,
    replication,
    url: (database: string) =>
      `postgres://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${ports.postgres}/${database}`,
    start: async () => {
      patroni = await launch(home, "patroni", [configuration], { env, words: name });
    },
    kill: async () => {
      await patroni?.stop("SIGKILL");
      patroni = undefined;
      signalServer(dataDir, "SIGKILL");
      const isOver = () => (serverOf(dataDir).length === 0 ? true : undefined);
      await waitUntil(isOver, START_MS);
    },
    freeze: () => {
      patroni?.signal("SIGSTOP");
      signalServer(dataDir, "SIGSTOP");
    },
  };
}

/** The postmaster and its children, which are not in Patroni's process group. */
function serverOf(dataDir: string): number[] {
  const all = runningProcesses();
  const first = all.filter(({ command }) => command.includes(`/postgres -D ${dataDir} `)).map(({ pid }) => pid);
  return [...first, ...all.filter(({ parent }) => first.includes(parent)).map(({ pid }) => pid)];
}

function signalServer(dataDir: string, signal: NodeJS.Signals): void {
  const [first] = serverOf(dataDir);
  // A stopped postmaster starts no new processes.
  if (first !== undefined) send(first, "SIGSTOP");
  for (const pid of serverOf(dataDir).reverse()) send(pid, signal);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Starts a process with its output in a file of the folder. */
async function launch(
  { folder, account }: Home,
  command: string,
  args: string[],
  { env = {}, words = command }: { env?: Record<string, string>; words?: string } = {},
): Promise<Started> {
  await mkdir(path.join(folder, "words"), { recursive: true });
  const output = await open(path.join(folder, "words", words), "a");
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH, LANG: "C.UTF-8", HOME: folder, TMPDIR: folder, ...env },
    stdio: ["ignore", output.fd, output.fd],
    ...account,
  });
  await output.close();
  const ended = once(child, "exit");
  return {
    signal: (signal) => void child.kill(signal),
    stop: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
}

async function lastWords(folder: string): Promise<string> {
  const files = globSync(path.join(folder, "words/*"));
  const texts = await Promise.all(
    files.map(async (file) => `${path.basename(file)}: ${(await readFile(file, "utf8")).slice(-1500)}`),
  );
  return texts.join("\n");
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
