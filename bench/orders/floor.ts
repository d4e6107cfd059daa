import { type Load, type Measurement, measure, median } from "../measure.ts";
import { detailIds, type InstallationFacts, moveBodies } from "./scenarios.ts";

const CONNECTIONS = 20;
const ROUNDS = 3;

export interface Compared {
  floor: Measurement;
  program: Measurement;
}

/** Requests to the bare server that correspond to the program's calls. */
export function floorLoads({ orders }: InstallationFacts): Record<string, Load> {
  return {
    "page of a small queue": () => [{ method: "GET", path: "/page?offset=0" }],
    counts: () => [{ method: "GET", path: "/counts" }],
    detail: (connection) => detailIds(connection, orders).map((id) => ({ method: "GET", path: `/detail?id=${id}` })),
    move: (connection) =>
      moveBodies(connection, orders).map((body) => ({
        method: "PUT",
        path: "/move",
        body: JSON.stringify(body),
      })),
  };
}

/** Alternates baseline and program, so that a busy moment affects both; reports medians. */
export async function compare(
  floor: { address: string; load: Load },
  program: { address: string; load: Load },
  seconds: number,
): Promise<Compared> {
  const run = { connections: CONNECTIONS, seconds };
  const measurements: { floor: Measurement[]; program: Measurement[] } = { floor: [], program: [] };
  await measure(floor.address, floor.load, { ...run, seconds: 1 });
  await measure(program.address, program.load, { ...run, seconds: 1 });
  for (let round = 0; round < ROUNDS; round += 1) {
    measurements.floor.push(await measure(floor.address, floor.load, run));
    measurements.program.push(await measure(program.address, program.load, run));
  }
  return { floor: middle(measurements.floor), program: middle(measurements.program) };
}

function middle(measurements: Measurement[]): Measurement {
  const of = (key: keyof Measurement) => median(measurements.map((measurement) => measurement[key]));
  return { perSecond: of("perSecond"), p50: of("p50"), p95: of("p95"), p99: of("p99") };
}
