import type { FastifyInstance } from "fastify";
import { exportOrders } from "#contract/order-export.ts";
import { fileRoute } from "#server/platform/http/route.ts";
import { sendDownload } from "#server/platform/http/send-attachment.ts";
import type { OrderExportService } from "./order-export.service.ts";

interface OrderExportRoutesDeps {
  orderExport: OrderExportService;
  limits: { exports(memberId: number): Promise<void> };
}

export function registerOrderExportRoutes(app: FastifyInstance, { orderExport, limits }: OrderExportRoutesDeps): void {
  app.addHook("preClose", async () => orderExport.endAll());

  fileRoute(
    app,
    exportOrders,
    async ({ actor, params, query, reply }) => {
      await limits.exports(actor.id);
      const gone = new AbortController();
      reply.raw.once("close", () => gone.abort(new Error("the caller has gone")));
      if (reply.raw.destroyed) gone.abort(new Error("the caller has gone"));
      const { month, search, sort, dir } = query;
      const wanted = { list: params.orderName, month, search, sort, dir };
      try {
        const { stream, name } = await orderExport.open(actor, wanted, gone.signal);
        return sendDownload(reply, { stream, contentType: "text/csv; charset=utf-8", name });
      } catch (error) {
        if (!gone.signal.aborted) throw error;
        // Nobody is left to be answered.
        return reply.hijack();
      }
    },
    // A HEAD would read the whole list for nobody.
    { exposeHeadRoute: false },
  );
}
