import type { FastifyInstance, FastifyRequest } from "fastify";
import { liveEvents } from "#contract/live/live.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import { eventRoute } from "#server/platform/http/route.ts";
import type { LiveService } from "./live.service.ts";

/** `requireMember` is the access check of staff calls; a stream repeats it at each heartbeat. */
export function registerLiveRoutes(
  app: FastifyInstance,
  live: LiveService,
  requireMember: (request: FastifyRequest) => Promise<SessionMember>,
): void {
  eventRoute(app, liveEvents, ({ actor: member, query, request }) =>
    live.open({
      member,
      orderId: query.order,
      isFirst: query.first !== undefined,
      recheck: () => requireMember(request),
    }),
  );
  // Before the server waits for requests in progress: a stream is one for as long as its screen is open.
  app.addHook("preClose", async () => live.endStreams());
}
