import { isNull, type SQL, sql } from "drizzle-orm";
import { MONTHS, type Month } from "#contract/dates.ts";
import type { ListName, OrderStatus, SortDirection } from "#contract/order-status.ts";
import type { SortField } from "#contract/orders.ts";
import type { Database } from "#server/platform/db/client.ts";
import { orders } from "#server/platform/db/schema.ts";
import { inList, listOrder } from "./order-lists.ts";
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

/** Reads the order lists. A whole queue is a prepared statement each, asked all day long; months and searches are not. */
export function createOrderLists(db: Database) {
  const pages = new Map<string, ReturnType<typeof preparePage>>();
  const totals = new Map<ListName, ReturnType<typeof prepareTotal>>();
  const statuses = db
    .select({ status: orders.status, count: total })
    .from(orders)
    .where(isNull(orders.purgedAt))
    .groupBy(orders.status)
    .prepare("count_statuses");

  function pageQuery({ sort, dir, ...filter }: Omit<ListRequest, "offset" | "limit">) {
    return db
      .select(rowColumns)
      .from(orders)
      .where(condition(filter))
      .orderBy(listOrder(filter.list, sort, dir))
      .limit(sql.placeholder("limit"))
      .offset(sql.placeholder("offset"));
  }

  function preparePage({ list, sort, dir }: ListRequest, name: string) {
    return pageQuery({ list, sort, dir, month: undefined, search: undefined }).prepare(name);
  }

  function prepareTotal(list: ListName) {
    return db.select({ total }).from(orders).where(inList(list)).prepare(`count_${list}`);
  }

  return {
    async findPage(request: ListRequest) {
      const { list, month, sort, dir, search, limit, offset } = request;
      if (month !== undefined || search !== undefined) return await pageQuery(request).execute({ limit, offset });
      const name = `page_${list}_${sort ?? "own"}_${dir ?? "own"}`;
      const page = pages.get(name) ?? preparePage(request, name);
      pages.set(name, page);
      return await page.execute({ limit, offset });
    },

    async count(filter: ListFilter): Promise<number> {
      const { list, month, search } = filter;
      if (month !== undefined || search !== undefined) {
        const [row] = await db.select({ total }).from(orders).where(condition(filter));
        return row?.total ?? 0;
      }
      const counted = totals.get(list) ?? prepareTotal(list);
      totals.set(list, counted);
      const [row] = await counted.execute();
      return row?.total ?? 0;
    },

    /** How many orders each status holds. */
    async countStatuses(): Promise<Map<OrderStatus, number>> {
      return new Map((await statuses.execute()).map(({ status, count }) => [status, count]));
    },

    /** How many Future orders are processed in each month of the calendar. */
    async countMonths(): Promise<Map<Month, number>> {
      const rows = await db
        .select({ month: orders.processMonth, count: total })
        .from(orders)
        .where(inList("futureOrder"))
        .groupBy(orders.processMonth);
      const counts = new Map<Month, number>(MONTHS.map((month) => [month, 0]));
      for (const { month, count } of rows) {
        const name = MONTHS[(month ?? 0) - 1];
        if (name !== undefined) counts.set(name, count);
      }
      return counts;
    },
  };
}

type OrderLists = ReturnType<typeof createOrderLists>;
export type OrderRowRecord = Awaited<ReturnType<OrderLists["findPage"]>>[number];
