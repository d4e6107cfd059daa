import { setTimeout as pause } from "node:timers/promises";
import { Pool } from "pg";
import { openDesk } from "../desk.ts";
import { type Figure, type Load, measure } from "../measure.ts";
import { type BenchServer, serverStart, startServer } from "../processes.ts";
import { type BulkFigures, measureBulk } from "./bulk.ts";
import { type Compared, compare, floorLoads } from "./floor.ts";
import { peakMemory } from "./memory.ts";
import { measureObviousPage, type Rival } from "./pgbench.ts";
import { type DeskFacts, LARGE, scenarios, staff } from "./scenarios.ts";

/** A member may open 5,000 details an hour: enough members that nobody comes near it. */
const MEMBERS = 60;
/** The database is quiet when it was found so this many times in a row. */
const CALM_LOOKS = 10;
const LOOK_MS = 200;
export const CLIENTS = [1, 20] as const;
export type Clients = (typeof CLIENTS)[number];
export type ByClients<T> = Record<Clients, T>;

export interface SizeFigures {
  orders: number;
  calls: [name: string, figures: ByClients<Figure>][];
  bulk: BulkFigures;
  /** The most that the program held, MB: after all calls but the bulk ones, and after those. */
  memory: { calls: number | undefined; bulk: number | undefined };
  /** Measured for the largest set alone. */
  floor?: [name: string, figures: Compared][];
  obvious?: { rival: ByClients<Rival>; program: ByClients<Figure> };
}

interface Options {
  /** Of one measurement. */
  seconds: number;
  /** Also beside floor and pgbench. */
  isCompared: boolean;
}

/** Makes a desk of this many orders, measures everything on it, and takes it away again. */
export async function measureSize(orders: number, { seconds, isCompared }: Options): Promise<SizeFigures> {
  const desk = await openDesk({ orders, members: MEMBERS });
  const servers: BenchServer[] = [];
  try {
    const child = { environment: desk.environment, work: true };
    const program = await startServer("../test/support/child-program.ts", JSON.stringify(child), serverStart());
    servers.push(program);
    const { address } = program;
    await untilQuiet(desk.connectionString);
    const facts = { orders, tokens: desk.tokens, large: await sizeOfLarge(address, desk.tokens) };
    const loads = scenarios(facts);
    const calls = await measureCalls(address, loads, seconds);
    const callsMemory = await peakMemory(program.pid);
    const obvious = isCompared ? await compareObvious(address, loads, desk.connectionString, seconds) : undefined;
    const floor = isCompared ? await compareFloor(address, facts, desk.connectionString, seconds, servers) : undefined;
    const bulk = await measureBulk(address, facts);
    const memory = { calls: callsMemory, bulk: await peakMemory(program.pid) };
    return { orders, calls, bulk, memory, ...(floor && { floor }), ...(obvious && { obvious }) };
  } finally {
    for (const server of servers.reverse()) await server.stop();
    await desk.close();
  }
}

/** Waits for what the program does for itself after its start, and the database after the data set was written. */
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

async function sizeOfLarge(address: string, tokens: readonly string[]): Promise<number> {
  const response = await fetch(`${address}/api/admin/get-orders-list/${LARGE}?page=1&limit=1`, {
    headers: staff(tokens, 0),
  });
  return ((await response.json()) as { total: number }).total;
}

async function measureCalls(address: string, loads: Record<string, Load>, seconds: number) {
  const calls: SizeFigures["calls"] = [];
  for (const [name, load] of Object.entries(loads)) {
    await measure(address, load, { connections: 20, seconds: 1 });
    const figures = {
      1: await measure(address, load, { connections: 1, seconds }),
      20: await measure(address, load, { connections: 20, seconds }),
    };
    calls.push([name, figures]);
    console.log(`  ${name}: ${CLIENTS.map((clients) => `${figures[clients].p50.toFixed(1)} ms`).join(" / ")}`);
  }
  return calls;
}

async function compareFloor(
  address: string,
  facts: DeskFacts,
  connectionString: string,
  seconds: number,
  servers: BenchServer[],
) {
  const floor = await startServer("floor-server.ts", connectionString);
  servers.push(floor);
  const loads = scenarios(facts);
  const figures: [string, Compared][] = [];
  for (const [name, load] of Object.entries(floorLoads(facts))) {
    const own = loads[name];
    if (own === undefined) throw new Error(`${name} is no call of the program`);
    const compared = await compare({ address: floor.address, load }, { address, load: own }, seconds);
    figures.push([name, compared]);
    console.log(`  ${name}: ${(compared.program.perSecond / compared.floor.perSecond).toFixed(2)} of the floor`);
  }
  return figures;
}

async function compareObvious(
  address: string,
  loads: Record<string, Load>,
  connectionString: string,
  seconds: number,
): Promise<NonNullable<SizeFigures["obvious"]>> {
  const load = loads["page of the large queue"];
  if (load === undefined) throw new Error("no load of the large queue");
  const one = async (connections: Clients) => ({
    rival: await measureObviousPage(connectionString, connections, seconds),
    program: await measure(address, load, { connections, seconds }),
  });
  const [alone, many] = [await one(1), await one(20)];
  return { rival: { 1: alone.rival, 20: many.rival }, program: { 1: alone.program, 20: many.program } };
}
