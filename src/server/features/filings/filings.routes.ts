import type { FastifyInstance } from "fastify";
import { getFilingReceipt, recordFiling, voidFiling } from "#contract/filings.ts";
import { MESSAGES } from "#contract/messages.ts";
import type { ViewCounter } from "#server/features/audit/view-log.ts";
import { readOptionalFileForm } from "#server/platform/http/file-form.ts";
import { fileRoute, route } from "#server/platform/http/route.ts";
import { sendAttachment } from "#server/platform/http/send-attachment.ts";
import type { UploadGate } from "#server/platform/http/upload-gate.ts";
import type { FilingsService } from "./filings.service.ts";

interface FilingRoutesDeps {
  filings: FilingsService;
  /** Receipts and details count together. @throws AppError rate_limited */
  limits: { details(memberId: number): Promise<void> };
  viewLog: ViewCounter;
  uploadGate: UploadGate;
}

export function registerFilingRoutes(app: FastifyInstance, deps: FilingRoutesDeps): void {
  const { filings: service, limits, viewLog, uploadGate } = deps;

  route(app, recordFiling, async ({ actor, request }) => ({
    data: await uploadGate.pass(actor.id, () =>
      service.record(actor, () => readOptionalFileForm(request, recordFiling)),
    ),
    message: MESSAGES.filingRecorded,
  }));
  route(app, voidFiling, async ({ actor, body }) => ({
    data: await service.void(actor, body),
    message: MESSAGES.filingVoided,
  }));
  fileRoute(app, getFilingReceipt, async ({ actor, params, reply }) => {
    await limits.details(actor.id);
    const { orderId, file } = await service.requireReceipt(params.filingId);
    viewLog.opened(actor.id, "documents", orderId);
    return sendAttachment(reply, file);
  });
}
