import { type SQL, sql } from "drizzle-orm";
import { QUEUE } from "#contract/orders/queues.ts";
import type { Database } from "#server/platform/db/client.ts";
import { orders } from "#server/platform/db/schema.ts";
import {
  all,
  type ListSort,
  partsOf,
  reversedSort,
  sortClause,
  sortColumn,
  sortOf,
} from "../conditions/list-conditions.ts";
import type { ListFilter, NeighboursRequest, RowFilter } from "../conditions/list-conditions.types.ts";
import { filterIndex, isCreatedIn, testsOf } from "../search/filter-conditions.ts";

/** The orders before and after one in a list; null at its ends. */
export interface Neighbours {
  previous: number | null;
  next: number | null;
}

/** Rows tested one by one before the fallback to all that pass the filters. */
const NEAR = 1000;

/** The sort in which an order keeps its position after leaving the list: in a queue, all statuses are the same. */
function keptSort({ list, month }: ListFilter, sort: ListSort): ListSort {
  const isConstant =
    (sort.field === "process_status" && QUEUE[list].status !== null) ||
    (sort.field === "process_month" && month !== undefined);
  return isConstant ? { field: "order_id", dir: sort.dir } : sort;
}

/**
 * The query of the nearest orders. Each of its parts reads one entry of the list's index: a `coalesce` evaluates the next
 * part only if the one before it found nothing. Missing values are last in ascending order, as the lists have them.
 */
export function neighboursQuery(request: NeighboursRequest, nearRows = NEAR): SQL {
  const { orderId, rows } = request;
  const kept = keptSort(request, sortOf(request.list, request.sort, request.dir));
  const column = sortColumn(kept);
  const id = sql`${orderId}::bigint`;
  const key = sql`(select v from anchor)`;
  const up: ListSort = { ...kept, dir: "asc" };
  const down = reversedSort(up);
  const createdAt = rows?.created === undefined ? sql`` : sql`, ${orders.createdAt} as created_at`;
  const first = (here: SQL, where: SQL, sort: ListSort, most = 1) =>
    sql`select ${orders.id} as id, ${column} as v${createdAt} from ${orders}
      where ${here} and ${where} order by ${sortClause(sort)} limit ${sql.raw(String(most))}`;
  const nearestIn = (here: SQL, where: SQL, sort: ListSort) =>
    rows === undefined
      ? sql`(${first(here, where, sort)})`
      : nearestOf(
          sql`select id, v from (${first(here, where, sort, nearRows)}) scanned where ${all(scannedTests(rows))} limit 1`,
          first(sql`${here} and ${all(farTests(rows))}`, where, sort),
        );
  /** The nearest order of the list; of open work, the nearest among those of its queues. */
  const nearest = (where: SQL, sort: ListSort) => {
    const parts = partsOf(request);
    const found = sql.join(
      parts.map((here) => nearestIn(here, where, sort)),
      sql` union all `,
    );
    const direction = sql.raw(sort.dir);
    const last = parts.length === 1 ? sql`` : sql` order by v ${direction}, id ${direction} limit 1`;
    return sql`(select id from (${found}) found${last})`;
  };
  const isBeyond = (sign: SQL) =>
    kept.field === "order_id"
      ? sql`${orders.id} ${sign} ${id}`
      : sql`(${column}, ${orders.id}) ${sign} (${key}, ${id})`;
  const isGreater = isBeyond(sql`>`);
  const isLess = isBeyond(sql`<`);
  const above = column.notNull
    ? nearest(isGreater, up)
    : sql`coalesce(
        ${nearest(isGreater, up)},
        ${nearest(sql`${column} is null and ${key} is not null`, up)},
        ${nearest(sql`${column} is null and ${key} is null and ${orders.id} > ${id}`, up)})`;
  const below = column.notNull
    ? nearest(isLess, down)
    : sql`coalesce(
        ${nearest(sql`${column} is null and ${key} is null and ${orders.id} < ${id}`, down)},
        ${nearest(sql`${column} is not null and ${key} is null`, down)},
        ${nearest(isLess, down)})`;
  const [previous, next] = kept.dir === "asc" ? [below, above] : [above, below];
  const index = rows && filterIndex(rows);
  const hits = index === undefined ? sql`` : sql`, hits as materialized (select array(${index.ids}) as ids)`;
  return sql`
    with anchor as materialized (
      select ${column} as v from ${orders} where ${orders.id} = ${id} and ${orders.purgedAt} is null)${hits}
    select ${previous}::int8 as previous, ${next}::int8 as next from anchor`;
}

/** The near order, or else the far one, which is evaluated only then. */
function nearestOf(near: SQL, far: SQL): SQL {
  return sql`(select coalesce(near.id, far.id) as id, case when near.id is null then far.v else near.v end as v
    from (select) once left join lateral (${near}) near on true
      left join lateral (select * from (${far}) found where near.id is null) far on true
    where near.id is not null or far.id is not null)`;
}

const scannedTests = (rows: RowFilter): SQL[] => [
  ...testsOf(rows, sql`scanned.id`),
  ...(rows.created === undefined ? [] : [isCreatedIn(rows.created, sql`scanned.created_at`)]),
];

/** Starts from all orders that pass, if an index lists them. */
function farTests(rows: RowFilter): SQL[] {
  const index = filterIndex(rows);
  const created = rows.created === undefined ? [] : [isCreatedIn(rows.created, sql`${orders.createdAt}`)];
  if (index === undefined) return [...testsOf(rows, sql`${orders.id}`), ...created];
  return [sql`${orders.id} = any((select ids from hits)::bigint[])`, ...index.tests, ...created];
}

/** @returns undefined when there is no such order */
export async function findNeighbours(
  db: Database,
  request: NeighboursRequest,
  nearRows?: number,
): Promise<Neighbours | undefined> {
  const { rows } = await db.execute<Neighbours & Record<string, unknown>>(neighboursQuery(request, nearRows));
  return rows[0];
}
