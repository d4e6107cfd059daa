import { type SQL, sql } from "drizzle-orm";
import { SEARCH_TOTAL_LIMIT } from "#contract/orders.ts";
import type { Database } from "#server/platform/db/client.ts";
import { orderSearch, orders } from "#server/platform/db/schema.ts";
import type { ListSize, OrderCounts } from "./order-counts.repository.ts";
import type { SearchRequest } from "./order-lists.repository.ts";
import { backwards, inList, type ListOrder, listOrder, orderOf, sortColumn } from "./order-lists.ts";
import { type GramMatches, isMatch, matches, matchesByGrams } from "./order-search.ts";
import { beginOf, partOf } from "./search-grams.ts";

/** Those of the contract unless a test has fewer orders than that. */
export interface FinderLimits {
  /** Hits are counted up to here unless asked for exactly. */
  total: number;
  /** Rows of a list that are tried before the hits are looked up, and up to how many more for each row of the page. */
  walk: number;
  walkForRow: number;
  walkAtMost: number;
}

const LIMITS: FinderLimits = { total: SEARCH_TOTAL_LIMIT, walk: 1000, walkForRow: 15, walkAtMost: 60_000 };

/** What the ways of counting cost beside each other, from measurements (records 0063 and 0069). */
const COST = { walkedRow: 3, listedHit: 0.25, readHit: 4 };

/** A walk counts on this many times as far as its beginning promised. */
const PATIENCE = 3;

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

/** A search in a list: where, what, and in which order. */
interface Question {
  here: SQL;
  /** The text as a condition to which the trigrams lead, as a test of one row, and by grams if it is long enough. */
  text: SQL;
  test: SQL;
  grams: GramMatches | null;
  order: ListOrder;
}

/**
 * Finds text in a list. Two ways lead to the hits: along the list, testing row after row, which ends early when hits are
 * dense; and from the trigrams or, for longer texts, the grams, which is quick when they are rare. So a bounded walk comes first. It fills the page or
 * tells that hits are rare here; then all of them are read, sorted and counted at once. After a filled page the hits
 * are counted up to a limit, by the way that its density makes the cheaper one.
 */
