import { type SQL, sql } from "drizzle-orm";
import { SEARCH_TOTAL_LIMIT } from "#contract/orders/orders.ts";
import type { Database } from "#server/platform/db/client.ts";
import { orderSearch, orders } from "#server/platform/db/schema.ts";
import {
  type ListSort,
  listSource,
  reversedSort,
  sortClause,
  sortColumn,
  sortOf,
} from "../conditions/list-conditions.ts";
import type { ListFilter, ListSize, SearchRequest } from "../conditions/list-conditions.types.ts";
import { countingWork, densityOf, hitsAtCostOf, isScanCheaper } from "./cost-rule.ts";
import { isCreatedIn } from "./filter-conditions.ts";
import { type HitConditions, hitConditions } from "./hit-conditions.ts";
import { idRange, rangeStart } from "./n-grams.ts";

/** By default those of the contract; tests with few orders use smaller ones. */
export interface FinderLimits {
  /** Hits are counted up to this limit, unless an exact total is requested. */
  total: number;
  /** Rows of a list that are scanned before the index is used: a base, more per row of the page, and a maximum. */
  scan: number;
  scanForRow: number;
  scanAtMost: number;
}

const LIMITS: FinderLimits = { total: SEARCH_TOTAL_LIMIT, scan: 1000, scanForRow: 15, scanAtMost: 60_000 };

/** The part of the scan's rows that is read first: most searches have rare hits, for which the rest is read in vain. */
const SAMPLE = 1 / 8;

/** A list of up to this many times the scan's rows is tested row by row if an index lists too many hits. */
const TESTED_EACH = 20;

/** Each further step along the list reads this many times the rows of the one before. */
const STEP_FACTOR = 8;

/** The index is read before a step along the list if its hits cost at most this many times the step. */
const INDEX_FACTOR = 2;

/** A scan that reads this many times its estimate is abandoned for the index. */
const OVERRUN_FACTOR = 3;

export interface FoundOrders {
  ids: number[];
  /** All hits, or the limit when `isCapped`. */
  total: number;
  /** There are more hits than `total`. */
  isCapped: boolean;
}

interface Window {
  offset: number;
  limit: number;
}

/** The size of a list before any filter but the month. */
type WholeSizeOf = (list: ListFilter["list"], month: ListFilter["month"]) => Promise<ListSize>;

/** A search or filter in a list. */
interface Query extends HitConditions {
  filter: ListFilter;
  sort: ListSort;
}

/**
 * Finds a window of a list's hits and their number: a bounded index scan along the list where hits are dense, the n-gram
 * or trigram index where they are rare. README.md in this folder explains the cost rule and the fallbacks.
 */
