import type { FastifyInstance } from "fastify";
import { exportOrders } from "#contract/orders/order-export.ts";
import { fileRoute } from "#server/platform/http/route.ts";
import { sendDownload } from "#server/platform/http/send-attachment.ts";
import type { OrderExportService } from "./order-export.service.ts";

interface OrderExportRoutesDeps {
  orderExport: OrderExportService;
  limits: { exports(memberId: number): Promise<void> };
}

export function registerOrderExportRoutes(app: FastifyInstance, { orderExport, limits }: OrderExportRoutesDeps): void {
  app.addHook("preClose", async () => orderExport.endAll());

  fileRoute(app, exportOrders, async ({ actor, params, body, reply, listed }) => {
    await limits.exports(actor.id);
    const closed = new AbortController();
    reply.raw.once("close", () => closed.abort(new Error("the caller closed the connection")));
    if (reply.raw.destroyed) closed.abort(new Error("the caller closed the connection"));
    const query = { ...body, list: params.orderName, search: body.search };
    try {
      const { stream, name } = await orderExport.open(actor, query, { signal: closed.signal, listed });
      return { send: () => sendDownload(reply, { stream, contentType: "text/csv; charset=utf-8", name }) };
    } catch (error) {
      if (!closed.signal.aborted) throw error;
      // The connection is closed: there is no one to answer.
      return { send: () => reply.hijack() };
    }
  });
}
