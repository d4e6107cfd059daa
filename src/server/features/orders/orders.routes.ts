import type { FastifyInstance } from "fastify";
import { orderDetails } from "#contract/order-detail/order-detail.ts";
import { ORDER_MESSAGES, rowsCutMessage } from "#contract/orders/messages.ts";
import {
  changeOrderStatus,
  FOUND_ORDERS_MAX,
  findOrders,
  folderCounts,
  listOrders,
  mostRows,
  moveOrder,
  orderNeighbours,
  searchOrders,
} from "#contract/orders/orders.ts";
import type { Role } from "#contract/roles.ts";
import { route } from "#server/platform/http/route.ts";
import type { BulkMovesService } from "./moves/bulk-moves.service.ts";
import type { OrdersService } from "./orders.service.ts";

interface OrderRoutesDeps {
  orders: OrdersService;
  bulkMoves: BulkMovesService;
}

export function registerOrderRoutes(app: FastifyInstance, { orders, bulkMoves }: OrderRoutesDeps): void {
  route(app, folderCounts, async () => ({ data: await orders.counts() }));

  route(app, listOrders, async ({ actor, params, query }) => {
    const { page, limit, perPage, delay: _, ...list } = query;
    const found = await orders.list(actor, { ...list, list: params.orderName }, { page, limit: limit ?? perPage });
    const shown = { data: found.rows, rows: found.rows.map(({ order_id: id }) => id) };
    const message = cutMessage(actor, found.rows.length, limit ?? perPage ?? 0);
    return { ...shown, total: found.total, total_capped: found.isCapped, months: found.months, message };
  });

  route(app, searchOrders, async ({ actor, body }) => {
    const { start, end, searchVal: text, exact: isExact, folderName, ...list } = body;
    const found = await orders.search(actor, { ...list, list: folderName }, { start, end, text, isExact });
    const shown = { data: found.rows, rows: found.rows.map(({ order_id: id }) => id) };
    const message = cutMessage(actor, found.rows.length, end - start);
    return { ...shown, total: found.total, total_capped: found.isCapped, message };
  });

  route(app, findOrders, async ({ body }) => {
    const { rows, total, isCapped } = await orders.find(body.searchVal, FOUND_ORDERS_MAX);
    return { data: rows, rows: rows.map(({ order_id: id }) => id), total, total_capped: isCapped };
  });

  route(app, orderNeighbours, async ({ actor, params, query }) => {
    const { orderName: list, ...requested } = query;
    return { data: await orders.neighbours(actor, { ...requested, orderId: params.orderId, list }) };
  });

  route(app, orderDetails, async ({ params }) => ({
    data: await orders.details(params.orderId),
    order: params.orderId,
  }));

  route(app, moveOrder, async ({ actor, body }) => {
    const { orderId, updatingStatus, version } = body;
    const data = await orders.move(actor, { orderId, to: updatingStatus, version });
    return { data, message: ORDER_MESSAGES.orderMoved };
  });

  route(app, changeOrderStatus, async ({ actor, body }) => {
    const { orderId: items, updatingStatus: to, permanentDeletedFlag: isPermanent } = body;
    const { results, message } = await bulkMoves.changeStatus(actor, { items, to, isPermanent });
    return { data: results, message };
  });
}

/** Says so when a role gets fewer rows than it asked for; empty text otherwise. */
function cutMessage({ type }: { type: Role }, rows: number, requested: number): string {
  const most = mostRows(type);
  return requested > most && rows === most ? rowsCutMessage(most) : "";
}
