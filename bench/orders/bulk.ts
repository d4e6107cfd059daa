import { type Load, measure, measureBeside, median, percentiles } from "../measure.ts";
import { completedOrder, type DeskFacts, detailIds, SMALL, staff } from "./scenarios.ts";

/** What one call may move. */
const MOVED = 10_000;
const ROUNDS = 3;
/** People at work beside it: so many requests a second, of pages and details. */
const BESIDE = { connections: 20, rate: 200 };

export interface BulkFigures {
  moved: number;
  seconds: number;
  quiet: { p50: number; p99: number };
  beside: { p50: number; p99: number };
}

/** Moves 10,000 orders in one call, there and back, and looks at what others wait for meanwhile. */
export async function measureBulk(address: string, facts: DeskFacts): Promise<BulkFigures> {
  const ids = Array.from({ length: Math.min(MOVED, Math.floor(facts.orders * 0.7)) }, (_, index) =>
    completedOrder(index, facts.orders),
  );
  const load = readers(facts);
  await measure(address, load, { ...BESIDE, seconds: 1 });
  const quiet = await measure(address, load, { ...BESIDE, seconds: 6 });
  const seconds: number[] = [];
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const target = round % 2 === 0 ? "Refunds" : "Completed";
    const move = async () => void seconds.push((await moveAll(address, facts, ids, target)) / 1000);
    times.push(...(await measureBeside(address, load, { ...BESIDE, seconds: 60 }, move)));
  }
  return { moved: ids.length, seconds: median(seconds), quiet, beside: percentiles(times) };
}

async function moveAll(
  address: string,
  { tokens }: DeskFacts,
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

function readers(facts: DeskFacts): Load {
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
