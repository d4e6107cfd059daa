import type { FastifyInstance } from "fastify";
import { clientOf } from "#server/platform/http/client.ts";
import { onTaken } from "#server/platform/http/on-taken.ts";
import { attachmentHeaders, sendAttachment } from "#server/platform/http/send-attachment.ts";
import { whyUnattended } from "./client-facts.ts";
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
      // Before anything is awaited: a caller who leaves takes his address with him.
      const client = clientOf(request);
      const visitor = await service.findVisitor(visitorTokenOf(request));
      const { attachment, downloadId, file1 } = await service.open(visitor, {
        name: request.params.name,
        client,
        unattended: whyUnattended(request),
      });
      if (request.method === "HEAD") {
        attachment.stream.destroy();
        return attachmentHeaders(reply, attachment).send();
      }
      onTaken(reply, () => service.delivered(downloadId, file1));
      return sendAttachment(reply, attachment);
    },
  });
}
