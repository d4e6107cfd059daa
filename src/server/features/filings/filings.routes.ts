import type { FastifyInstance } from "fastify";
import { getFilingReceipt, recordFiling, voidFiling } from "#contract/filings/filings.ts";
import { FILING_MESSAGES } from "#contract/filings/messages.ts";
import { readOptionalFileForm } from "#server/platform/http/file-form.ts";
import { fileRoute, route } from "#server/platform/http/route.ts";
import { sendAttachment } from "#server/platform/http/send-attachment.ts";
import type { UploadGate } from "#server/platform/http/upload-gate.ts";
import type { FilingsService } from "./filings.service.ts";

interface FilingRoutesDeps {
  filings: FilingsService;
  uploadGate: UploadGate;
}

export function registerFilingRoutes(app: FastifyInstance, deps: FilingRoutesDeps): void {
  const { filings: service, uploadGate } = deps;

  route(app, recordFiling, async ({ actor, request }) => {
    const read = () => readOptionalFileForm(request, recordFiling);
    const { orderId, filing } = await uploadGate.pass(actor.id, () => service.record(actor, read));
    return { data: filing, order: orderId, message: FILING_MESSAGES.filingRecorded };
  });
  route(app, voidFiling, async ({ actor, body }) => {
    const { orderId, filing } = await service.void(actor, body);
    return { data: filing, order: orderId, message: FILING_MESSAGES.filingVoided };
  });
  fileRoute(app, getFilingReceipt, async ({ params, reply }) => {
    const { orderId, file } = await service.requireReceipt(params.filingId);
    return { order: orderId, send: () => sendAttachment(reply, file) };
  });
}
