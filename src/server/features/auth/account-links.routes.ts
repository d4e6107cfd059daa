import type { FastifyInstance } from "fastify";
import { acceptInvitation, changeOwnEmail, confirmOwnEmail, openLink } from "#contract/auth/account-links.ts";
import { LINK_MESSAGES } from "#contract/auth/link-messages.ts";
import { acceptByPasskey, invitationOptions } from "#contract/factors/passkeys.ts";
import { clientOf } from "#server/platform/http/client.ts";
import { route } from "#server/platform/http/route.ts";
import type { LinkActionsService } from "./link-actions.service.ts";

export function registerAccountLinkRoutes(app: FastifyInstance, actions: LinkActionsService): void {
  route(app, openLink, async ({ body, request }) => ({
    data: await actions.open({ ...body, ip: clientOf(request).ip }),
  }));

  route(app, acceptInvitation, async ({ body, request }) => {
    const email = await actions.acceptInvitation({ ...body, ip: clientOf(request).ip });
    return { data: { email }, message: LINK_MESSAGES.invitationAccepted };
  });

  route(app, invitationOptions, async ({ body, request }) => ({
    data: await actions.beginPasskey({ ...body, ip: clientOf(request).ip }),
  }));

  route(app, acceptByPasskey, async ({ body, request }) => ({
    data: await actions.acceptByPasskey({ ...body, ip: clientOf(request).ip }),
    message: LINK_MESSAGES.invitationAcceptedByPasskey,
  }));

  route(app, changeOwnEmail, async ({ actor, body: { email } }) => {
    await actions.askOwnEmail(actor, email);
    return { data: null, message: LINK_MESSAGES.ownEmailAsked };
  });

  route(app, confirmOwnEmail, async ({ body, request }) => {
    const email = await actions.confirmOwnEmail({ ...body, ip: clientOf(request).ip });
    return { data: { email }, message: LINK_MESSAGES.ownEmailChanged };
  });
}
