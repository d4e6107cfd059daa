import { and, eq, sql } from "drizzle-orm";
import { MONTHS, type Month } from "#contract/dates.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import { type ListName, statusesOf } from "#contract/orders/queues.ts";
import { sharedRead } from "#server/platform/batching.ts";
import type { Database, Queryable } from "#server/platform/db/client.ts";
import { orderCounts } from "#server/platform/db/schema.ts";
import type { ListSize } from "../conditions/list-conditions.types.ts";

/**
 * Reads the counts that the database keeps (`order_counts`), whose cost does not grow with the orders. They are exact at
 * every commit, because each statement that changes orders adds its deltas.
 */
export function createOrderCounts(db: Database) {
  const { grain, status, day, n } = orderCounts;
  const count = sql<number>`sum(${n})::int`;
  const month = sql<number | null>`extract(month from ${day})::int`;
  // Prepared: read with every page, and planning would cost more than adding up a few rows.
  const statuses = db
    .select({ status, count })
    .from(orderCounts)
    .where(eq(grain, sql`'status'`))
    .groupBy(status)
    .prepare("count_statuses");
  const months = db
    .select({ month, count })
    .from(orderCounts)
    .where(and(eq(grain, sql`'due'`), eq(status, sql`'Future'`)))
    .groupBy(month)
    .prepare("count_months");

  // Shared: every page needs its total, and a live event makes all screens ask at once.
  const byStatus = sharedRead(async (): Promise<ReadonlyMap<OrderStatus, number>> => {
    const counts = new Map<OrderStatus, number>();
    for (const row of await statuses.execute()) if (row.status !== null) counts.set(row.status, row.count);
    return counts;
  });

  /** Future orders by calendar month of processing. */
  async function byMonth(): Promise<Map<Month, number>> {
    const counts = new Map<Month, number>(MONTHS.map((name) => [name, 0]));
    for (const row of await months.execute()) {
      const name = MONTHS[(row.month ?? 0) - 1];
      if (name !== undefined) counts.set(name, row.count);
    }
    return counts;
  }

  const ofMonth = async (month: Month): Promise<number> => (await byMonth()).get(month) ?? 0;

  return {
    byStatus,
    byMonth,
    ofMonth,
    ofList: async (list: ListName): Promise<number> => listCount(await byStatus(), list),
    async ofStatuses(statuses: readonly string[]): Promise<number> {
      return (await byStatus()).entries().reduce((sum, [each, n]) => (statuses.includes(each) ? sum + n : sum), 0);
    },
    async sizeOf(list: ListName, month: Month | undefined): Promise<ListSize> {
      const counts = await byStatus();
      const all = counts.values().reduce((sum, count) => sum + count, 0);
      return { all, list: month === undefined ? listCount(counts, list) : await ofMonth(month) };
    },
  };
}

/** The number of orders in a list, from the counts by status. */
export function listCount(counts: ReadonlyMap<OrderStatus, number>, list: ListName): number {
  let sum = 0;
  for (const status of statusesOf(list)) sum += counts.get(status) ?? 0;
  return sum;
}

/** Folds the deltas into the sums. @returns the number of deltas; 0 also while another process is folding */
export async function foldCounts(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ folded: number }>(sql`select fold_order_tallies()::int as folded`);
  return rows[0]?.folded ?? 0;
}

/**
 * Recounts all orders, compares the result with the kept counts and corrects each difference. Reads the whole table.
 * @returns the differences, normally none
 */
export async function verifyCounts(db: Database): Promise<Record<string, unknown>[]> {
  return await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    return (await tx.execute(sql`select * from prove_order_tallies()`)).rows;
  });
}

/** Compares all tags with computed ones and corrects each difference. @returns the orders that differed, normally none */
export async function verifyFacets(db: Database): Promise<number[]> {
  return await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    const { rows } = await tx.execute<{ id: number }>(sql`select * from prove_order_facets() as id`);
    return rows.map(({ id }) => id);
  });
}
