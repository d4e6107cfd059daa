import { type Load, measure, measureBeside, median, percentiles } from "../measure.ts";
import { completedOrder } from "./order-ids.ts";
import { detailIds, type InstallationFacts, SMALL, staff } from "./scenarios.ts";

/** The maximum of one call. */
const MOVED = 10_000;
const ROUNDS = 3;
/** Concurrent load: pages and details per second. */
const BESIDE = { connections: 20, rate: 200 };

export interface BulkMeasurements {
  moved: number;
  /** Median of all calls. */
  seconds: number;
  /** Other requests' p99 in ms, right before and during the moves of each run. */
  runs: { quiet: number; beside: number }[];
}

/** Moves 10,000 orders in one call and back, and measures other requests during that time; three runs. */
export async function measureBulk(address: string, facts: InstallationFacts): Promise<BulkMeasurements> {
  const ids = Array.from({ length: Math.min(MOVED, Math.floor(facts.orders * 0.7)) }, (_, index) =>
    completedOrder(index, facts.orders),
  );
  const load = readers(facts);
  const seconds: number[] = [];
  const runs: BulkMeasurements["runs"] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const quiet = await measure(address, load, { ...BESIDE, seconds: 6 });
    const times: number[] = [];
    for (const target of ["Refunds", "Completed"]) {
      const move = async () => void seconds.push((await moveAll(address, facts, ids, target)) / 1000);
      times.push(...(await measureBeside(address, load, { ...BESIDE, seconds: 60 }, move)));
    }
    runs.push({ quiet: quiet.p99, beside: percentiles(times).p99 });
  }
  // The first run warms up.
  return { moved: ids.length, seconds: median(seconds.slice(2)), runs: runs.slice(1) };
}

async function moveAll(
  address: string,
  { tokens }: InstallationFacts,
  orderId: number[],
  updatingStatus: string,
): Promise<number> {
  const began = performance.now();
  const response = await fetch(`${address}/api/admin/change-order-status`, {
    method: "PUT",
    headers: { "content-type": "application/json", ...staff(tokens, 0) },
    body: JSON.stringify({ orderId, updatingStatus }),
  });
  const { data, message } = (await response.json()) as { data: { status: number }[]; message: string };
  const took = performance.now() - began;
  const done = data.filter(({ status }) => status === 1).length;
  if (done !== orderId.length) throw new Error(`${done} of ${orderId.length} orders were moved: ${message}`);
  return took;
}

function readers(facts: InstallationFacts): Load {
  return (connection) =>
    detailIds(connection, facts.orders).flatMap((id, index) => [
      { method: "GET", path: `/api/admin/get-orders-details/${id}`, headers: staff(facts.tokens, index) },
      {
        method: "GET",
        path: `/api/admin/get-orders-list/${SMALL}?page=1&limit=10`,
        headers: staff(facts.tokens, index),
      },
    ]);
}
