import type { FastifyInstance, FastifyRequest } from "fastify";
import { MESSAGES } from "#contract/messages.ts";
import { getDownloadHistory, recordDownload, trackOrder } from "#contract/tracking.ts";
import type { Visitor } from "#server/platform/http/access.ts";
import { clientOf } from "#server/platform/http/client.ts";
import { route } from "#server/platform/http/route.ts";
import { GRANT_SECONDS, type TrackingService } from "./tracking.service.ts";
import { isCrossSite, setVisitorCookies, visitorTokenOf, xsrfHeaderOf } from "./visitor-cookies.ts";

export function registerTrackingRoutes(app: FastifyInstance, service: TrackingService): void {
  route(app, trackOrder, async ({ body, request, reply }) => {
    const token = await service.track(body, clientOf(request), visitorTokenOf(request));
    setVisitorCookies(reply, token, { isHttps: service.isHttps, maxAgeSeconds: GRANT_SECONDS });
    return { data: null, message: MESSAGES.trackFound };
  });
  route(app, getDownloadHistory, ({ body, request }) => service.history(admitted(request), body.orderId));
  route(app, recordDownload, async ({ body, request }) => {
    await service.record(admitted(request), body, clientOf(request));
    return { data: null, message: MESSAGES.downloadRecorded };
  });
}

/** The guard of every call whose access is `visitor`. @throws AppError unauthenticated or xsrf */
export function createVisitorGuard(service: TrackingService): (request: FastifyRequest) => Promise<Visitor> {
  return (request) =>
    service.requireVisitor({
      token: visitorTokenOf(request),
      xsrf: xsrfHeaderOf(request),
      isCrossSite: isCrossSite(request),
    });
}

function admitted({ visitor }: FastifyRequest): Visitor {
  if (visitor === null) throw new Error("a visitor's route was served without its guard");
  return visitor;
}
