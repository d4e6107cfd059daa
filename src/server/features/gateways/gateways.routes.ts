import type { FastifyInstance } from "fastify";
import { activateGateway, activeGateway, listGateways } from "#contract/gateways/gateways.ts";
import { GATEWAY_MESSAGES } from "#contract/gateways/messages.ts";
import { route } from "#server/platform/http/route.ts";
import type { GatewayActivationService } from "./gateway-activation.service.ts";
import type { GatewaysService } from "./gateways.service.ts";

interface GatewayRoutesDeps {
  gateways: GatewaysService;
  gatewayActivation: GatewayActivationService;
}

export function registerGatewayRoutes(app: FastifyInstance, { gateways, gatewayActivation }: GatewayRoutesDeps): void {
  route(app, listGateways, async () => ({ data: await gateways.list() }));
  route(app, activeGateway, async () => ({ data: await gateways.active() }));
  route(app, activateGateway, async ({ actor, body }) => {
    const { gateway, isChanged } = await gatewayActivation.activate(actor, body.gatewayId);
    return { data: gateway, message: isChanged ? GATEWAY_MESSAGES.gatewayActivated : GATEWAY_MESSAGES.gatewayAlready };
  });
}
