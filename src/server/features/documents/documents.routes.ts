import type { FastifyInstance } from "fastify";
import { checkDocument, getDocument, uploadDocument } from "#contract/documents.ts";
import { MESSAGES } from "#contract/messages.ts";
import type { ViewCounter } from "#server/features/audit/view-log.ts";
import { readFileForm } from "#server/platform/http/file-form.ts";
import { fileRoute, route } from "#server/platform/http/route.ts";
import { sendAttachment } from "#server/platform/http/send-attachment.ts";
import type { UploadGate } from "#server/platform/http/upload-gate.ts";
import type { DocumentsService } from "./documents.service.ts";

interface DocumentsRoutesDeps {
  documents: DocumentsService;
  /** Documents and details count together. @throws AppError rate_limited */
  limits: { details(memberId: number): Promise<void> };
  viewLog: ViewCounter;
  uploadGate: UploadGate;
  /** A body is refused after this long without data. */
  uploadStallMs?: number;
}

export function registerDocumentsRoutes(app: FastifyInstance, deps: DocumentsRoutesDeps): void {
  const { documents: service, limits, viewLog, uploadGate: gate, uploadStallMs } = deps;

  route(app, uploadDocument, async ({ actor, request }) => ({
    data: await gate.pass(actor.id, () =>
      service.upload(actor, () => readFileForm(request, uploadDocument, uploadStallMs)),
    ),
    message: MESSAGES.documentQueued,
  }));
  route(app, checkDocument, async ({ actor, request }) => ({
    data: await gate.pass(actor.id, () =>
      service.check(actor, () => readFileForm(request, checkDocument, uploadStallMs)),
    ),
    message: MESSAGES.documentChecked,
  }));
  fileRoute(app, getDocument, async ({ actor, params, reply }) => {
    await limits.details(actor.id);
    const { orderId, file } = await service.requireFile(params.documentId);
    viewLog.opened(actor.id, "documents", orderId);
    return sendAttachment(reply, file);
  });
}
