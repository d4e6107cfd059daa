import type { FastifyInstance } from "fastify";
import { assignOrder, claimOrder, claims, renewClaim, returnOrder, takeNext } from "#contract/claims/claims.ts";
import { CLAIM_MESSAGES, takeNextNone } from "#contract/claims/messages.ts";
import { route } from "#server/platform/http/route.ts";
import type { ClaimsService } from "./claims.service.ts";

export function registerClaimRoutes(app: FastifyInstance, service: ClaimsService): void {
  route(app, takeNext, async ({ actor, body }) => {
    const id = await service.takeNext(actor, body.orderName);
    return id === null ? { data: null, message: takeNextNone(body.orderName) } : { data: { order_id: id } };
  });
  route(app, claimOrder, async ({ actor, body }) => ({
    data: await service.claim(actor, body.orderId, body.takeOverFrom ?? null),
    message: CLAIM_MESSAGES.orderClaimed,
  }));
  route(app, renewClaim, async ({ actor, body }) => {
    await service.renew(actor, body.orderId);
    return { data: null };
  });
  route(app, returnOrder, async ({ actor, body }) => {
    await service.return(actor, body.orderId);
    return { data: null, message: CLAIM_MESSAGES.orderReturned };
  });
  route(app, assignOrder, async ({ actor, body }) => ({
    data: await service.assign(actor, body.orderId, body.memberId),
    message: body.memberId === null ? CLAIM_MESSAGES.orderUnassigned : CLAIM_MESSAGES.orderAssigned,
  }));
  route(app, claims, async () => ({ data: await service.overview() }));
}
