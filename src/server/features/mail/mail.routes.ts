import type { FastifyInstance } from "fastify";
import { mailContent, resendMail, unblockAddress } from "#contract/mail.ts";
import { MESSAGES } from "#contract/messages.ts";
import { route } from "#server/platform/http/route.ts";
import type { MailService } from "./mail.service.ts";

export function registerMailRoutes(app: FastifyInstance, service: MailService): void {
  route(app, resendMail, async ({ actor, body }) => ({
    data: await service.resend(actor, body),
    message: MESSAGES.mailQueued,
  }));
  route(app, unblockAddress, async ({ actor, body }) => ({
    data: await service.unblock(actor, body),
    message: MESSAGES.addressUnblocked,
  }));
  route(app, mailContent, async ({ params }) => ({ data: await service.requireContent(params.mailId) }));
}
