import type { FastifyInstance } from "fastify";
import { getDocument, uploadDocument } from "#contract/documents.ts";
import { MESSAGES } from "#contract/messages.ts";
import { fileRoute, route } from "#server/platform/http/route.ts";
import { sendAttachment } from "#server/platform/http/send-attachment.ts";
import type { DocumentsService } from "./documents.service.ts";
import { readUploadForm } from "./upload-form.ts";

export function registerDocumentsRoutes(app: FastifyInstance, service: DocumentsService): void {
  route(app, uploadDocument, async ({ actor, request }) => ({
    data: await service.upload(actor, () => readUploadForm(request)),
    message: MESSAGES.documentQueued,
  }));
  fileRoute(app, getDocument, async ({ params, reply }) =>
    sendAttachment(reply, await service.requireFile(params.documentId)),
  );
}
