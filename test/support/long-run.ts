import type { ListName } from "#contract/orders/queues.ts";

/** Lists that differ in their statements: open work, refunds, months, and all orders. */
const ALWAYS: readonly ListName[] = ["newOrder", "refundOrder", "futureOrder", "allOrder"];

/** Options of a test that is repeated for each list: the gate runs it for a few of them, the long run for all. */
export const forList = (list: ListName): { tags?: "long" } => (ALWAYS.includes(list) ? {} : { tags: "long" });

/** Runs of a random test in the gate and in the long run, which alone chooses its own seed. */
export const randomRuns = (gate: number, long: number): number => (process.env.TEST_SEED === undefined ? gate : long);
