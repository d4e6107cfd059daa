import { ORDER_STATUSES, type OrderStatus } from "#contract/orders/order-status.ts";
import { startGenerators } from "./chance.ts";
import { COUNTRIES } from "./countries.ts";
import { STORIES } from "./stories.ts";
import { makeOrder } from "./traveller.ts";

interface PlanOptions {
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
  ...{ New: 14, Priority: 6, Pending: 16, Future: 30, Awaiting: 10, AwaitingGovt: 8 },
  ...{ "Contact Customer": 9, "Customer Called": 7, Refunds: 14, Deleted: 16 },
};

/** The content of the demo, oldest order first; deterministic for a seed and an hour. */
export async function planDemo({ seed, size, now, filingWindowDays, gatewayIds }: PlanOptions) {
  const locales = COUNTRIES.map(([, , locale]) => locale);
  const names = await startGenerators(seed, locales);
  const end = new Date(new Date(now).setUTCMinutes(0, 0, 0));
  const statuses = ORDER_STATUSES.flatMap((status) => {
    const share = SHARES[status] ?? 0;
    return Array<OrderStatus>(share && Math.max(2, Math.round((share * size) / 300))).fill(status);
  });
  while (statuses.length < size) statuses.push("Completed");
  const planned = statuses.map((status, place) => {
    const { facts, steps } = STORIES[status]({ end, filingWindowDays }, place - statuses.indexOf(status));
    return { createdAt: facts.createdAt, steps, ...makeOrder(names, facts, gatewayIds) };
  });
  return planned.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}
