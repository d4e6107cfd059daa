import type { FastifyInstance } from "fastify";
import {
  cancelMail,
  conversation,
  MESSAGE_BODY_MAX,
  MESSAGE_BYTES_MAX,
  MESSAGE_FILES_MAX,
  previewMessage,
  sendMessage,
} from "#contract/conversation.ts";
import { CONVERSATION_MESSAGES } from "#contract/conversation-messages.ts";
import type { ViewCounter } from "#server/features/audit/view-log.ts";
import { readFilesForm } from "#server/platform/http/file-form.ts";
import { route } from "#server/platform/http/route.ts";
import type { UploadGate } from "#server/platform/http/upload-gate.ts";
import type { ConversationService } from "./conversation.service.ts";

interface ConversationRoutesDeps {
  conversation: ConversationService;
  /** Conversations and details count together. @throws AppError rate_limited */
  limits: { details(memberId: number): Promise<void> };
  viewLog: ViewCounter;
  uploadGate: UploadGate;
}

const FORM = {
  maxFiles: MESSAGE_FILES_MAX,
  maxBytes: MESSAGE_BYTES_MAX,
  // A character takes up to four bytes, and some are removed.
  fieldBytes: MESSAGE_BODY_MAX * 6,
  tooMany: CONVERSATION_MESSAGES.messageFilesMany,
  tooLarge: CONVERSATION_MESSAGES.messageFilesLarge,
};

export function registerConversationRoutes(app: FastifyInstance, deps: ConversationRoutesDeps): void {
  const { conversation: service, limits, viewLog, uploadGate } = deps;

  route(app, conversation, async ({ actor, params, query }) => {
    await limits.details(actor.id);
    const data = await service.read(params.orderId, query.before);
    if (data.entries.length > 0) viewLog.opened(actor.id, "mails", params.orderId);
    return { data };
  });
  route(app, previewMessage, async ({ actor, body }) => ({ data: await service.preview(actor, body) }));
  route(app, sendMessage, async ({ actor, request }) => ({
    data: await uploadGate.pass(actor.id, () => service.send(actor, () => readFilesForm(request, sendMessage, FORM))),
    message: CONVERSATION_MESSAGES.messageQueued,
  }));
  route(app, cancelMail, async ({ actor, body }) => ({
    data: await service.cancel(actor, body.mailId),
    message: CONVERSATION_MESSAGES.messageCancelled,
  }));
}
