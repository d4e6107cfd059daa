import type { FastifyInstance } from "fastify";
import { MESSAGES } from "#contract/messages.ts";
import { orderDetails } from "#contract/order-detail.ts";
import {
  changeOrderStatus,
  folderCounts,
  listOrders,
  moveOrder,
  orderNeighbours,
  recordRefunds,
  searchOrders,
} from "#contract/orders.ts";
import type { ViewCounter } from "#server/features/audit/view-log.ts";
import { route } from "#server/platform/http/route.ts";
import type { BulkMovesService } from "./moves/bulk-moves.service.ts";
import type { OrdersService } from "./orders.service.ts";

interface OrderRoutesDeps {
  orders: OrdersService;
  bulkMoves: BulkMovesService;
  limits: { details(memberId: number): Promise<void> };
  viewLog: ViewCounter;
}

export function registerOrderRoutes(app: FastifyInstance, deps: OrderRoutesDeps): void {
  const { orders, bulkMoves, limits, viewLog } = deps;

  route(app, folderCounts, async () => ({ data: await orders.counts() }));

  route(app, listOrders, async ({ actor, params, query }) => {
    const { page, limit, perPage, delay: _, ...list } = query;
    const found = await orders.list(actor, { ...list, list: params.orderName }, { page, limit: limit ?? perPage });
    viewLog.listed(actor.id, found.rows.length);
    return { data: found.rows, total: found.total, total_capped: found.isCapped, months: found.months };
  });

  route(app, searchOrders, async ({ actor, body }) => {
    const { start, end, searchVal: text, exact: isExact, folderName, ...list } = body;
    const found = await orders.search(actor, { ...list, list: folderName }, { start, end, text, isExact });
    viewLog.listed(actor.id, found.rows.length);
    return { data: found.rows, total: found.total, total_capped: found.isCapped };
  });

  route(app, orderNeighbours, async ({ actor, params, query }) => {
    const { orderName: list, ...asked } = query;
    return { data: await orders.neighbours(actor, { ...asked, orderId: params.orderId, list }) };
  });

  route(app, orderDetails, async ({ actor, params }) => {
    await limits.details(actor.id);
    const data = await orders.details(params.orderId);
    viewLog.opened(actor.id, "details", params.orderId);
    return { data };
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
