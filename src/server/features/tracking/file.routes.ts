import { finished } from "node:stream";
import type { FastifyInstance } from "fastify";
import { clientOf } from "#server/platform/http/client.ts";
import { attachmentHeaders, sendAttachment } from "#server/platform/http/send-attachment.ts";
import { isPrefetch } from "./client-facts.ts";
import type { TrackingService } from "./tracking.service.ts";
import { visitorTokenOf } from "./visitor-cookies.ts";

/**
 * The document itself, outside of `/api`. Public to the access table, because everything that is not the visitor's own
 * current document is answered like a missing page. Ranges are not served: a download is the whole file.
 */
export function registerFileRoutes(app: FastifyInstance, service: TrackingService): void {
  app.addHook("onClose", () => service.settled());
  app.route<{ Params: { name: string } }>({
    method: ["GET", "HEAD"],
    url: "/uploads/docs/:name",
    config: { access: "public" },
    handler: async (request, reply) => {
      const isHead = request.method === "HEAD";
      const visitor = await service.findVisitor(visitorTokenOf(request));
      const { attachment, downloadId, file1 } = await service.open(visitor, {
        name: request.params.name,
        client: clientOf(request),
        isUnattended: isHead || isPrefetch(request),
      });
      if (isHead) {
        attachment.stream.destroy();
        return attachmentHeaders(reply, attachment).send();
      }
      // Without an error the response ended with its last byte handed to the network; a caller who went away is one.
      finished(reply.raw, (error) => {
        if (!error) service.delivered(downloadId, file1);
      });
      return sendAttachment(reply, attachment);
    },
  });
}
