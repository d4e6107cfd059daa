import type { FastifyInstance } from "fastify";
import {
  cancelMail,
  conversation,
  MESSAGE_BODY_MAX,
  MESSAGE_BYTES_MAX,
  MESSAGE_FILES_MAX,
  previewMessage,
  sendMessage,
} from "#contract/conversation/conversation.ts";
import { CONVERSATION_MESSAGES } from "#contract/conversation/messages.ts";
import { readFilesForm } from "#server/platform/http/file-form.ts";
import { route } from "#server/platform/http/route.ts";
import type { UploadGate } from "#server/platform/http/upload-gate.ts";
import type { ConversationService } from "./conversation.service.ts";

interface ConversationRoutesDeps {
  conversation: ConversationService;
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
  const { conversation: service, uploadGate } = deps;

  route(app, conversation, async ({ params, query }) => ({
    data: await service.read(params.orderId, query.before),
    order: params.orderId,
  }));
  route(app, previewMessage, async ({ actor, body }) => ({
    data: await service.preview(actor, body),
    order: body.orderId,
  }));
  route(app, sendMessage, async ({ actor, request }) => {
    const read = () => readFilesForm(request, sendMessage, FORM);
    const { orderId, mail } = await uploadGate.pass(actor.id, () => service.send(actor, read));
    return { data: mail, order: orderId, message: CONVERSATION_MESSAGES.messageQueued };
  });
  route(app, cancelMail, async ({ actor, body }) => {
    const { orderId, mail } = await service.cancel(actor, body.mailId);
    return { data: mail, order: orderId, message: CONVERSATION_MESSAGES.messageCancelled };
  });
}
