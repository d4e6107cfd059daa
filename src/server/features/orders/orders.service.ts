import { MESSAGES } from "#contract/messages.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import type { RowColumn } from "#contract/orders/order-columns.ts";
import {
  DEFAULT_PAGE_SIZE,
  type FolderCounts,
  type MonthCounts,
  mostRows,
  type OrderRow,
  SEARCH_TOTAL_LIMIT,
} from "#contract/orders/orders.ts";
import { QUEUES } from "#contract/orders/queues.ts";
import { requireFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import type { ListRequest, SearchRequest } from "./conditions/list-conditions.types.ts";
import { createOrderDetailsReader, type OrderDetailsRecord } from "./detail/order-details.repository.ts";
import { type ListParameters, listRequest } from "./list/list-request.ts";
import { listCount } from "./list/order-counts.repository.ts";
import { createOrderLists, type OrderRowRecord } from "./list/order-lists.repository.ts";
import { findNeighbours, type Neighbours } from "./list/order-neighbours.repository.ts";
import { createRowColumns } from "./list/row-columns.repository.ts";
import { createMovesService } from "./moves/moves.service.ts";
import { type OrderRelations, toOrderDetails, toOrderRow, toRowColumns } from "./order-mapping.ts";
import { isSearchable } from "./search/search-conditions.ts";

export interface OrdersDeps {
  db: Database;
  now: Clock;
  /** Maps documents, mail, downloads, remarks and the timeline to the wire; composed by the program. */
  relations(order: OrderDetailsRecord): OrderRelations;
}

type Actor = Pick<SessionMember, "id" | "type">;
type ListQuery = ListParameters & { columns?: readonly RowColumn[] | undefined };

interface SearchWindow {
  start: number;
  /** Exclusive. */
  end: number;
  text: string;
  /** Count all hits, without the limit. */
  isExact: boolean;
}

export interface Page {
  rows: OrderRow[];
  total: number;
  /** True when there are more than `total`. */
  isCapped?: true;
  months?: MonthCounts;
}

export type OrdersService = ReturnType<typeof createOrdersService>;

export function createOrdersService({ db, now, relations }: OrdersDeps) {
  const lists = createOrderLists(db);
  const findRowColumns = createRowColumns(db);
  const findDetails = createOrderDetailsReader(db);

  /** Adds what was asked for beside the fields of every row, read for the shown orders alone. */
  async function toRows(records: readonly OrderRowRecord[], { columns }: ListQuery): Promise<OrderRow[]> {
    const rows = records.map(toOrderRow);
    if (rows.length === 0 || columns === undefined) return rows;
    const ids = rows.map(({ order_id }) => order_id);
    const found = new Map((await findRowColumns(ids, columns)).map((record) => [record.id, record]));
    return rows.map((row) => {
      const record = found.get(row.order_id);
      return record === undefined ? row : { ...row, ...toRowColumns(record, columns) };
    });
  }

  async function page(request: ListRequest, query: ListQuery, isExact = false): Promise<Page> {
    if (request.rows !== undefined) return await found({ ...request, text: undefined, isExact }, query);
    const [records, counted] = await Promise.all([
      request.limit === 0 ? [] : lists.findPage(request),
      lists.count(request, isExact),
    ]);
    const rows = await toRows(records, query);
    return counted === undefined ? { rows, total: SEARCH_TOTAL_LIMIT, isCapped: true } : { rows, total: counted };
  }

  async function found(request: SearchRequest, query: ListQuery): Promise<Page> {
    const { rows, total, isCapped } = await lists.search(request);
    return { rows: await toRows(rows, query), total, ...(isCapped && { isCapped }) };
  }

  return {
    /** The twelve counts; each equals the length of its list, because both use the same predicate. */
    async counts(): Promise<FolderCounts> {
      const byStatus = await lists.countStatuses();
      return Object.fromEntries(QUEUES.map(({ list, count }) => [count, listCount(byStatus, list)])) as FolderCounts;
    },

    async list(actor: Actor, query: ListQuery, paging: { page: number; limit: number | undefined }): Promise<Page> {
      const limit = Math.min(paging.limit ?? DEFAULT_PAGE_SIZE, mostRows(actor.type));
      const request = { ...listRequest(actor, query, now()), limit, offset: (paging.page - 1) * limit };
      const read = await page(request, query);
      if (query.list !== "futureOrder") return read;
      return { ...read, months: Object.fromEntries(await lists.countMonths()) as MonthCounts };
    },

    async search(actor: Actor, query: ListQuery, window: SearchWindow): Promise<Page> {
      const { start, end, text, isExact } = window;
      const list = listRequest(actor, query, now());
      const request = { ...list, offset: start, limit: Math.min(end - start, mostRows(actor.type)) };
      return await (isSearchable(text) ? found({ ...request, text, isExact }, query) : page(request, query, isExact));
    },

    /** The first orders of all queues but Deleted in which a text occurs, for every role. */
    async find(text: string, limit: number): Promise<Page> {
      const everywhere = { list: "allOrder", month: undefined, sort: undefined, dir: undefined } as const;
      return await found({ ...everywhere, offset: 0, limit, text, isExact: false }, everywhere);
    },

    /** @throws AppError not_found */
    async neighbours(actor: Actor, { orderId, ...query }: ListParameters & { orderId: number }): Promise<Neighbours> {
      const request = { orderId, ...listRequest(actor, query, now()) };
      return requireFound(await findNeighbours(db, request), MESSAGES.orderNotFound);
    },

    /** @throws AppError not_found */
    async details(orderId: number): Promise<OrderDetails> {
      const order = requireFound(await findDetails(orderId), MESSAGES.orderNotFound);
      return toOrderDetails(order, relations(order));
    },

    ...createMovesService({ db, now }),
  };
}
