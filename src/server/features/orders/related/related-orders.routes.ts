import type { FastifyInstance } from "fastify";
import { MESSAGES } from "#contract/messages.ts";
import { dismissDuplicate, relatedOrders } from "#contract/related-orders.ts";
import type { ViewCounter } from "#server/features/audit/view-log.ts";
import { route } from "#server/platform/http/route.ts";
import type { RelatedOrdersService } from "./related-orders.service.ts";

interface RelatedOrderRoutesDeps {
  relatedOrders: RelatedOrdersService;
  viewLog: ViewCounter;
}

export function registerRelatedOrderRoutes(
  app: FastifyInstance,
  { relatedOrders: service, viewLog }: RelatedOrderRoutesDeps,
): void {
  route(app, relatedOrders, async ({ actor, params }) => {
    const data = await service.related(params.orderId);
    viewLog.listed(actor.id, data.orders.length);
    return { data };
  });
  route(app, dismissDuplicate, async ({ actor, body }) => {
    await service.dismiss(actor, body);
    return { data: null, message: MESSAGES.duplicateDismissed };
  });
}
