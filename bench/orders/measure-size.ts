import { setTimeout as pause } from "node:timers/promises";
import { Pool } from "pg";
import type { ListName } from "#contract/orders/queues.ts";
import { openInstallation } from "../installation.ts";
import { type Load, type Measurement, measure, measureClosing } from "../measure.ts";
import { type BenchServer, serverStart, startServer } from "../processes.ts";
import { type BulkMeasurements, measureBulk } from "./bulk.ts";
import { type Compared, compare, floorLoads } from "./floor.ts";
import { peakMemory } from "./memory.ts";
import { measureObviousPage, type Rival } from "./pgbench.ts";
import { CLOSING, type InstallationFacts, LARGE, PACED, scenarios, staff } from "./scenarios.ts";
import { openVisitors } from "./visitors.ts";

/** Enough members to stay below the limit of 5,000 details per member and hour. */
const MEMBERS = 60;
/** The database counts as idle after this many idle checks in a row. */
const CALM_LOOKS = 10;
const LOOK_MS = 200;
export const CLIENTS = [1, 20] as const;
export type Clients = (typeof CLIENTS)[number];
export type ByClients<T> = Record<Clients, T>;

export interface SizeMeasurements {
  orders: number;
  calls: [name: string, measurements: ByClients<Measurement>][];
  bulk: BulkMeasurements;
  /** Peak memory of the program in MB: before and after the bulk calls. */
  memory: { calls: number | undefined; bulk: number | undefined };
  /** Only measured for the largest set. */
  floor?: [name: string, measurements: Compared][];
  obvious?: { rival: ByClients<Rival>; program: ByClients<Measurement> };
}

interface Options {
  /** Duration of one measurement. */
  seconds: number;
  /** Also compare with baseline and pgbench. */
  isCompared: boolean;
  /** Measure only the moves of 10,000 orders. */
  isBulkOnly: boolean;
}

/** Creates an installation with this many orders, measures everything on it, and removes it. */
export async function measureSize(
  orders: number,
  { seconds, isCompared, isBulkOnly }: Options,
): Promise<SizeMeasurements> {
  const installation = await openInstallation({ orders, members: MEMBERS });
  const servers: BenchServer[] = [];
  try {
    const { flags, env } = serverStart();
    const program = await startServer("../src/server/main.ts", null, {
      flags,
      env: { ...env, ...installation.environment },
    });
    servers.push(program);
    const { address } = program;
    await untilQuiet(installation.connectionString);
    const { tokens, environment } = installation;
    const facts = {
      ...{ orders, tokens, intakeKey: environment.INTAKE_API_KEY ?? "" },
      visitors: await openVisitors(address, environment.DATA_DIR ?? "", orders),
      ...{ large: await sizeOf(LARGE, address, tokens), open: await sizeOf("openOrder", address, tokens) },
    };
    const loads = scenarios(facts);
    const calls = isBulkOnly ? [] : await measureCalls(address, loads, seconds);
    const callsMemory = isBulkOnly ? undefined : await peakMemory(program.pid);
    const obvious = isCompared
      ? await compareObvious(address, loads, installation.connectionString, seconds)
      : undefined;
    const floor = isCompared
      ? await compareFloor(address, facts, installation.connectionString, seconds, servers)
      : undefined;
    const bulk = await measureBulk(address, facts);
    const memory = { calls: callsMemory, bulk: await peakMemory(program.pid) };
    return { orders, calls, bulk, memory, ...(floor && { floor }), ...(obvious && { obvious }) };
  } finally {
    for (const server of servers.reverse()) await server.stop();
    await installation.close();
  }
}

/** Waits until the program's start-up work and the database's background work are done. */
async function untilQuiet(connectionString: string): Promise<void> {
  const pool = new Pool({ connectionString, max: 1 });
  try {
    for (let calm = 0; calm < CALM_LOOKS; ) {
      await pause(LOOK_MS);
      const { rowCount } = await pool.query(
        `select from pg_stat_activity where state = 'active' and pid <> pg_backend_pid()
         union all select from pg_stat_progress_vacuum union all select from pg_stat_progress_analyze`,
      );
      calm = rowCount === 0 ? calm + 1 : 0;
    }
  } finally {
    await pool.end();
  }
}

async function sizeOf(list: ListName, address: string, tokens: readonly string[]): Promise<number> {
  const response = await fetch(`${address}/api/admin/get-orders-list/${list}?page=1&limit=1`, {
    headers: staff(tokens, 0),
  });
  return ((await response.json()) as { total: number }).total;
}

async function measureCalls(address: string, loads: Record<string, Load>, seconds: number) {
  const calls: SizeMeasurements["calls"] = [];
  for (const [name, load] of Object.entries(loads)) {
    const rate = PACED[name];
    const many = { connections: 20, ...(rate !== undefined && { rate }) };
    const send = CLOSING.has(name) ? measureClosing : measure;
    await send(address, load, { ...many, seconds: 1 });
    const measurements = {
      1: await send(address, load, { connections: 1, seconds }),
      20: await send(address, load, { ...many, seconds }),
    };
    calls.push([name, measurements]);
    console.log(`  ${name}: ${CLIENTS.map((clients) => `${measurements[clients].p50.toFixed(1)} ms`).join(" / ")}`);
  }
  return calls;
}

async function compareFloor(
  address: string,
  facts: InstallationFacts,
  connectionString: string,
  seconds: number,
  servers: BenchServer[],
) {
  const floor = await startServer("floor-server.ts", connectionString);
  servers.push(floor);
  const loads = scenarios(facts);
  const measurements: [string, Compared][] = [];
  for (const [name, load] of Object.entries(floorLoads(facts))) {
    const own = loads[name];
    if (own === undefined) throw new Error(`${name} is no call of the program`);
    const compared = await compare({ address: floor.address, load }, { address, load: own }, seconds);
    measurements.push([name, compared]);
    console.log(`  ${name}: ${(compared.program.perSecond / compared.floor.perSecond).toFixed(2)} of the floor`);
  }
  return measurements;
}

async function compareObvious(
  address: string,
  loads: Record<string, Load>,
  connectionString: string,
  seconds: number,
): Promise<NonNullable<SizeMeasurements["obvious"]>> {
  const load = loads["page of the large queue"];
  if (load === undefined) throw new Error("no load of the large queue");
  const one = async (connections: Clients) => ({
    rival: await measureObviousPage(connectionString, connections, seconds),
    program: await measure(address, load, { connections, seconds }),
  });
  const [alone, many] = [await one(1), await one(20)];
  return { rival: { 1: alone.rival, 20: many.rival }, program: { 1: alone.program, 20: many.program } };
}
