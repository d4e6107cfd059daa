import type { FastifyInstance } from "fastify";
import { checkDocument, getDocument, uploadDocument } from "#contract/documents/documents.ts";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { MAIL_MESSAGES } from "#contract/mail/messages.ts";
import { readFileForm } from "#server/platform/http/file-form.ts";
import { fileRoute, route } from "#server/platform/http/route.ts";
import { sendAttachment } from "#server/platform/http/send-attachment.ts";
import type { UploadGate } from "#server/platform/http/upload-gate.ts";
import type { DocumentsService } from "./documents.service.ts";

interface DocumentsRoutesDeps {
  documents: DocumentsService;
  uploadGate: UploadGate;
  /** A body is refused after this long without data. */
  uploadStallMs?: number;
}

export function registerDocumentsRoutes(app: FastifyInstance, deps: DocumentsRoutesDeps): void {
  const { documents: service, uploadGate: gate, uploadStallMs } = deps;

  route(app, uploadDocument, async ({ actor, request }) => {
    const read = () => readFileForm(request, uploadDocument, uploadStallMs);
    const { isNew, ...data } = await gate.pass(actor.id, () => service.upload(actor, read));
    const message = isNew ? DOCUMENT_MESSAGES.documentQueued : MAIL_MESSAGES.mailJustSent;
    return { data, order: data.document.order_id, message };
  });
  route(app, checkDocument, async ({ actor, request }) => {
    const read = () => readFileForm(request, checkDocument, uploadStallMs);
    const { orderId, ...data } = await gate.pass(actor.id, () => service.check(actor, read));
    return { data, order: orderId, message: DOCUMENT_MESSAGES.documentChecked };
  });
  fileRoute(app, getDocument, async ({ params, reply }) => {
    const { orderId, file } = await service.requireFile(params.documentId);
    return { order: orderId, send: () => sendAttachment(reply, file) };
  });
}
