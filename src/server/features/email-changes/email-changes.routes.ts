import type { FastifyInstance } from "fastify";
import {
  changeOrderEmail,
  confirmEmail,
  contestEmail,
  resolveEmailChange,
} from "#contract/email-changes/email-changes.ts";
import { MESSAGES } from "#contract/messages.ts";
import { clientOf } from "#server/platform/http/client.ts";
import { route } from "#server/platform/http/route.ts";
import type { EmailChangesService } from "./email-changes.service.ts";

const RESOLVED = {
  cancelled: MESSAGES.emailChangeCancelled,
  kept: MESSAGES.emailChangeKept,
  restored: MESSAGES.emailChangeRestored,
} as const;

export function registerEmailChangeRoutes(app: FastifyInstance, changes: EmailChangesService): void {
  route(app, changeOrderEmail, async ({ actor, body }) => ({
    data: await changes.ask(actor, body),
    order: body.orderId,
    message: MESSAGES.emailChangeAsked,
  }));
  route(app, resolveEmailChange, async ({ actor, body }) => {
    const { outcome, data } = await changes.resolve(actor, body);
    return { data, order: body.orderId, message: RESOLVED[outcome] };
  });
  route(app, confirmEmail, async ({ body, request }) => {
    await changes.confirm({ token: body.token, ip: clientOf(request).ip });
    return { data: null, message: MESSAGES.emailConfirmed };
  });
  route(app, contestEmail, async ({ body, request }) => {
    await changes.contest({ token: body.token, ip: clientOf(request).ip });
    return { data: null, message: MESSAGES.emailContested };
  });
}
