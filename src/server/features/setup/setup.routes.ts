import type { FastifyInstance } from "fastify";
import { setup } from "#contract/setup/setup.ts";
import { route } from "#server/platform/http/route.ts";
import type { SetupService } from "./setup.service.ts";

export function registerSetupRoutes(app: FastifyInstance, service: SetupService): void {
  route(app, setup, async () => ({ data: await service.read() }));
}
