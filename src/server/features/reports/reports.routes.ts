import type { FastifyInstance } from "fastify";
import { REPORT_MESSAGES } from "#contract/reports/messages.ts";
import { countryReport } from "#contract/reports/reports.ts";
import { route } from "#server/platform/http/route.ts";
import type { ReportsService } from "./reports.service.ts";

export function registerReportRoutes(app: FastifyInstance, reports: ReportsService): void {
  route(app, countryReport, async ({ body }) => ({
    data: await reports.countries(body),
    message: REPORT_MESSAGES.reportReady,
  }));
}