export function createOrderFinder(db: Database, wholeSizeOf: WholeSizeOf, limits: FinderLimits = LIMITS) {
  async function readCount(hits: SQL): Promise<number> {
    const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from (${hits}) hits`);
    return rows[0]?.n ?? 0;
  }

  /** The hits of a window among the first rows of a list, each with its position in the list. */
  async function scan(query: Query, rows: number, { offset, limit }: Window) {
    const { scanned, hasRange } = firstRows(query.filter, query.sort, rows);
    const dir = sql.raw(query.sort.dir);
    const found = await db.execute<{ id: number; position: number }>(sql`
      select scanned.id, scanned.position from ${scanned} where ${query.testScanned(hasRange)}
      order by scanned.key ${dir}, scanned.id ${dir} limit ${limit} offset ${offset}`);
    return found.rows;
  }

  /** All hits of a list, as a query of ids and sort keys. For tags that are common elsewhere, two sets are compared. */
  function allHits({ here, tests, index, sort }: Query, size: ListSize): SQL {
    const listed = sql`select ${orders.id} as id, ${sortColumn(sort)} as key from ${orders} where ${here}`;
    if (index?.kind === "text") return sql`${listed} and ${orders.id} in (${index.ids}) and ${index.tests}`;
    if (index?.kind !== "tags" || size.list <= TESTED_EACH * limits.scan) return sql`${listed} and ${tests}`;
    return sql`select listed.id, listed.key from (${listed} and ${index.tests} offset 0) listed
      join (${index.ids} offset 0) hit on hit.id = listed.id`;
  }

  /** All hits of a list; a window of them and their number. */
  async function readAll(query: Query, { offset, limit }: Window, size: ListSize) {
    const dir = sql.raw(query.sort.dir);
    const { rows } = await db.execute<{ ids: number[]; total: number }>(sql`
      with found as materialized (${allHits(query, size)})
      select (select count(*)::int from found) as total, to_json(array(
        select id from found order by key ${dir}, id ${dir} limit ${limit} offset ${offset}
      )) as ids`);
    return rows[0] ?? { ids: [], total: 0 };
  }

  /**
   * Reads the same from an index of hits, which is fast for rare ones.
   * @returns undefined when it lists more than `most`, and without such an index
   */
  async function readByIndex({ here, sort, index }: Query, { offset, limit }: Window, most: number) {
    if (index === undefined || (index.kind === "text" && index.nGrams === null)) return undefined;
    const listed = index.nGrams
      ? sql`select ${orderSearch.orderId} as id from ${orderSearch} where ${index.nGrams.all}`
      : index.ids;
    const dir = sql.raw(sort.dir);
    const { rows } = await db.execute<{ ids: number[]; total: number; hits: number }>(sql`
      with hit as materialized (${listed} limit ${most + 1}), found as materialized (
        select ${orders.id} as id, ${sortColumn(sort)} as key from ${orders} where ${here} and ${index.tests} and ${orders.id} = any(
          case when (select count(*) from hit) <= ${most} then array(select id from hit) else '{}' end)
      )
      select (select count(*)::int from hit) as hits, (select count(*)::int from found) as total, to_json(array(
        select id from found order by key ${dir}, id ${dir} limit ${limit} offset ${offset}
      )) as ids`);
    const [read] = rows;
    return read === undefined || read.hits > most ? undefined : read;
  }

  /** The most hits that are read from an index. Above that, they are common for a list of this size. */
  const mostOf = ({ index }: Query, { list }: ListSize) =>
    index?.kind === "claims" ? limits.total : Math.max(Math.ceil(list / 3), limits.scan);

  /** Reads all hits that are rare in this list. They may be common elsewhere. `listed`: see `findOn` */
  async function readRare(query: Query, window: Window, size: ListSize, listed = 0) {
    const most = mostOf(query, size);
    const isSmall = query.index?.kind === "tags" && size.list <= 2 * limits.scan;
    const read = isSmall || listed >= most ? undefined : await readByIndex(query, window, most);
    return read ?? (await readAll(query, window, size));
  }

  /**
   * Reads a window that the first `rows` of the list don't fill: hits are rare, or they begin further on, as marks do that
   * orders get with age. Tries the index and the list in turn, each time with more rows, so that the time is at most a few
   * times that of the better way.
   */
  async function findOn(query: Query, rows: number, window: Window, size: ListSize) {
    const most = mostOf(query, size);
    const isOfTags = query.index?.kind === "tags";
    /** The index has more hits than these. */
    let listed = 0;
    for (let step = rows * STEP_FACTOR; step < size.list / 2; step *= STEP_FACTOR) {
      if (listed < most) {
        listed = Math.min(most, hitsAtCostOf(INDEX_FACTOR * step, isOfTags));
        const read = await readByIndex(query, window, listed);
        if (read !== undefined) return { read, scanned: [] };
      }
      const scanned = await scan(query, step, window);
      if (scanned.length === window.limit) return { read: undefined, scanned };
    }
    return { read: await readRare(query, window, size, listed), scanned: [] };
  }

  /** Counts hits range by range, checking each range's hits against the list, until there are enough. */
  async function countByNGrams(conditions: SQL, inRange: (range: SQL) => SQL, enough: number): Promise<number> {
    const id = orderSearch.orderId;
    return await readCount(sql`
      with recursive range(n) as (
        (select ${idRange(id)} from ${orderSearch} order by ${id} limit 1)
        union all
        select (select ${idRange(id)} from ${orderSearch} where ${id} >= ${rangeStart(sql`n + 1`)} order by ${id} limit 1)
        from range where n is not null
      )
      select 1 from range cross join lateral (
        select 1 from ${orders} where ${conditions} and ${orders.id} = any(array(
          select ${id} from ${orderSearch} where ${inRange(sql`range.n`)}
        )) offset 0
      ) hit where n is not null limit ${enough}`);
  }

  /** Counts to one beyond the limit. `density`: the share of hits among the list's rows that the scan found. */
  async function countToLimit(query: Query, density: number, size: ListSize): Promise<number> {
    const { here, filter, tests, index } = query;
    const enough = limits.total + 1;
    const inRange = index?.nGrams?.inRange ?? null;
    const work = countingWork({ enough, density, isByRange: inRange !== null }, size);
    if (index === undefined || isScanCheaper(work)) {
      const rows = Math.ceil(OVERRUN_FACTOR * work.scannedRows);
      const isWhole = rows >= size.list;
      const field = filter.rows?.created === undefined ? "order_id" : "created_at";
      const { scanned, hasRange } = firstRows(filter, { field, dir: "asc" }, isWhole ? undefined : rows);
      const counted = await readCount(
        sql`select 1 from ${scanned} where ${query.testScanned(hasRange)} limit ${enough}`,
      );
      if (isWhole || counted === enough) return counted;
    }
    if (index === undefined)
      return await readCount(sql`select 1 from ${orders} where ${here} and ${tests} limit ${enough}`);
    if (inRange) return await countByNGrams(sql`${here} and ${index.tests}`, inRange, enough);
    return await readCount(sql`
      select 1 from (${index.ids} offset 0) hit
      join ${orders} on ${orders.id} = hit.id where ${here} and ${index.tests} limit ${enough}`);
  }

  /** A sample of the first rows: false when it has less than half its share of the hits that fill the page. */
  async function isDense(query: Query, rows: number, hits: number): Promise<boolean> {
    const enough = Math.ceil((SAMPLE * hits) / 2);
    return (await scan(query, Math.ceil(SAMPLE * rows), { offset: enough - 1, limit: 1 })).length === 1;
  }

  /** Finds pages up to the limit, which is as far as screens page. */
  async function findNear(query: Query, window: Window, size: ListSize): Promise<FoundOrders> {
    const requested = window.limit === 0 ? { offset: 0, limit: 1 } : window;
    const last = requested.offset + requested.limit;
    const rows = Math.min(limits.scan + limits.scanForRow * last, Math.max(limits.scanAtMost, last));
    const isScan = size.list > Math.min(rows, 2 * limits.scan) && (await isDense(query, rows, last));
    let scanned = isScan ? await scan(query, rows, requested) : [];
    if (scanned.length < requested.limit) {
      const further = await findOn(query, rows, requested, size);
      if (further.read !== undefined) {
        return capped(window.limit === 0 ? [] : further.read.ids, further.read.total);
      }
      scanned = further.scanned;
    }
    const ids = window.limit === 0 ? [] : scanned.map(({ id }) => id);
    return capped(ids, await countToLimit(query, densityOf(scanned, last), size));
  }

  function capped(ids: number[], total: number): FoundOrders {
    return { ids, total: Math.min(total, limits.total), isCapped: total > limits.total };
  }

  /** Counts all hits, then reads the page from the nearer end of the list. */
  async function findExactly(query: Query, { offset, limit }: Window, size: ListSize): Promise<FoundOrders> {
    const total = await readCount(allHits(query, size));
    const found = Math.min(limit, total - offset);
    if (found <= 0) return { ids: [], total, isCapped: false };
    const isNearEnd = offset > total / 2;
    const directed = isNearEnd ? { ...query, sort: reversedSort(query.sort) } : query;
    const window = { offset: isNearEnd ? total - offset - found : offset, limit: found };
    const rows = limits.scan + Math.ceil((OVERRUN_FACTOR * (window.offset + found) * size.list) / total);
    const isScan = isScanCheaper({ scannedRows: Math.min(rows, size.list), readHits: total });
    const scanned = isScan ? await scan(directed, rows, window) : [];
    const ids = scanned.length === found ? scanned.map(({ id }) => id) : (await readAll(directed, window, size)).ids;
    return { ids: isNearEnd ? ids.reverse() : ids, total, isCapped: false };
  }

  /** The list's size, or that of its narrower part if that is small. */
  async function sizeOf({ list, month, due, statuses, rows }: ListFilter, here: SQL): Promise<ListSize> {
    const size = await wholeSizeOf(list, month);
    if (statuses === undefined && (rows === undefined || (rows.created === undefined && due === undefined)))
      return size;
    const part = await readCount(sql`select 1 from ${orders} where ${here} limit ${limits.total + 1}`);
    return part > limits.total ? size : { ...size, list: part };
  }

  /** Finds a window of the hits of a search or filter in a list, and their total. */
  return async (request: SearchRequest): Promise<FoundOrders> => {
    const { list, sort, dir, text, isExact, offset, limit } = request;
    const query: Query = { ...hitConditions(request, text), filter: request, sort: sortOf(list, sort, dir) };
    const size = await sizeOf(request, query.here);
    const isFar = isExact || offset + limit > limits.total;
    if (query.index?.kind === "claims") {
      const { ids, total } = await readRare(query, { offset, limit }, size);
      return isFar ? { ids, total, isCapped: false } : capped(ids, total);
    }
    return await (isFar ? findExactly : findNear)(query, { offset, limit }, size);
  };
}

/** The first rows of a list, or all, as `scanned`; read within the range of creation if the index leads there. */
function firstRows(filter: ListFilter, sort: ListSort, rows: number | undefined): { scanned: SQL; hasRange: boolean } {
  const { source, here } = listSource(filter, sort);
  const created = filter.rows?.created;
  const hasRange = created !== undefined && sort.field === "created_at";
  const where = hasRange ? sql`${here} and ${isCreatedIn(created, sql`${orders.createdAt}`)}` : here;
  const columns = created === undefined || hasRange ? sql`` : sql`, ${orders.createdAt} as created_at`;
  const order = sortClause(sort);
  const scanned = sql`(
    select ${orders.id} as id, ${sortColumn(sort)} as key, row_number() over (order by ${order}) as position${columns}
    from ${source} where ${where} order by ${order}${rows === undefined ? sql`` : sql` limit ${rows}`}) scanned`;
  return { scanned, hasRange };
}
