import type { FastifyInstance } from "fastify";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { dismissDuplicate, relatedOrders } from "#contract/orders/related-orders.ts";
import { route } from "#server/platform/http/route.ts";
import type { RelatedOrdersService } from "./related-orders.service.ts";

export function registerRelatedOrderRoutes(app: FastifyInstance, service: RelatedOrdersService): void {
  route(app, relatedOrders, async ({ params }) => {
    const data = await service.related(params.orderId);
    return { data, order: params.orderId, rows: data.orders.map(({ order_id: id }) => id) };
  });
  route(app, dismissDuplicate, async ({ actor, body }) => {
    await service.dismiss(actor, body);
    return { data: null, message: ORDER_MESSAGES.duplicateDismissed };
  });
}
