import { sql } from "drizzle-orm";
import { MONTHS, type Month } from "#contract/dates.ts";
import { LIST_STATUS, type ListName, type OrderStatus } from "#contract/order-status.ts";
import type { Database, Queryable } from "#server/platform/db/client.ts";

/**
 * The counts that the database keeps (migration 0008): sums of little, however many orders there are. They are true in
 * the moment of every commit, because each statement that changes orders notes what it changed.
 */
export function createOrderCounts(db: Queryable) {
  async function byStatus(): Promise<Map<OrderStatus, number>> {
    const { rows } = await db.execute<{ status: OrderStatus; count: number }>(sql`
      select status, sum(n)::int as count from order_counts where grain = 'status' group by status`);
    return new Map(rows.map(({ status, count }) => [status, count]));
  }

  /** How many Future orders are processed in each month of the calendar. */
  async function byMonth(): Promise<Map<Month, number>> {
    const { rows } = await db.execute<{ month: number | null; count: number }>(sql`
      select extract(month from day)::int as month, sum(n)::int as count from order_counts
      where grain = 'due' and status = 'Future' group by 1`);
    const counts = new Map<Month, number>(MONTHS.map((month) => [month, 0]));
    for (const { month, count } of rows) {
      const name = MONTHS[(month ?? 0) - 1];
      if (name !== undefined) counts.set(name, count);
    }
    return counts;
  }

  return {
    byStatus,
    byMonth,
    ofMonth: async (month: Month): Promise<number> => (await byMonth()).get(month) ?? 0,
    async ofList(list: ListName): Promise<number> {
      const counts = await byStatus();
      const status = LIST_STATUS[list];
      return status === null ? historyCount(counts) : (counts.get(status) ?? 0);
    },
  };
}

/** Order History is every order that is not deleted. */
export function historyCount(counts: ReadonlyMap<OrderStatus, number>): number {
  let sum = 0;
  for (const [status, count] of counts) if (status !== "Deleted") sum += count;
  return sum;
}

/** Folds what changed since into the sums. @returns how many notes were folded, 0 also when another process is at it */
export async function foldCounts(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ folded: number }>(sql`select fold_order_tallies()::int as folded`);
  return rows[0]?.folded ?? 0;
}

/**
 * Counts every order anew, compares with what is kept and mends each difference. Reads the whole table.
 * @returns the differences, which should be none
 */
export async function proveCounts(db: Database): Promise<Record<string, unknown>[]> {
  return await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    return (await tx.execute(sql`select * from prove_order_tallies()`)).rows;
  });
}
