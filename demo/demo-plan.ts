import { ORDER_STATUSES, type OrderStatus } from "#contract/orders/order-status.ts";
import type { Stage, Story } from "./opening.ts";
import { type MadeOrder, makeOrder } from "./order-facts.ts";
import { createRandom } from "./random.ts";
import { STORIES } from "./stories.ts";
import { createNameMaker } from "./traveller-names.ts";

export interface PlannedOrder extends Story, MadeOrder {
  /** The order's final status. */
  status: OrderStatus;
}

export interface PlanOptions {
  seed: number;
  /** Number of orders. */
  size: number;
  /** When the demo is loaded; all times are relative to the hour. */
  now: Date;
  filingWindowDays: number;
  /** The active gateway first. */
  gatewayIds: readonly number[];
}

/** Of 300 orders; all others are Completed. */
const SHARES: Partial<Record<OrderStatus, number>> = {
  New: 14,
  Priority: 6,
  Pending: 16,
  Future: 30,
  Awaiting: 10,
  AwaitingGovt: 8,
  "Contact Customer": 9,
  "Customer Called": 7,
  Refunds: 14,
  Deleted: 16,
};

const HOUR_MS = 3_600_000;

/** The content of the demo, oldest order first; deterministic for a seed and an hour. */
export async function planDemo({
  seed,
  size,
  now,
  filingWindowDays,
  gatewayIds,
}: PlanOptions): Promise<PlannedOrder[]> {
  const random = createRandom(seed);
  const names = await createNameMaker(random, seed);
  const end = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  const stage: Stage = { random, end, filingWindowDays };
  const planned = statuses(size).map(({ status, index }) => {
    const story = STORIES[status](stage, index);
    return { ...story, status, ...makeOrder(random, names, story, gatewayIds) };
  });
  return planned.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

function statuses(size: number): { status: OrderStatus; index: number }[] {
  const others = ORDER_STATUSES.filter((status) => status !== "Completed");
  const counts = new Map<OrderStatus, number>(
    others.map((status) => [status, Math.max(2, Math.round(((SHARES[status] ?? 0) * size) / 300))]),
  );
  const sum = [...counts.values()].reduce((total, count) => total + count, 0);
  counts.set("Completed", Math.max(2, size - sum));
  return [...counts].flatMap(([status, count]) => Array.from({ length: count }, (_, index) => ({ status, index })));
}
