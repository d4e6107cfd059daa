import type { FastifyInstance } from "fastify";
import { closeDispute, listDisputes, reopenDispute, updateDispute } from "#contract/disputes.ts";
import { MESSAGES } from "#contract/messages.ts";
import type { ViewCounter } from "#server/features/audit/view-log.ts";
import { route } from "#server/platform/http/route.ts";
import type { DisputesService } from "./disputes.service.ts";

interface DisputeRoutesDeps {
  disputes: DisputesService;
  viewLog: Pick<ViewCounter, "listed">;
}

export function registerDisputeRoutes(app: FastifyInstance, { disputes, viewLog }: DisputeRoutesDeps): void {
  route(app, listDisputes, async ({ actor, query }) => {
    const { state, page, limit, perPage } = query;
    const { rows, ...counts } = await disputes.list({ state, page, limit: limit ?? perPage });
    viewLog.listed(actor.id, rows.length + counts.paid_while_deleted.length);
    return { data: rows, ...counts };
  });
  route(app, updateDispute, async ({ actor, body }) => ({
    data: await disputes.update(actor, body),
    message: MESSAGES.disputeUpdated,
  }));
  route(app, closeDispute, async ({ actor, body }) => ({
    data: await disputes.close(actor, body),
    message: MESSAGES.disputeClosed,
  }));
  route(app, reopenDispute, async ({ actor, body }) => ({
    data: await disputes.reopen(actor, body),
    message: MESSAGES.disputeReopened,
  }));
}
