import type { FastifyInstance } from "fastify";
import { ORDER_VIEW_MESSAGES } from "#contract/order-views/messages.ts";
import { deleteView, orderViews, pinnedViewCounts, pinView, saveView } from "#contract/order-views/order-views.ts";
import { route } from "#server/platform/http/route.ts";
import type { OrderViewsService } from "./order-views.service.ts";

export function registerOrderViewRoutes(app: FastifyInstance, views: OrderViewsService): void {
  route(app, orderViews, async ({ actor }) => ({ data: await views.list(actor) }));
  route(app, saveView, async ({ actor, body }) => ({
    data: await views.save(actor, body),
    message: ORDER_VIEW_MESSAGES.viewSaved,
  }));
  route(app, pinView, async ({ actor, body }) => {
    await views.pin(actor, body);
    return { data: null, message: ORDER_VIEW_MESSAGES[body.pinned ? "viewPinned" : "viewUnpinned"] };
  });
  route(app, pinnedViewCounts, async ({ actor }) => ({ data: await views.countPinned(actor) }));
  route(app, deleteView, async ({ actor, body }) => {
    await views.remove(actor, body);
    return { data: null, message: ORDER_VIEW_MESSAGES.viewDeleted };
  });
}
