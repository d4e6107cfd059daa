import { and, eq, sql } from "drizzle-orm";
import { MONTHS, type Month } from "#contract/dates.ts";
import { LIST_STATUS, type ListName, type OrderStatus } from "#contract/order-status.ts";
import type { Database, Queryable } from "#server/platform/db/client.ts";
import { orderCounts } from "#server/platform/db/schema.ts";
import { togetherOnce } from "#server/platform/together.ts";

/** How many orders there are, and how many of them in a list. */
export interface ListSize {
  all: number;
  list: number;
}

export type OrderCounts = ReturnType<typeof createOrderCounts>;

/**
 * The counts that the database keeps (migration 0008): sums of little, however many orders there are. They are true in
 * the moment of every commit, because each statement that changes orders notes what it changed.
 */
export function createOrderCounts(db: Database) {
  const { grain, status, day, n } = orderCounts;
  const count = sql<number>`sum(${n})::int`;
  const month = sql<number | null>`extract(month from ${day})::int`;
  // Prepared: asked with every page, and planning costs more than adding up a few rows.
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

  // Every page asks for its total, and a live event makes all screens ask at once.
  const byStatus = togetherOnce(async (): Promise<ReadonlyMap<OrderStatus, number>> => {
    const counts = new Map<OrderStatus, number>();
    for (const row of await statuses.execute()) if (row.status !== null) counts.set(row.status, row.count);
    return counts;
  });

  /** How many Future orders are processed in each month of the calendar. */
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
    async sizeOf(list: ListName, month: Month | undefined): Promise<ListSize> {
      const counts = await byStatus();
      const all = counts.values().reduce((sum, count) => sum + count, 0);
      return { all, list: month === undefined ? listCount(counts, list) : await ofMonth(month) };
    },
  };
}

function listCount(counts: ReadonlyMap<OrderStatus, number>, list: ListName): number {
  const status = LIST_STATUS[list];
  return status === null ? historyCount(counts) : (counts.get(status) ?? 0);
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
