import type { FastifyInstance, FastifyRequest } from "fastify";
import { DOWNLOAD_REPORT_MESSAGES, settleDownloadReport } from "#contract/downloads/download-reports.ts";
import { TRACKING_MESSAGES } from "#contract/tracking/messages.ts";
import {
  getDownloadHistory,
  leaveVisit,
  recordDownload,
  reportDownload,
  trackOrder,
} from "#contract/tracking/tracking.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import type { Visitor } from "#server/platform/http/access.ts";
import { clientOf } from "#server/platform/http/client.ts";
import { route } from "#server/platform/http/route.ts";
import { GRANT_SECONDS, type TrackingService } from "./tracking.service.ts";
import {
  chosenLanguage,
  clearVisitorCookies,
  isCrossSite,
  setVisitorCookies,
  visitorTokenOf,
  xsrfHeaderOf,
} from "./visitor-cookies.ts";

export function registerTrackingRoutes(app: FastifyInstance, service: TrackingService): void {
  route(app, trackOrder, async ({ body, request, reply }) => {
    const token = await service.track(body, clientOf(request), visitorTokenOf(request, service));
    setVisitorCookies(reply, token, { isHttps: service.isHttps, maxAgeSeconds: GRANT_SECONDS });
    return { data: null, message: VISITOR_MESSAGES.trackFound };
  });
  route(app, leaveVisit, async ({ request, reply }) => {
    await service.leave(visitorTokenOf(request, service));
    clearVisitorCookies(reply, service);
    // Neither "storage" nor "cookies": that would also sign out a member of staff on the same origin.
    reply.header("clear-site-data", '"cache"');
    return { data: null, message: VISITOR_MESSAGES.visitorLeft };
  });
  route(app, getDownloadHistory, ({ body, request }) =>
    service.history(admitted(request), { ...body, language: chosenLanguage(request) }),
  );
  route(app, reportDownload, async ({ body, request }) => {
    await service.reportDownload(admitted(request), clientOf(request), body);
    return { data: null, message: VISITOR_MESSAGES.reportSent };
  });
  route(app, settleDownloadReport, async ({ actor, body }) => {
    const order = await service.settleDownloadReport(actor, body.reportId);
    return { data: null, order, message: DOWNLOAD_REPORT_MESSAGES.reportSettled };
  });
  route(app, recordDownload, async ({ body, request }) => {
    await service.record(admitted(request), body, clientOf(request));
    return { data: null, message: TRACKING_MESSAGES.downloadRecorded };
  });
}

/** The guard of every operation with access `visitor`. @throws AppError unauthenticated or xsrf */
export function createVisitorGuard(service: TrackingService): (request: FastifyRequest) => Promise<Visitor> {
  return (request) =>
    service.requireVisitor({
      token: visitorTokenOf(request, service),
      xsrf: xsrfHeaderOf(request),
      isCrossSite: isCrossSite(request),
    });
}

function admitted({ visitor }: FastifyRequest): Visitor {
  if (visitor === null) throw new Error("a visitor route was called without its guard");
  return visitor;
}
