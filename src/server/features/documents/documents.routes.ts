import type { FastifyInstance } from "fastify";
import {
  checkDocument,
  checkFieldsSchema,
  getDocument,
  uploadDocument,
  uploadFieldsSchema,
} from "#contract/documents.ts";
import { MESSAGES } from "#contract/messages.ts";
import { fileRoute, route } from "#server/platform/http/route.ts";
import { sendAttachment } from "#server/platform/http/send-attachment.ts";
import type { DocumentsService } from "./documents.service.ts";
import { readFileForm } from "./upload-form.ts";

export function registerDocumentsRoutes(app: FastifyInstance, service: DocumentsService): void {
  route(app, uploadDocument, async ({ actor, request }) => ({
    data: await service.upload(actor, () => readFileForm(request, uploadFieldsSchema)),
    message: MESSAGES.documentQueued,
  }));
  route(app, checkDocument, async ({ actor, request }) => ({
    data: await service.check(actor, () => readFileForm(request, checkFieldsSchema)),
    message: MESSAGES.documentChecked,
  }));
  fileRoute(app, getDocument, async ({ params, reply }) =>
    sendAttachment(reply, await service.requireFile(params.documentId)),
  );
}
