import type { FastifyInstance } from "fastify";
import { MESSAGES } from "#contract/messages.ts";
import {
  changeOrderStatus,
  folderCounts,
  listOrders,
  moveOrder,
  orderDetails,
  recordRefunds,
  searchOrders,
} from "#contract/orders.ts";
import { route } from "#server/platform/http/route.ts";
import type { BulkMovesService } from "./bulk-moves.service.ts";
import type { OrdersService } from "./orders.service.ts";

interface OrderRoutesDeps {
  orders: OrdersService;
  bulkMoves: BulkMovesService;
  limits: { details(memberId: number): Promise<void> };
}

export function registerOrderRoutes(app: FastifyInstance, { orders, bulkMoves, limits }: OrderRoutesDeps): void {
  route(app, folderCounts, async () => ({ data: await orders.counts() }));

  route(app, listOrders, async ({ actor, params, query }) => {
    const { page, limit, perPage, sort, dir, month } = query;
    const list = { list: params.orderName, month, sort, dir };
    const found = await orders.list(actor, list, { page, limit: limit ?? perPage });
    return { data: found.rows, total: found.total, months: found.months };
  });

  route(app, searchOrders, async ({ actor, body }) => {
    const { start, end, searchVal: text, exact: isExact, folderName, month, sort, dir } = body;
    const list = { list: folderName, month, sort, dir };
    const found = await orders.search(actor, list, { start, end, text, isExact });
    return { data: found.rows, total: found.total, total_capped: found.isCapped };
  });

  route(app, orderDetails, async ({ actor, params }) => {
    await limits.details(actor.id);
    return { data: await orders.details(params.orderId) };
  });

  route(app, moveOrder, async ({ actor, body }) => {
    const { orderId, updatingStatus, version } = body;
    const data = await orders.move(actor, { orderId, to: updatingStatus, version });
    return { data, message: MESSAGES.orderMoved };
  });

  route(app, changeOrderStatus, async ({ actor, body }) => {
    const { orderId: items, updatingStatus: to, permanentDeletedFlag: isPermanent } = body;
    const { results, message } = await bulkMoves.changeStatus(actor, { items, to, isPermanent });
    return { data: results, message };
  });

  route(app, recordRefunds, async ({ actor, body }) => {
    const ids = body.orderId.map(({ id }) => id);
    const { results, message } = await bulkMoves.recordRefunds(actor, ids);
    return { data: results, message };
  });
}
