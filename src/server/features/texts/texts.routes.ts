import type { FastifyInstance } from "fastify";
import { mailTexts, mailTextVersions, saveMailText } from "#contract/texts/mail-texts.ts";
import { TEXT_MESSAGES } from "#contract/texts/messages.ts";
import { quickReplies, quickReplyVersions, saveQuickReply } from "#contract/texts/quick-replies.ts";
import { route } from "#server/platform/http/route.ts";
import type { MailTextsService } from "./mail-texts.service.ts";
import type { TextsService } from "./texts.service.ts";

interface TextRoutesDeps {
  texts: TextsService;
  mailTexts: MailTextsService;
}

export function registerTextRoutes(app: FastifyInstance, { texts, mailTexts: mails }: TextRoutesDeps): void {
  route(app, quickReplies, async ({ actor }) => ({ data: await texts.list(actor) }));
  route(app, quickReplyVersions, async ({ query: { key, language } }) => ({
    data: await texts.versions(key, language),
  }));
  route(app, saveQuickReply, async ({ actor, body }) => ({
    data: await texts.save(actor, body),
    message: body.removed ? TEXT_MESSAGES.replyRemovedDone : TEXT_MESSAGES.replySaved,
  }));
  route(app, mailTexts, async () => ({ data: await mails.list() }));
  route(app, mailTextVersions, async ({ query: { key, language } }) => ({ data: await mails.versions(key, language) }));
  route(app, saveMailText, async ({ actor, body }) => ({
    data: await mails.save(actor, body),
    message: TEXT_MESSAGES.mailTextSaved,
  }));
}
