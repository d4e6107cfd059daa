import type { FastifyInstance } from "fastify";
import { changeOrderEmail, resolveEmailChange } from "#contract/email-changes/email-changes.ts";
import { confirmEmail, contestEmail } from "#contract/email-changes/email-links.ts";
import { EMAIL_CHANGE_MESSAGES } from "#contract/email-changes/messages.ts";
import { clientOf } from "#server/platform/http/client.ts";
import { route } from "#server/platform/http/route.ts";
import type { EmailChangesService } from "./email-changes.service.ts";

const RESOLVED = {
  cancelled: EMAIL_CHANGE_MESSAGES.emailChangeCancelled,
  kept: EMAIL_CHANGE_MESSAGES.emailChangeKept,
  restored: EMAIL_CHANGE_MESSAGES.emailChangeRestored,
} as const;

export function registerEmailChangeRoutes(app: FastifyInstance, changes: EmailChangesService): void {
  route(app, changeOrderEmail, async ({ actor, body }) => ({
    data: await changes.ask(actor, body),
    order: body.orderId,
    message: EMAIL_CHANGE_MESSAGES.emailChangeAsked,
  }));
  route(app, resolveEmailChange, async ({ actor, body }) => {
    const { outcome, data } = await changes.resolve(actor, body);
    return { data, order: body.orderId, message: RESOLVED[outcome] };
  });
  route(app, confirmEmail, async ({ body, request }) => {
    await changes.confirm({ token: body.token, ip: clientOf(request).ip });
    return { data: null, message: EMAIL_CHANGE_MESSAGES.emailConfirmed };
  });
  route(app, contestEmail, async ({ body, request }) => {
    await changes.contest({ token: body.token, ip: clientOf(request).ip });
    return { data: null, message: EMAIL_CHANGE_MESSAGES.emailContested };
  });
}
