import { type SQL, sql } from "drizzle-orm";
import type { Month } from "#contract/dates.ts";
import type { ListName, SortDirection } from "#contract/order-status.ts";
import type { SortField } from "#contract/orders.ts";
import type { Database } from "#server/platform/db/client.ts";
import { orders } from "#server/platform/db/schema.ts";
import { createOrderCounts } from "./order-counts.repository.ts";
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
  const counts = createOrderCounts(db);

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

  return {
    async findPage(request: ListRequest) {
      const { list, month, sort, dir, search, limit, offset } = request;
      if (month !== undefined || search !== undefined) return await pageQuery(request).execute({ limit, offset });
      const name = `page_${list}_${sort ?? "own"}_${dir ?? "own"}`;
      const page = pages.get(name) ?? preparePage(request, name);
      pages.set(name, page);
      return await page.execute({ limit, offset });
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
