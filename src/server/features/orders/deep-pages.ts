import { type SQL, sql } from "drizzle-orm";
import { LIST_STATUS, type ListName, type SortDirection } from "#contract/order-status.ts";
import type { SortField } from "#contract/orders.ts";
import type { Database } from "#server/platform/db/client.ts";
import { orders } from "#server/platform/db/schema.ts";

/** Up to here a page is read by skipping; index entries are skipped at some thousands a millisecond. */
export const DEEP_OFFSET = 1000;

/** Where a deep page begins: on this day, this many rows of its list into it. */
export interface Place {
  day: string;
  skip: number;
}

type DayField = SortField | "arrival_date";

/** The kept counts that follow a list's order day by day, or undefined for an order that no day counts. */
function dayGrain(list: ListName, field: DayField): "created" | "due" | undefined {
  if (field === "created_at") return "created";
  const due: Partial<Record<ListName, DayField>> = { priorityOrder: "arrival_date", futureOrder: "processing_date" };
  return due[list] === field ? "due" : undefined;
}

type ReadPlace = (offset: number) => Promise<Place | undefined>;

/**
 * The day in which row `offset` of a list lies, found by adding up the kept counts of its days: what a page costs then
 * hangs on one day's orders, not on how deep it lies. Counts and page are two reads: a page may be off by what changed
 * between them, as a page is by what changes between two clicks. Prepared once for each list and order.
 * @returns undefined when the order has no days, when some row has none, and past the end
 */
export function createPlaces(db: Database) {
  const places = new Map<string, ReadPlace>();

  function preparePlace(grain: "created" | "due", list: ListName, dir: SortDirection): ReadPlace {
    const status = LIST_STATUS[list];
    const here = status === null ? sql`status <> 'Deleted'` : sql`status = ${sql.raw(`'${status}'`)}`;
    const way = sql.raw(dir);
    const placed = sql`(
      select day, n, sum(n) over (order by day ${way}) - n as before, bool_or(day is null) over () as undated from (
        select day, sum(n) as n from order_counts where grain = ${sql.raw(`'${grain}'`)} and ${here}
        group by day having sum(n) > 0) days) placed`;
    const offset = sql`${sql.placeholder("offset")}::int`;
    const query = db
      .select({ day: sql<string>`day::text`, before: sql<number>`before::int`, undated: sql<boolean>`undated` })
      .from(placed)
      .where(sql`before <= ${offset} and before + n > ${offset}`)
      .prepare(`place_${list}_${grain}_${dir}`);
    return async (wanted) => {
      const [row] = await query.execute({ offset: wanted });
      return row === undefined || row.undated ? undefined : { day: row.day, skip: wanted - row.before };
    };
  }

  return async (list: ListName, { field, dir }: { field: DayField; dir: SortDirection }, offset: number) => {
    const grain = dayGrain(list, field);
    if (grain === undefined) return undefined;
    const name = `${list} ${grain} ${dir}`;
    const find = places.get(name) ?? preparePlace(grain, list, dir);
    places.set(name, find);
    return await find(offset);
  };
}

const DAY_COLUMNS = {
  created_at: orders.createdAt,
  arrival_date: orders.arrivalDate,
  processing_date: orders.processingDate,
} as const;

/** Whether an order's rows can begin at a day; then `fromDay` says where. */
export function hasDays(field: DayField): field is keyof typeof DAY_COLUMNS {
  return field in DAY_COLUMNS;
}

/** The rows from the beginning of a day on, in the direction of the list. */
export function fromDay(field: keyof typeof DAY_COLUMNS, dir: SortDirection, day: SQL): SQL {
  const column = DAY_COLUMNS[field];
  if (field !== "created_at") return dir === "asc" ? sql`${column} >= ${day}::date` : sql`${column} <= ${day}::date`;
  return dir === "asc"
    ? sql`${column} >= (${day}::date)::timestamp at time zone 'UTC'`
    : sql`${column} < (${day}::date + 1)::timestamp at time zone 'UTC'`;
}
