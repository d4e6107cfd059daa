import { appendFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { ensureMembers } from "#server/features/auth/first-admin.ts";
import { createDatabase } from "#server/platform/db/client.ts";
import { waitUntil } from "#server/platform/db/embedded/wait-until.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import {
  CLUSTER_PASSWORD,
  type Cluster,
  type ClusterHome,
  copyCluster,
  initCluster,
  startCluster,
} from "./postgres-cluster.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

const ROLE = "desk";
const STANDBY = "second";
const REPLICATION_MS = 30_000;

/** A stopped cluster with the program's tables and members, to be copied for each pair. */
export async function makeTemplate(home: ClusterHome, members: Parameters<typeof ensureMembers>[2]): Promise<string> {
  const data = await initCluster(home, "template");
  const cluster = await startCluster(home, data);
  try {
    await cluster.ask(`create role ${ROLE} login password '${CLUSTER_PASSWORD}'`);
    await cluster.ask(`create database desk owner ${ROLE}`);
    const database = createDatabase(urlOf(cluster.port), { max: 1, log: { warn: () => undefined } });
    try {
      await migrate(database.pool);
      await ensureMembers(database.db, () => new Date(), members);
    } finally {
      await database.close();
    }
  } finally {
    await cluster.stop();
  }
  return data;
}

function urlOf(...ports: number[]): string {
  const servers = ports.map((port) => `127.0.0.1:${port}`).join(",");
  const url = `postgres://${ROLE}:${encodeURIComponent(CLUSTER_PASSWORD)}@${servers}/desk`;
  return ports.length > 1 ? `${url}?target_session_attrs=read-write` : url;
}

export interface PostgresPair {
  readonly primary: Cluster;
  readonly standby: Cluster;
  /** A DATABASE_URL with the servers on these ports; with both unless told. */
  urlOf(...ports: number[]): string;
  /** The stretch of network by which the standby follows. */
  readonly replication: TcpProxy;
  /** Makes the standby the primary; returns when it takes writes. */
  promote(): Promise<void>;
  end(): Promise<void>;
}

let pairs = 0;

/** A primary and a standby that follows it, from a copy of the template. Asynchronous: the primary waits for nobody. */
export async function startPair(
  home: ClusterHome,
  template: string,
  options: { isSynchronous: boolean },
): Promise<PostgresPair> {
  pairs += 1;
  const primaryData = await copyCluster(home, template, `primary-${pairs}`);
  const standbyData = await copyCluster(home, template, `standby-${pairs}`);
  await writeFile(path.join(standbyData, "standby.signal"), "");
  // In the file and not on the command line, which nobody could change any more.
  const names = options.isSynchronous ? `ANY 1 (${STANDBY})` : "";
  await appendFile(path.join(primaryData, "postgresql.conf"), `\nsynchronous_standby_names = '${names}'\n`);
  const primary = await startCluster(home, primaryData, { wal_level: "replica", wal_keep_size: "256MB" });
  const replication = await startTcpProxy(primary.port);
  const standby = await startCluster(home, standbyData, {
    hot_standby: "on",
    primary_conninfo: `host=127.0.0.1 port=${replication.port} user=operator password='${CLUSTER_PASSWORD}' application_name=${STANDBY}`,
  });
  const follows = await waitUntil(
    async () => {
      const rows = await primary.ask<{ state: string }>(
        "select state from pg_stat_replication where state = 'streaming'",
      );
      return rows.length > 0 ? true : undefined;
    },
    REPLICATION_MS,
    50,
  );
  if (follows === undefined) throw new Error("the standby does not follow");
  return {
    primary,
    standby,
    urlOf: (...ports) => (ports.length > 0 ? urlOf(...ports) : urlOf(primary.port, standby.port)),
    replication,
    promote: async () => {
      await standby.ask("select pg_promote(true, 60)");
    },
    end: async () => {
      await Promise.all([primary.kill(), standby.kill()]);
      await replication.close();
    },
  };
}
