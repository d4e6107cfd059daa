import { type SQL, sql } from "drizzle-orm";
import type { ProcessingMode } from "#contract/orders.ts";
import type { ReadingDatabase } from "#server/platform/db/reading.ts";

/** Days of creation, both included; an absent one leaves its end open. */
export interface CreationDays {
  fromDate?: string | undefined;
  toDate?: string | undefined;
}

const modeCount = (mode: ProcessingMode) => sql`coalesce(sum(n) filter (where mode = ${mode}), 0)::int`;

/**
 * How many orders came in for each nationality code (null: no country we know), all and by processing mode; Pending,
 * Deleted and purged ones are left out (decision 10). Added up from the counts that the database keeps by day (UTC).
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
