import type { FastifyInstance } from "fastify";
import { MESSAGES } from "#contract/messages.ts";
import { addRemark } from "#contract/remarks.ts";
import { route } from "#server/platform/http/route.ts";
import type { RemarksService } from "./remarks.service.ts";

export function registerRemarkRoutes(app: FastifyInstance, remarks: RemarksService): void {
  route(app, addRemark, async ({ actor, body }) => ({
    data: await remarks.add(actor, body),
    message: MESSAGES.remarkAdded,
  }));
}
