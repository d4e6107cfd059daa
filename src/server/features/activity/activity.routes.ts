import type { FastifyInstance } from "fastify";
import { listActivity } from "#contract/activity.ts";
import { route } from "#server/platform/http/route.ts";
import type { ActivityService } from "./activity.service.ts";

export function registerActivityRoutes(app: FastifyInstance, activity: ActivityService): void {
  route(app, listActivity, async () => ({ data: await activity.list() }));
}
