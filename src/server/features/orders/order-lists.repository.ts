import { type SQL, sql } from "drizzle-orm";
import type { Month } from "#contract/dates.ts";
import type { ListName, SortDirection } from "#contract/order-status.ts";
import type { SortField } from "#contract/orders.ts";
import type { Database } from "#server/platform/db/client.ts";
import { orders } from "#server/platform/db/schema.ts";
import { DEEP_OFFSET, findPlace, fromDay, hasDays } from "./deep-pages.ts";
import { createOrderCounts } from "./order-counts.repository.ts";
import { inList, listOrder, orderOf } from "./order-lists.ts";
import { matches } from "./order-search.ts";

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
  /** Already known to be long enough, or undefined. */
  search: string | undefined;
}

export interface ListRequest extends ListFilter {
  sort: SortField | undefined;
  dir: SortDirection | undefined;
  offset: number;
  limit: number;
}

const total = sql<number>`count(*)::int`;

function condition({ list, month, search }: ListFilter): SQL {
  const found = search === undefined ? null : matches(search);
  const here = inList(list, month);
  return found === null ? here : sql`${here} and ${found}`;
}

type ListOrder = ReturnType<typeof orderOf>;

/** Reads the order lists. A whole queue is a prepared statement each, asked all day long; months and searches are not. */
export function createOrderLists(db: Database) {
  const pages = new Map<string, ReturnType<typeof preparePage>>();
  const counts = createOrderCounts(db);

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

  /** Deep in a queue: from the day it lies in, or, in an order without days, from whichever end is nearer. */
  async function readDeep(list: ListName, order: ListOrder, { offset, limit }: { offset: number; limit: number }) {
    const place = await findPlace(db, { list, ...order, offset });
    if (place !== undefined) return await readQueue(list, order, { day: place.day, offset: place.skip, limit });
    const total = await counts.ofList(list);
    if (offset >= total) return [];
    if (offset <= total / 2) return await readQueue(list, order, { offset, limit });
    const size = Math.min(limit, total - offset);
    const backwards = { ...order, dir: order.dir === "asc" ? ("desc" as const) : ("asc" as const) };
    const rows = await readQueue(list, backwards, { offset: total - offset - size, limit: size });
    return rows.reverse();
  }

  return {
    async findPage(request: ListRequest) {
      const { list, month, sort, dir, search, limit, offset } = request;
      const order = orderOf(list, sort, dir);
      if (month !== undefined || search !== undefined) {
        return await pageQuery(condition(request), order).execute({ limit, offset });
      }
      return await (offset < DEEP_OFFSET ? readQueue : readDeep)(list, order, { limit, offset });
    },

    /** Kept for whole queues and months, counted for a search. */
    async count(filter: ListFilter): Promise<number> {
      const { list, month, search } = filter;
      if (search === undefined) return month === undefined ? await counts.ofList(list) : await counts.ofMonth(month);
      const [row] = await db.select({ total }).from(orders).where(condition(filter));
      return row?.total ?? 0;
    },

    countStatuses: counts.byStatus,
    countMonths: counts.byMonth,
  };
}

type OrderLists = ReturnType<typeof createOrderLists>;
export type OrderRowRecord = Awaited<ReturnType<OrderLists["findPage"]>>[number];
