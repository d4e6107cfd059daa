import type { FastifyInstance } from "fastify";
import { activeGateway, listGateways } from "#contract/gateways.ts";
import { route } from "#server/platform/http/route.ts";
import type { GatewaysService } from "./gateways.service.ts";

export function registerGatewayRoutes(app: FastifyInstance, gateways: GatewaysService): void {
  route(app, listGateways, async () => ({ data: await gateways.list() }));
  route(app, activeGateway, async () => ({ data: await gateways.active() }));
}
