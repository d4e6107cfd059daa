import { type SQL, sql } from "drizzle-orm";
import type { Month } from "#contract/dates.ts";
import type { ListName, SortDirection } from "#contract/order-status.ts";
import type { SortField } from "#contract/orders.ts";
import type { Database } from "#server/platform/db/client.ts";
import { orders } from "#server/platform/db/schema.ts";
import { createPlaces, DEEP_OFFSET, fromDay, hasDays } from "./deep-pages.ts";
import { createOrderCounts } from "./order-counts.repository.ts";
import { createOrderFinder, type FinderLimits } from "./order-finder.repository.ts";
import { backwards, inList, type ListOrder, listOrder, orderOf } from "./order-lists.ts";

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
  version: orders.version,
};

export interface ListFilter {
  list: ListName;
  month: Month | undefined;
}

export interface ListRequest extends ListFilter {
  sort: SortField | undefined;
  dir: SortDirection | undefined;
  offset: number;
  limit: number;
}

export interface SearchRequest extends ListRequest {
  /** Long enough to be searched for. */
  text: string;
  /** Count the hits however many they are. */
  isExact: boolean;
}

/** Reads the order lists. A whole queue is a prepared statement each, asked all day long; months and searches are not. */
export function createOrderLists(db: Database, limits?: FinderLimits) {
  const pages = new Map<string, ReturnType<typeof preparePage>>();
  const counts = createOrderCounts(db);
  const findPlace = createPlaces(db);
  const findOrders = createOrderFinder(db, counts, limits);

  function pageQuery(where: SQL, order: ListOrder) {
    return db
      .select(rowColumns)
      .from(orders)
      .where(where)
      .orderBy(listOrder(order))
      .limit(sql.placeholder("limit"))
      .offset(sql.placeholder("offset"));
  }

  function preparePage(list: ListName, order: ListOrder, isFromDay: boolean) {
    const { field, dir } = order;
    const day = sql`${sql.placeholder("day")}::text`;
    const where = isFromDay && hasDays(field) ? sql`${inList(list)} and ${fromDay(field, dir, day)}` : inList(list);
    return pageQuery(where, order).prepare(`page_${list}_${field}_${dir}${isFromDay ? "_from_day" : ""}`);
  }

  /** A part of a whole queue, from its beginning or from the beginning of a day. */
  async function readQueue(list: ListName, order: ListOrder, part: { offset: number; limit: number; day?: string }) {
    const isFromDay = part.day !== undefined;
    const name = `${list} ${order.field} ${order.dir} ${isFromDay}`;
    const page = pages.get(name) ?? preparePage(list, order, isFromDay);
    pages.set(name, page);
    return await page.execute(part);
  }

  /** Deep in a queue: near its end from there, else from the day it lies in, or, without days, from the nearer end. */
  async function readDeep(list: ListName, order: ListOrder, { offset, limit }: { offset: number; limit: number }) {
    const total = await counts.ofList(list);
    if (offset >= total) return [];
    const place = total - offset > DEEP_OFFSET ? await findPlace(list, order, offset) : undefined;
    if (place !== undefined) return await readQueue(list, order, { day: place.day, offset: place.skip, limit });
    if (offset <= total / 2) return await readQueue(list, order, { offset, limit });
    const size = Math.min(limit, total - offset);
    const rows = await readQueue(list, backwards(order), { offset: total - offset - size, limit: size });
    return rows.reverse();
  }

  /** These orders, in this order; one that has left the list since is left out. */
  async function readRows({ list, month }: ListFilter, ids: readonly number[]) {
    if (ids.length === 0) return [];
    const rows = await db
      .select(rowColumns)
      .from(orders)
      .where(sql`${inList(list, month)} and ${orders.id} = any(${sql.param([...ids])}::bigint[])`);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  return {
    async findPage(request: ListRequest) {
      const { list, month, sort, dir, limit, offset } = request;
      const order = orderOf(list, sort, dir);
      if (month !== undefined) return await pageQuery(inList(list, month), order).execute({ limit, offset });
      return await (offset < DEEP_OFFSET ? readQueue : readDeep)(list, order, { limit, offset });
    },

    async count({ list, month }: ListFilter): Promise<number> {
      return month === undefined ? await counts.ofList(list) : await counts.ofMonth(month);
    },

    /** A page of what a search finds in a list, and how much it finds. */
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
