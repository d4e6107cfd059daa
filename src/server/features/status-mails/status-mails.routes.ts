import type { FastifyInstance } from "fastify";
import { countStatusMails } from "#contract/status-mails/count-status-mails.ts";
import { STATUS_MAIL_MESSAGES } from "#contract/status-mails/messages.ts";
import { statusMails, switchStatusMail } from "#contract/status-mails/status-mails.ts";
import { route } from "#server/platform/http/route.ts";
import type { StatusMailsService } from "./status-mails.service.ts";

export function registerStatusMailRoutes(
  app: FastifyInstance,
  { statusMails: mails }: { statusMails: StatusMailsService },
): void {
  route(app, statusMails, async () => ({ data: await mails.list() }));
  route(app, switchStatusMail, async ({ actor, body }) => ({
    data: await mails.switch(actor, body),
    message: body.isOn ? STATUS_MAIL_MESSAGES.switchedOn : STATUS_MAIL_MESSAGES.switchedOff,
  }));
  route(app, countStatusMails, async ({ body: { orderIds, change } }) => ({
    data: { count: await mails.count(orderIds, change) },
  }));
}
