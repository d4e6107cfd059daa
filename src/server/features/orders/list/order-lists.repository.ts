import { type SQL, sql } from "drizzle-orm";
import { filteredStatus } from "#contract/orders/list-filters.ts";
import { SEARCH_TOTAL_LIMIT } from "#contract/orders/orders.ts";
import type { ListName } from "#contract/orders/queues.ts";
import type { Database } from "#server/platform/db/client.ts";
import { orders } from "#server/platform/db/schema.ts";
import {
  inFilter,
  type ListSort,
  listSource,
  reversedSort,
  sortClause,
  sortOf,
} from "../conditions/list-conditions.ts";
import type { ListFilter, ListRequest, SearchRequest } from "../conditions/list-conditions.types.ts";
import { createOrderFinder, type FinderLimits } from "../search/order-finder.repository.ts";
import { createDayOffsets, DEEP_OFFSET, fromDay, hasDays } from "./deep-pages.ts";
import { createOrderCounts } from "./order-counts.repository.ts";

/** The tags (`computed_order_tags`) that rows show as marks. */
export const MARK_TAGS = {
  answered: "mark:answered",
  downloadQuestioned: "mark:download-questioned",
  refunded: "refund:recorded",
} as const;

const rowColumns = {
  id: orders.id,
  status: orders.status,
  fullName: orders.fullName,
  email: orders.email,
  telephoneNumber: orders.telephoneNumber,
  phoneCode: orders.phoneCode,
  createdAt: orders.createdAt,
  refundedAt: orders.refundedAt,
  processingDate: orders.processingDate,
  processMonth: orders.processMonth,
  arrivalDate: orders.arrivalDate,
  version: orders.version,
  /** All tags of an order that has one of those, else null: one lookup of a row instead of three. */
  markTags: sql<string[] | null>`(select tags from order_facets where order_facets.order_id = orders.id
    and order_facets.tags && ${sql.raw(`'{${Object.values(MARK_TAGS)}}'::text[]`)})`,
};

/** Reads the order lists. The queues, read all day long, are prepared statements; months and searches are not. */
export function createOrderLists(db: Database, limits?: FinderLimits) {
  const pages = new Map<string, ReturnType<typeof preparePage>>();
  const counts = createOrderCounts(db);
  const findDayOffset = createDayOffsets(db);
  const findOrders = createOrderFinder(db, counts.sizeOf, limits);

  function pageQuery(filter: ListFilter, sort: ListSort, from?: SQL) {
    const { source, here } = listSource(filter, sort);
    return db
      .select(rowColumns)
      .from(source)
      .where(from === undefined ? here : sql`${here} and ${from}`);
  }

  function preparePage(list: ListName, sort: ListSort, isFromDay: boolean) {
    const { field, dir } = sort;
    const day = sql`${sql.placeholder("day")}::text`;
    const from = isFromDay && hasDays(field) ? fromDay(field, dir, day) : undefined;
    const name = `page_${list}_${field}_${dir}${isFromDay ? "_from_day" : ""}`;
    // Knowing the numbers, the planner would prefer a plan for them to one that is kept, and planning takes longer than reading.
    const window = sql`limit (select ${sql.placeholder("limit")}::bigint) offset (select ${sql.placeholder("offset")}::bigint)`;
    return pageQuery({ list, month: undefined }, sort, from)
      .orderBy(sql`${sortClause(sort)} ${window}`)
      .prepare(name);
  }

  /** Reads part of a whole queue, from its beginning or from the start of a day. */
  async function readQueue(list: ListName, sort: ListSort, part: { offset: number; limit: number; day?: string }) {
    const isFromDay = part.day !== undefined;
    const name = `${list} ${sort.field} ${sort.dir} ${isFromDay}`;
    const page = pages.get(name) ?? preparePage(list, sort, isFromDay);
    pages.set(name, page);
    return await page.execute(part);
  }

  /** A deep page: read in reverse near the end, else from the day that contains it; without days, the nearer end. */
  async function readDeep(list: ListName, sort: ListSort, { offset, limit }: { offset: number; limit: number }) {
    const total = await counts.ofList(list);
    if (offset >= total) return [];
    const start = total - offset > DEEP_OFFSET ? await findDayOffset(list, sort, offset) : undefined;
    if (start !== undefined) return await readQueue(list, sort, { day: start.day, offset: start.skip, limit });
    if (offset <= total / 2) return await readQueue(list, sort, { offset, limit });
    const size = Math.min(limit, total - offset);
    const rows = await readQueue(list, reversedSort(sort), { offset: total - offset - size, limit: size });
    return rows.reverse();
  }

  /** Reads these orders in the given sequence, without those that have left the list in the meantime. */
  async function readRows(filter: ListFilter, ids: readonly number[]) {
    if (ids.length === 0) return [];
    const rows = await db
      .select(rowColumns)
      .from(orders)
      .where(sql`${inFilter(filter)} and ${orders.id} = any(${sql.param([...ids])}::bigint[])`);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  return {
    async findPage(request: ListRequest) {
      const { list, month, due, statuses, limit, offset } = request;
      const sort = sortOf(list, request.sort, request.dir);
      if (month !== undefined || due !== undefined || statuses !== undefined) {
        return await pageQuery(request, sort).orderBy(sortClause(sort)).limit(limit).offset(offset);
      }
      return await (offset < DEEP_OFFSET ? readQueue : readDeep)(list, sort, { limit, offset });
    },

    /** Counted to the limit when filtered by due time or refund, unless `isExact`; undefined beyond it. */
    async count(filter: ListFilter, isExact: boolean): Promise<number | undefined> {
      const { list, month, due, statuses } = filter;
      if (due === undefined && statuses === undefined) {
        return month === undefined ? await counts.ofList(list) : await counts.ofMonth(month);
      }
      if (due === undefined && month === undefined && statuses !== undefined) {
        // Apart: the others would be counted one by one, beside most orders.
        const kept = statuses.filter((value) => filteredStatus(value) === value);
        const others = statuses.filter((value) => filteredStatus(value) !== value);
        if (kept.length > 0) {
          const own = await counts.ofStatuses(kept);
          if (others.length === 0) return own;
          const beside = await this.count({ ...filter, statuses: others }, isExact);
          return beside === undefined ? undefined : own + beside;
        }
      }
      if (isExact) return await db.$count(orders, inFilter(filter));
      const enough = db
        .select({ id: orders.id })
        .from(orders)
        .where(inFilter(filter))
        .limit(SEARCH_TOTAL_LIMIT + 1);
      const counted = await db.$count(enough.as("found"));
      return counted > SEARCH_TOTAL_LIMIT ? undefined : counted;
    },

    /** A page of the hits of a search in a list, and their total. */
    async search(request: SearchRequest) {
      const found = await findOrders(request);
      return { ...found, rows: await readRows(request, found.ids) };
    },

    countStatuses: counts.byStatus,
    countMonths: counts.byMonth,
  };
}

type OrderLists = ReturnType<typeof createOrderLists>;
export type OrderRowRecord = Awaited<ReturnType<OrderLists["findPage"]>>[number];
