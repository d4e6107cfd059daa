import { type SQL, sql } from "drizzle-orm";
import type { Queryable } from "#server/platform/db/client.ts";
import { orders } from "#server/platform/db/schema.ts";

/** Days of creation, both included; an absent one leaves its end open. */
export interface CreationDays {
  fromDate?: string | undefined;
  toDate?: string | undefined;
}

const modeCount = (mode: string) => sql<number>`(count(*) filter (where ${orders.processingMode} = ${mode}))::int`;

/** Midnight UTC at the beginning of a day, or of a day after it; in the database, which knows a year 10000. */
const midnight = (day: string, daysLater = 0) =>
  sql`((${day}::date + ${daysLater}::int)::timestamp at time zone 'UTC')`;

/**
 * How many orders came in for each nationality code (null: no country we know), all and by processing mode; Pending,
 * Deleted and purged ones are left out (decision 10). "Not Deleted" stands by itself, as the index of the history by
 * creation has it: a narrow range then reads that range alone.
 */
export async function countByNationality(db: Queryable, { fromDate, toDate }: CreationDays) {
  const conditions: SQL[] = [sql`${orders.purgedAt} is null and ${orders.status} <> 'Deleted'`];
  if (fromDate !== undefined) conditions.push(sql`${orders.createdAt} >= ${midnight(fromDate)}`);
  if (toDate !== undefined) conditions.push(sql`${orders.createdAt} < ${midnight(toDate, 1)}`);
  conditions.push(sql`${orders.status} <> 'Pending'`);
  return await db
    .select({
      code: orders.nationalityCode,
      count: sql<number>`count(*)::int`,
      standard: modeCount("Standard"),
      priority: modeCount("Priority"),
      future: modeCount("Future"),
    })
    .from(orders)
    .where(sql.join(conditions, sql` and `))
    .groupBy(orders.nationalityCode);
}
