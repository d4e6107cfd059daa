import type { FastifyInstance } from "fastify";
import { otherAddressMails } from "#contract/audit-lists.ts";
import { mailContent, resendMail, unblockAddress } from "#contract/mail.ts";
import { MESSAGES } from "#contract/messages.ts";
import { placeOf } from "#contract/paging.ts";
import type { ViewCounter } from "#server/features/audit/view-log.ts";
import { route } from "#server/platform/http/route.ts";
import type { MailService } from "./mail.service.ts";

interface MailRoutesDeps {
  mail: MailService;
  /** Mails and details count together. @throws AppError rate_limited */
  limits: { details(memberId: number): Promise<void> };
  viewLog: ViewCounter;
}

export function registerMailRoutes(app: FastifyInstance, { mail: service, limits, viewLog }: MailRoutesDeps): void {
  route(app, resendMail, async ({ actor, body }) => {
    const { mail, isRepeat } = await service.resend(actor, body);
    return { data: mail, message: isRepeat ? MESSAGES.mailJustSent : MESSAGES.mailQueued };
  });
  route(app, otherAddressMails, async ({ query }) => {
    const { rows, total, isCapped } = await service.listToOtherAddresses(query, placeOf(query));
    return { data: rows, total, total_capped: isCapped };
  });
  route(app, unblockAddress, async ({ actor, body }) => ({
    data: await service.unblock(actor, body),
    message: MESSAGES.addressUnblocked,
  }));
  route(app, mailContent, async ({ actor, params }) => {
    await limits.details(actor.id);
    const { orderId, content } = await service.requireContent(params.mailId);
    viewLog.opened(actor.id, "mails", orderId);
    return { data: content };
  });
}
