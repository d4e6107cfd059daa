import type { FastifyInstance } from "fastify";
import { REMARK_MESSAGES } from "#contract/remarks/messages.ts";
import { addRemark } from "#contract/remarks/remarks.ts";
import { route } from "#server/platform/http/route.ts";
import type { RemarksService } from "./remarks.service.ts";

interface RemarkRoutesDeps {
  remarks: RemarksService;
  limits: { note(memberId: number, orderId: number): Promise<void> };
}

export function registerRemarkRoutes(app: FastifyInstance, { remarks, limits }: RemarkRoutesDeps): void {
  route(app, addRemark, async ({ actor, body }) => {
    await limits.note(actor.id, body.orderId);
    return { data: await remarks.add(actor, body), message: REMARK_MESSAGES.remarkAdded };
  });
}
