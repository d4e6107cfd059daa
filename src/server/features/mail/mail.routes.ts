import type { FastifyInstance } from "fastify";
import { otherAddressMails } from "#contract/audit/audit-lists.ts";
import { mailContent, resendMail, unblockAddress } from "#contract/mail/mail.ts";
import { MAIL_MESSAGES } from "#contract/mail/messages.ts";
import { placeOf } from "#contract/paging.ts";
import { route } from "#server/platform/http/route.ts";
import type { MailService } from "./mail.service.ts";

export function registerMailRoutes(app: FastifyInstance, service: MailService): void {
  route(app, resendMail, async ({ actor, body }) => {
    const { mail, isRepeat } = await service.resend(actor, body);
    return {
      data: mail,
      order: body.orderId,
      message: isRepeat ? MAIL_MESSAGES.mailJustSent : MAIL_MESSAGES.mailQueued,
    };
  });
  route(app, otherAddressMails, async ({ query }) => {
    const { rows, total, isCapped } = await service.listToOtherAddresses(query, placeOf(query));
    return { data: rows, rows: rows.map(({ order_id: id }) => id), total, total_capped: isCapped };
  });
  route(app, unblockAddress, async ({ actor, body }) => ({
    data: await service.unblock(actor, body),
    message: MAIL_MESSAGES.addressUnblocked,
  }));
  route(app, mailContent, async ({ params }) => {
    const { orderId, content } = await service.requireContent(params.mailId);
    return { data: content, order: orderId };
  });
}
