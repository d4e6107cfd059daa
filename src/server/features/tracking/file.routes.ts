import type { FastifyInstance } from "fastify";
import { parseOrderId } from "#contract/orders/order-id.ts";
import { trackPath } from "#contract/tracking/visitor-paths.ts";
import { AppError } from "#server/platform/app-error.ts";
import { clientOf } from "#server/platform/http/client.ts";
import { onDelivered } from "#server/platform/http/on-delivered.ts";
import { attachmentHeaders, sendAttachment } from "#server/platform/http/send-attachment.ts";
import { whyUnattended } from "./client-facts.ts";
import type { TrackingService } from "./tracking.service.ts";
import { visitorTokenOf } from "./visitor-cookies.ts";
import type { VisitorPages } from "./visitor-pages.ts";

/**
 * Serves the document, outside of `/api`. Public in the access table, because everything except the visitor's own current
 * document is answered as a missing page. Ranges are not served: a download is always the whole file.
 */
export function registerFileRoutes(app: FastifyInstance, service: TrackingService, pages: VisitorPages | null): void {
  app.addHook("onClose", () => service.settled());
  app.route<{ Params: { name: string } }>({
    method: ["GET", "HEAD"],
    url: "/uploads/docs/:name",
    config: { access: "public" },
    // Its length is announced, and its last byte proves the download.
    compress: false,
    // A person without a grant gets the tracking form with the order's id; the status is still 404.
    errorHandler: (error, request, reply) => {
      const isMissing = error instanceof AppError && error.code === "not_found";
      const wantsPage = /\btext\/html\b/.test(request.headers.accept ?? "");
      if (!isMissing || !wantsPage || pages === null) throw error;
      const { name } = request.params as { name: string };
      const orderId = parseOrderId(name.split("_")[0] ?? "") ?? undefined;
      return pages.send(request, reply.code(404), { path: trackPath(orderId), notice: "proveAgain" });
    },
    handler: async (request, reply) => {
      // Read before the first await: a closed socket no longer has a remote address.
      const client = clientOf(request);
      const visitor = await service.findVisitor(visitorTokenOf(request, service));
      const { attachment, downloadId, file1 } = await service.open(visitor, {
        name: request.params.name,
        client,
        unattended: whyUnattended(request),
      });
      if (request.method === "HEAD") {
        attachment.stream.destroy();
        return attachmentHeaders(reply, attachment).send();
      }
      onDelivered(reply, () => service.delivered(downloadId, file1));
      return sendAttachment(reply, attachment);
    },
  });
}
