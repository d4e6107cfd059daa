import type { FastifyInstance } from "fastify";
import { REFUND_MESSAGES } from "#contract/refunds/messages.ts";
import { recordRefund, undoRefund } from "#contract/refunds/record-refund.ts";
import { recordRefunds, refundTotals, undoRefunds } from "#contract/refunds/refunds.ts";
import { route } from "#server/platform/http/route.ts";
import type { RefundsService } from "./refunds.service.ts";

const idsOf = (body: { orderId: readonly { id: number }[] }) => body.orderId.map(({ id }) => id);

export function registerRefundRoutes(app: FastifyInstance, refunds: RefundsService): void {
  route(app, recordRefunds, async ({ actor, body }) => {
    const { results, message } = await refunds.recordMany(actor, idsOf(body), body.reason);
    return { data: results, message };
  });
  route(app, undoRefunds, async ({ actor, body }) => {
    const { results, message } = await refunds.undoOwn(actor, idsOf(body));
    return { data: results, message };
  });
  route(app, recordRefund, async ({ actor, body }) => {
    const { orderId, refund } = await refunds.record(actor, body);
    return { data: refund, order: orderId, message: REFUND_MESSAGES.refundRecorded };
  });
  route(app, undoRefund, async ({ actor, body }) => {
    const { orderId, refund } = await refunds.undo(actor, body);
    return { data: refund, order: orderId, message: REFUND_MESSAGES.refundUndone };
  });
  route(app, refundTotals, async () => ({ data: await refunds.totals() }));
}
