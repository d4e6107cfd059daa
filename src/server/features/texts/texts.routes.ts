import type { FastifyInstance } from "fastify";
import { TEXT_MESSAGES } from "#contract/texts/messages.ts";
import { quickReplies, quickReplyVersions, saveQuickReply } from "#contract/texts/quick-replies.ts";
import { route } from "#server/platform/http/route.ts";
import type { TextsService } from "./texts.service.ts";

export function registerTextRoutes(app: FastifyInstance, texts: TextsService): void {
  route(app, quickReplies, async ({ actor }) => ({ data: await texts.list(actor) }));
  route(app, quickReplyVersions, async ({ query: { key, language } }) => ({
    data: await texts.versions(key, language),
  }));
  route(app, saveQuickReply, async ({ actor, body }) => ({
    data: await texts.save(actor, body),
    message: body.removed ? TEXT_MESSAGES.replyRemovedDone : TEXT_MESSAGES.replySaved,
  }));
}