export function createOrderFinder(db: Database, counts: OrderCounts, limits: FinderLimits = LIMITS) {
  async function readCount(hits: SQL): Promise<number> {
    const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from (${hits}) hits`);
    return rows[0]?.n ?? 0;
  }

  /** The hits of a window among the first rows of a list, each with its place in the list. */
  async function walk({ here, test, order }: Question, rows: number, { offset, limit }: Window) {
    const way = sql.raw(order.dir);
    const found = await db.execute<{ id: number; place: number }>(sql`
      select walked.id, walked.place from (
        select ${orders.id} as id, ${sortColumn(order)} as key, row_number() over (order by ${listOrder(order)}) as place
        from ${orders} where ${here} order by ${listOrder(order)} limit ${rows}
      ) walked cross join lateral (${isHit(test)}) hit
      order by walked.key ${way}, walked.id ${way} limit ${limit} offset ${offset}`);
    return found.rows;
  }

  /** All hits of a list, the way the database thinks best; a window of them and their number. */
  async function readAll({ here, text, order }: Question, { offset, limit }: Window) {
    const way = sql.raw(order.dir);
    const { rows } = await db.execute<{ ids: number[]; total: number }>(sql`
      with found as materialized (
        select ${orders.id} as id, ${sortColumn(order)} as key
        from ${orders} join ${orderSearch} on ${orderSearch.orderId} = ${orders.id} where ${here} and ${text}
      )
      select (select count(*)::int from found) as total, to_json(array(
        select id from found order by key ${way}, id ${way} limit ${limit} offset ${offset}
      )) as ids`);
    return rows[0] ?? { ids: [], total: 0 };
  }

  /**
   * The same from the grams, which is quick for the rare texts that this is meant for.
   * @returns undefined when the orders that hold the text are more than `most`
   */
  async function readByGrams({ here, order }: Question, grams: GramMatches, { offset, limit }: Window, most: number) {
    const way = sql.raw(order.dir);
    const { rows } = await db.execute<{ ids: number[]; total: number; hits: number }>(sql`
      with hit as materialized (
        select ${orderSearch.orderId} as id from ${orderSearch} where ${grams.all} limit ${most + 1}
      ), found as materialized (
        select ${orders.id} as id, ${sortColumn(order)} as key from ${orders} where ${here} and ${orders.id} = any(
          case when (select count(*) from hit) <= ${most} then array(select id from hit) else '{}' end)
      )
      select (select count(*)::int from hit) as hits, (select count(*)::int from found) as total, to_json(array(
        select id from found order by key ${way}, id ${way} limit ${limit} offset ${offset}
      )) as ids`);
    const [read] = rows;
    return read === undefined || read.hits > most ? undefined : read;
  }

  /** All hits of a text that a walk found rarely here. Elsewhere it may be common: then its list is a way too. */
  async function readRare(question: Question, window: Window, size: ListSize) {
    if (question.grams === null) return await readAll(question, window);
    const most = Math.max(Math.ceil(size.list / 3), limits.walk);
    return (await readByGrams(question, question.grams, window, most)) ?? (await readAll(question, window));
  }

  /** Counts part after part, each read whole and looked up in the list at once, until there are enough. */
  async function countByGrams(here: SQL, grams: GramMatches, enough: number): Promise<number> {
    const id = orderSearch.orderId;
    return await readCount(sql`
      with recursive part(n) as (
        (select ${partOf(id)} from ${orderSearch} order by ${id} limit 1)
        union all
        select (select ${partOf(id)} from ${orderSearch} where ${id} >= ${beginOf(sql`n + 1`)} order by ${id} limit 1)
        from part where n is not null
      )
      select 1 from part cross join lateral (
        select 1 from ${orders} where ${here} and ${orders.id} = any(array(
          select ${id} from ${orderSearch} where ${grams.inPart(sql`part.n`)}
        )) offset 0
      ) hit where n is not null limit ${enough}`);
  }

  async function countAll({ here, text }: Question): Promise<number> {
    return await readCount(
      sql`select 1 from ${orders} join ${orderSearch} on ${orderSearch.orderId} = ${orders.id} where ${here} and ${text}`,
    );
  }

  /** Counts to one beyond the limit. `density`: the share of hits among the list's rows, as a walk met it. */
  async function countToLimit(question: Question, density: number, size: ListSize): Promise<number> {
    const { here, text, test, grams } = question;
    const enough = limits.total + 1;
    const expected = Math.min(size.list, enough / density);
    const hits = density * size.all;
    const read = Math.min(hits, (enough * size.all) / size.list);
    // Trigrams list all hits before the first one is read, grams only those of the parts that are read.
    const lookedUp = (grams === null ? COST.listedHit * hits : 0) + COST.readHit * read;
    if (COST.walkedRow * expected <= lookedUp) {
      const rows = Math.ceil(PATIENCE * expected);
      const isWhole = rows >= size.list;
      const counted = await readCount(sql`
        select 1 from (
          select ${orders.id} as id from ${orders} where ${here} order by ${orders.id} ${isWhole ? sql`` : sql`limit ${rows}`}
        ) walked cross join lateral (${isHit(test)}) hit limit ${enough}`);
      if (isWhole || counted === enough) return counted;
    }
    if (grams !== null) return await countByGrams(here, grams, enough);
    return await readCount(sql`
      select 1 from (select ${orderSearch.orderId} as id from ${orderSearch} where ${text} offset 0) hit
      join ${orders} on ${orders.id} = hit.id where ${here} limit ${enough}`);
  }

  /** Up to the limit, which is where screens page to. */
  async function findNear(question: Question, window: Window, size: ListSize): Promise<FoundOrders> {
    const asked = window.limit === 0 ? { offset: 0, limit: 1 } : window;
    const last = asked.offset + asked.limit;
    const rows = Math.min(limits.walk + limits.walkForRow * last, Math.max(limits.walkAtMost, last));
    const isWalk = size.list > Math.min(rows, 2 * limits.walk);
    const walked = isWalk ? await walk(question, rows, asked) : [];
    const place = walked.length === asked.limit ? walked.at(-1)?.place : undefined;
    if (place === undefined) {
      const { ids, total } = await readRare(question, window, size);
      return capped(ids, total);
    }
    const ids = window.limit === 0 ? [] : walked.map(({ id }) => id);
    return capped(ids, await countToLimit(question, last / place, size));
  }

  function capped(ids: number[], total: number): FoundOrders {
    return { ids, total: Math.min(total, limits.total), isCapped: total > limits.total };
  }

  /** With all hits counted, a page is read from whichever end of the list is nearer. */
  async function findExactly(question: Question, { offset, limit }: Window, size: ListSize): Promise<FoundOrders> {
    const total = await countAll(question);
    const found = Math.min(limit, total - offset);
    if (found <= 0) return { ids: [], total, isCapped: false };
    const isNearEnd = offset > total / 2;
    const asked = isNearEnd ? { ...question, order: backwards(question.order) } : question;
    const window = { offset: isNearEnd ? total - offset - found : offset, limit: found };
    const rows = limits.walk + Math.ceil((PATIENCE * (window.offset + found) * size.list) / total);
    const isWalk = COST.walkedRow * Math.min(rows, size.list) < COST.readHit * total;
    const walked = isWalk ? await walk(asked, rows, window) : [];
    const ids = walked.length === found ? walked.map(({ id }) => id) : (await readAll(asked, window)).ids;
    return { ids: isNearEnd ? ids.reverse() : ids, total, isCapped: false };
  }

  /** The orders that a list's search finds: a window of them, and how many there are. */
  return async ({ list, month, sort, dir, text, isExact, offset, limit }: SearchRequest): Promise<FoundOrders> => {
    const question: Question = {
      here: inList(list, month),
      text: matches(text),
      test: isMatch(text),
      grams: matchesByGrams(text),
      order: orderOf(list, sort, dir),
    };
    const size = await counts.sizeOf(list, month);
    const isFar = isExact || offset + limit > limits.total;
    return await (isFar ? findExactly : findNear)(question, { offset, limit }, size);
  };
}

/** Tests one walked row. `offset 0` keeps the database from turning the walk round. */
function isHit(test: SQL): SQL {
  return sql`select 1 from ${orderSearch} where ${orderSearch.orderId} = walked.id and ${test} offset 0`;
}
