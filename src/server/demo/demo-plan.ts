import { ORDER_STATUSES, type OrderStatus } from "#contract/order-status.ts";
import type { Stage, Story } from "./opening.ts";
import { type MadeOrder, makeOrder } from "./order-facts.ts";
import { createRandom } from "./random.ts";
import { STORIES } from "./stories.ts";
import { createNameMaker } from "./traveller-names.ts";

export interface PlannedOrder extends Story, MadeOrder {
  /** Where the story ends. */
  status: OrderStatus;
}

export interface PlanOptions {
  seed: number;
  /** How many orders. */
  size: number;
  /** The demo is told from the day on which it is loaded. */
  now: Date;
  filingWindowDays: number;
  /** The active gateway first. */
  gatewayIds: readonly number[];
}

/** Of 3,000 orders; all others are Completed. */
const SHARES: Partial<Record<OrderStatus, number>> = {
  New: 40,
  Priority: 15,
  Pending: 60,
  Future: 120,
  Awaiting: 40,
  AwaitingGovt: 30,
  "Contact Customer": 25,
  "Customer Called": 25,
  Refunds: 45,
  Deleted: 60,
};

/** Everything that the demo will hold, oldest order first: the same for the same seed and day. */
export async function planDemo({
  seed,
  size,
  now,
  filingWindowDays,
  gatewayIds,
}: PlanOptions): Promise<PlannedOrder[]> {
  const random = createRandom(seed);
  const names = await createNameMaker(random, seed);
  const end = new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`);
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
    others.map((status) => [status, Math.max(2, Math.round(((SHARES[status] ?? 0) * size) / 3000))]),
  );
  const sum = [...counts.values()].reduce((total, count) => total + count, 0);
  counts.set("Completed", Math.max(2, size - sum));
  return [...counts].flatMap(([status, count]) => Array.from({ length: count }, (_, index) => ({ status, index })));
}
