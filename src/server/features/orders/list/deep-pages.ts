import { type SQL, sql } from "drizzle-orm";
import type { SortField } from "#contract/orders/orders.ts";
import { type ListName, QUEUE, type SortDirection, statusesOf } from "#contract/orders/queues.ts";
import type { Database } from "#server/platform/db/client.ts";
import { orders } from "#server/platform/db/schema.ts";

/** Up to this offset a page is read by skipping index entries, some thousands a millisecond. */
export const DEEP_OFFSET = 1000;

/** Where a deep page begins: a day, and how many of its rows to skip. */
export interface DayOffset {
  day: string;
  skip: number;
}

/** The kept counts by day that match a list's sort; undefined for a sort without counts by day. */
function dayGrain(list: ListName, field: SortField): "created" | "due" | undefined {
  if (field === "created_at") return "created";
  return QUEUE[list].sort.sort === field && hasDays(field) ? "due" : undefined;
}

type ReadDayOffset = (offset: number) => Promise<DayOffset | undefined>;

/**
 * Finds the day that contains row `offset` of a list by adding up the kept counts of its days, so that the cost of a
 * page depends on one day's orders and not on the offset. Counts and page are two reads: a page may be off by what
 * changed between them, as it may between two clicks. Each list and sort is prepared once.
 * @returns undefined when the sort has no days, when some row has none, and past the end
 */
export function createDayOffsets(db: Database) {
  const readers = new Map<string, ReadDayOffset>();

  function prepareReader(grain: "created" | "due", list: ListName, dir: SortDirection): ReadDayOffset {
    const statuses = sql.raw(
      statusesOf(list)
        .map((status) => `'${status}'`)
        .join(", "),
    );
    const here = list === "allOrder" ? sql`status <> 'Deleted'` : sql`status in (${statuses})`;
    const direction = sql.raw(dir);
    const offsets = sql`(
      select day, n, sum(n) over (order by day ${direction}) - n as before, bool_or(day is null) over () as undated from (
        select day, sum(n) as n from order_counts where grain = ${sql.raw(`'${grain}'`)} and ${here}
        group by day having sum(n) > 0) days) offsets`;
    const offset = sql`${sql.placeholder("offset")}::int`;
    const query = db
      .select({ day: sql<string>`day::text`, before: sql<number>`before::int`, undated: sql<boolean>`undated` })
      .from(offsets)
      .where(sql`before <= ${offset} and before + n > ${offset}`)
      .prepare(`place_${list}_${grain}_${dir}`);
    return async (requested) => {
      const [row] = await query.execute({ offset: requested });
      return row === undefined || row.undated ? undefined : { day: row.day, skip: requested - row.before };
    };
  }

  return async (list: ListName, { field, dir }: { field: SortField; dir: SortDirection }, offset: number) => {
    const grain = dayGrain(list, field);
    if (grain === undefined) return undefined;
    const name = `${list} ${grain} ${dir}`;
    const read = readers.get(name) ?? prepareReader(grain, list, dir);
    readers.set(name, read);
    return await read(offset);
  };
}

const DAY_COLUMNS = {
  created_at: orders.createdAt,
  arrival_date: orders.arrivalDate,
  processing_date: orders.processingDate,
} as const;

/** Whether a list sorted by this field can be read from a given day on, with `fromDay`. */
export function hasDays(field: SortField): field is keyof typeof DAY_COLUMNS {
  return field in DAY_COLUMNS;
}

/** Matches the rows from the start of a day on, in the direction of the sort. */
export function fromDay(field: keyof typeof DAY_COLUMNS, dir: SortDirection, day: SQL): SQL {
  const column = DAY_COLUMNS[field];
  if (field !== "created_at") return dir === "asc" ? sql`${column} >= ${day}::date` : sql`${column} <= ${day}::date`;
  return dir === "asc"
    ? sql`${column} >= (${day}::date)::timestamp at time zone 'UTC'`
    : sql`${column} < (${day}::date + 1)::timestamp at time zone 'UTC'`;
}
