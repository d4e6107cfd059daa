import { Client } from "pg";
import { createDatabase, type DatabaseHandle } from "#server/platform/db/client.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { initCluster, openClusterHome, startCluster } from "./postgres-cluster.ts";
import type { TestDatabase } from "./test-database.ts";

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Index Name"?: string;
  "Index Cond"?: string;
  Plans?: PlanNode[];
}

/** One executed statement and what its plan read. */
export interface ExecutedPlan {
  text: string;
  /** Rows read of each table, those that a condition then dropped included. */
  read: Map<string, number>;
  /** Tables that the plan reads without an index. */
  scanned: Set<string>;
  /** Index scans that are not cut off by a limit, with their conditions. */
  indexScans: { index: string; condition: string }[];
}

const EXPLAINED: Record<string, string> = {
  session_preload_libraries: "auto_explain",
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_format": "json",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_timing": "off",
  // Statements of triggers, functions and foreign keys.
  "auto_explain.log_nested_statements": "on",
  // Sent to the client, whatever its client_min_messages.
  "auto_explain.log_level": "info",
};

/**
 * A migrated database on a server of its own, which reports the plan of each executed statement to the connections that are
 * opened once `fill` has ended.
 */
export async function createExplainedDatabase(
  fill: (database: DatabaseHandle) => Promise<void>,
): Promise<TestDatabase> {
  const home = await openClusterHome();
  const settings = { fsync: "off", max_connections: 100, shared_buffers: "256MB" };
  const cluster = await startCluster(home, await initCluster(home, "explained"), settings);
  await cluster.ask("create database explained");
  const connectionString = cluster.url("explained");
  const log = { warn: (context: object, message: string) => console.warn(message, context) };
  const database = createDatabase(connectionString, { applicationName: OWN, log });
  await migrate(database.pool);
  await fill(database);
  // Known to a session once the library is loaded.
  await cluster.ask(
    [
      "load 'auto_explain'",
      ...Object.entries(EXPLAINED).map(([name, value]) => `alter database explained set ${name} = '${value}'`),
    ].join(";"),
  );
  return {
    connectionString,
    pool: database.pool,
    db: database.db,
    drop: async () => {
      await database.close();
      await cluster.stop();
      await home.remove();
    },
  };
}

/** Name of the test's own connections, whose plans nobody asked for. */
const OWN = "test";

/**
 * Collects the plans of all connections of this process but those of the test's own pool.
 * @returns a function that ends it
 */
export function collectPlans(onPlan: (plan: ExecutedPlan) => void): () => void {
  const { emit } = Client.prototype;
  Client.prototype.emit = function (this: Client, name: string, ...given: unknown[]) {
    const message = name === "notice" ? (given[0] as { message?: string }).message : undefined;
    const isOwn =
      (this as unknown as { connectionParameters: { application_name?: string } }).connectionParameters
        .application_name === OWN;
    if (message?.startsWith("duration:") && !isOwn) onPlan(readPlan(message));
    return emit.call(this, name as "notice", ...(given as [never]));
  } as typeof emit;
  return () => {
    Client.prototype.emit = emit;
  };
}

function readPlan(message: string): ExecutedPlan {
  const explained = JSON.parse(message.slice(message.indexOf("{"))) as { "Query Text": string; Plan: PlanNode };
  const read = new Map<string, number>();
  const scanned = new Set<string>();
  const indexScans: ExecutedPlan["indexScans"] = [];
  const visit = (node: PlanNode, isLimited: boolean) => {
    const relation = node["Relation Name"];
    if (relation !== undefined && node["Node Type"].endsWith("Scan")) {
      const rows =
        (node["Actual Rows"] ?? 0) +
        (node["Rows Removed by Filter"] ?? 0) +
        (node["Rows Removed by Index Recheck"] ?? 0);
      read.set(relation, (read.get(relation) ?? 0) + rows * (node["Actual Loops"] ?? 0));
      if (node["Node Type"] === "Seq Scan") scanned.add(relation);
    }
    const index = node["Index Name"];
    if (index !== undefined && !isLimited) indexScans.push({ index, condition: node["Index Cond"] ?? "" });
    for (const child of node.Plans ?? []) visit(child, isLimited || node["Node Type"] === "Limit");
  };
  visit(explained.Plan, false);
  return { text: explained["Query Text"], read, scanned, indexScans };
}
