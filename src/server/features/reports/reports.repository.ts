import { type SQL, sql } from "drizzle-orm";
import type { ProcessingMode } from "#contract/orders/processing-mode.ts";
import type { ReadingDatabase } from "#server/platform/db/reading.ts";

/** Days of creation, inclusive; an absent one leaves that end open. */
export interface CreationDays {
  fromDate?: string | undefined;
  toDate?: string | undefined;
}

const modeCount = (mode: ProcessingMode) => sql`coalesce(sum(n) filter (where mode = ${mode}), 0)::int`;

/**
 * Counts orders by nationality code (null: unknown country), in total and by processing mode, without Pending, Deleted and
 * purged ones (decision record 0048). Adds up the counts that the database keeps by day (UTC).
 */
export async function countByNationality(db: ReadingDatabase, { fromDate, toDate }: CreationDays) {
  const conditions: SQL[] = [sql`grain = 'report' and status is null`];
  if (fromDate !== undefined) conditions.push(sql`day >= ${fromDate}::date`);
  if (toDate !== undefined) conditions.push(sql`day <= ${toDate}::date`);
  const { rows } = await db.execute<{
    code: string | null;
    count: number;
    standard: number;
    priority: number;
    future: number;
  }>(sql`
    select nationality as code, sum(n)::int as count, ${modeCount("Standard")} as standard,
      ${modeCount("Priority")} as priority, ${modeCount("Future")} as future
    from order_counts where ${sql.join(conditions, sql` and `)}
    group by nationality having sum(n) > 0`);
  return rows;
}
