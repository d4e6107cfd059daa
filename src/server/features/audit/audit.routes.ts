import type { FastifyInstance, FastifyRequest } from "fastify";
import { listActivity } from "#contract/audit/audit.ts";
import { auditLog, viewLog } from "#contract/audit/audit-lists.ts";
import { placeOf } from "#contract/paging.ts";
import type { Clock } from "#server/platform/clock.ts";
import { addressOf } from "#server/platform/http/client.ts";
import { refusalOf } from "#server/platform/http/errors.ts";
import { route } from "#server/platform/http/route.ts";
import { networkOf } from "#server/platform/ip-address.ts";
import type { AuditService } from "./audit.service.ts";

export function registerAuditRoutes(app: FastifyInstance, audit: AuditService): void {
  route(app, listActivity, async ({ query }) => ({ data: await audit.activity(query.type) }));
  route(app, auditLog, async ({ query }) => {
    const { rows, total, isCapped } = await audit.list(query, placeOf(query));
    return { data: rows, total, total_capped: isCapped };
  });
  route(app, viewLog, async ({ query }) => {
    const { rows, total, isCapped } = await audit.views(query, placeOf(query));
    return { data: rows, total, total_capped: isCapped };
  });
}

/** Counts refusals of signed-in members: missing permission or rate limit. */
export function registerRefusalTrace(app: FastifyInstance, audit: Pick<AuditService, "count">, now: Clock): void {
  app.addHook("onResponse", (request, reply, done) => {
    const code = refusalOf(reply);
    if (request.member !== null && (code === "forbidden" || code === "rate_limited")) {
      const call = `${request.method} ${request.routeOptions.url ?? "unknown"}`;
      const network = networkOfRequest(request);
      const by = { at: now(), actorId: request.member.id };
      if (code === "forbidden") audit.count({ ...by, event: { type: "refused", data: { call, network } } });
      else audit.count({ ...by, event: { type: "locked-out", data: { from: call, account: null, network } } });
    }
    done();
  });
}

function networkOfRequest(request: FastifyRequest): string {
  const ip = addressOf(request);
  return ip === null ? "" : networkOf(ip);
}
