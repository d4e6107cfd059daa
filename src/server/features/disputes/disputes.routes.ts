import type { FastifyInstance } from "fastify";
import { closeDispute, listDisputes, reopenDispute, updateDispute } from "#contract/disputes/disputes.ts";
import { DISPUTE_MESSAGES } from "#contract/disputes/messages.ts";
import { route } from "#server/platform/http/route.ts";
import type { DisputesService } from "./disputes.service.ts";

export function registerDisputeRoutes(app: FastifyInstance, disputes: DisputesService): void {
  route(app, listDisputes, async ({ actor, query }) => {
    const { state, page, limit, perPage } = query;
    const { rows: data, ...counts } = await disputes.list(actor, { state, page, limit: limit ?? perPage });
    return { data, ...counts, rows: [...data, ...counts.paid_while_deleted].map(({ order_id: id }) => id) };
  });
  route(app, updateDispute, async ({ actor, body }) => {
    const { orderId, dispute } = await disputes.update(actor, body);
    return { data: dispute, order: orderId, message: DISPUTE_MESSAGES.disputeUpdated };
  });
  route(app, closeDispute, async ({ actor, body }) => {
    const { orderId, dispute } = await disputes.close(actor, body);
    return { data: dispute, order: orderId, message: DISPUTE_MESSAGES.disputeClosed };
  });
  route(app, reopenDispute, async ({ actor, body }) => {
    const { orderId, dispute } = await disputes.reopen(actor, body);
    return { data: dispute, order: orderId, message: DISPUTE_MESSAGES.disputeReopened };
  });
}
