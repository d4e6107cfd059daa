import path from "node:path";
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import type { Pool } from "pg";
import { Registry } from "prom-client";
import { BACKGROUND_HEADER } from "#contract/sessions/sessions.ts";
import { trackPath } from "#contract/tracking/visitor-paths.ts";
import type { Config } from "./config.ts";
import { registerAuditRoutes, registerRefusalTrace } from "./features/audit/audit.routes.ts";
import { registerAccountLinkRoutes } from "./features/auth/account-links.routes.ts";
import { presentedToken, registerAuthRoutes } from "./features/auth/auth.routes.ts";
import { registerFactorRoutes } from "./features/auth/factors/factors.routes.ts";
import { registerPasswordResetRoutes } from "./features/auth/password-reset.routes.ts";
import { registerConversationRoutes } from "./features/conversation/conversation.routes.ts";
import { registerDisputeRoutes } from "./features/disputes/disputes.routes.ts";
import { registerDocumentsRoutes } from "./features/documents/documents.routes.ts";
import { registerEmailChangeRoutes } from "./features/email-changes/email-changes.routes.ts";
import { registerFilingRoutes } from "./features/filings/filings.routes.ts";
import { registerGatewayRoutes } from "./features/gateways/gateways.routes.ts";
import { registerHookRoutes } from "./features/hooks/hooks.routes.ts";
import { registerIntakeRoutes } from "./features/intake/intake.routes.ts";
import { registerLiveRoutes } from "./features/live/live.routes.ts";
import { registerMailRoutes } from "./features/mail/mail.routes.ts";
import { registerMailTemplateRoutes } from "./features/mail-templates/mail-templates.routes.ts";
import { registerOrderViewRoutes } from "./features/order-views/order-views.routes.ts";
import { registerClaimRoutes } from "./features/orders/claims/claims.routes.ts";
import { registerCorrectionRoutes } from "./features/orders/corrections/corrections.routes.ts";
import {
  createTakeCorrection,
  registerCustomerRequestRoute,
} from "./features/orders/corrections/customer-requests.routes.ts";
import { registerDueTimesRoutes } from "./features/orders/due/due-times.routes.ts";
import { registerOrderExportRoutes } from "./features/orders/export/order-export.routes.ts";
import { registerOrderRoutes } from "./features/orders/orders.routes.ts";
import { registerRelatedOrderRoutes } from "./features/orders/related/related-orders.routes.ts";
import { registerPackRoutes } from "./features/packs/packs.routes.ts";
import { createTakeAnswer, registerQuestionRoutes } from "./features/questions/questions.routes.ts";
import { registerRefundRoutes } from "./features/refunds/refunds.routes.ts";
import { registerRemarkRoutes } from "./features/remarks/remarks.routes.ts";
import { registerReportRoutes } from "./features/reports/reports.routes.ts";
import { registerSessionRoutes } from "./features/sessions/sessions.routes.ts";
import { registerSetupRoutes } from "./features/setup/setup.routes.ts";
import { registerStatusMailRoutes } from "./features/status-mails/status-mails.routes.ts";
import { registerTeamRoutes } from "./features/team/team.routes.ts";
import { registerTextRoutes } from "./features/texts/texts.routes.ts";
import { registerFileRoutes } from "./features/tracking/file.routes.ts";
import { createVisitorGuard, registerTrackingRoutes } from "./features/tracking/tracking.routes.ts";
import { chooseLanguage, registerVisitorPages } from "./features/tracking/visitor-pages.routes.ts";
import { createVisitorPages } from "./features/tracking/visitor-pages.ts";
import { registerTransactionRoutes } from "./features/transactions/transactions.routes.ts";
import { registerMetrics } from "./metrics/register-metrics.ts";
import type { Clock } from "./platform/clock.ts";
import { type Guards, registerAccess } from "./platform/http/access.ts";
import { clientOf } from "./platform/http/client.ts";
import { registerOpenApi } from "./platform/http/openapi.ts";
import { registerOperations } from "./platform/http/operations.ts";
import { registerPages } from "./platform/http/pages.ts";
import { registerProcessMetrics } from "./platform/http/process-metrics.ts";
import { createHttpServer } from "./platform/http/server.ts";
import { registerShutdown, type Shutdown } from "./platform/http/shutdown.ts";
import { createUploadGate } from "./platform/http/upload-gate.ts";
import type { Services } from "./services.ts";

export interface AppDeps {
  config: Config;
  services: Services;
  pool: Pool;
  now: Clock;
  log: FastifyBaseLogger;
  /** Folder of the built pages; null serves the API only. */
  webRoot: string | null;
  /** Called for every registered route; the test over all routes uses it. */
  onRoute?: (route: RouteOptions) => void;
}

export const WEB_ROOT = path.join(import.meta.dirname, "../../dist/web");

export interface App {
  http: FastifyInstance;
  shutdown: Shutdown;
}

/** The HTTP server: platform first, then the features. Not listening yet. */
export async function buildApp({ config, services, pool, now, log, webRoot, onRoute }: AppDeps): Promise<App> {
  const app = await createHttpServer({
    log,
    trustedProxies: config.trustedProxies,
    isHttps: config.isHttps,
    pageInstead,
    onFailure: services.space.note,
  });
  if (onRoute !== undefined) app.addHook("onRoute", onRoute);
  const isProxied = config.publicUrl !== null || config.trustedProxies.length > 0;
  const registry = new Registry();
  registerProcessMetrics(app, registry, pool, services.live.openStreams);
  registerMetrics(registry, { app, pool, metrics: services.metrics, space: services.space, log });
  registerRefusalTrace(app, services.audit, now);
  const shutdown = registerShutdown(app);
  const requireMember = (request: FastifyRequest) =>
    services.auth.requireMember(presentedToken(request), isUse(request) ? clientOf(request).ip : null);
  // A stream that rechecks its session doesn't count as use of the session.
  const recheckMember = (request: FastifyRequest) => services.auth.requireMember(presentedToken(request), null);

  const guards: Guards = {
    member: requireMember,
    visitor: createVisitorGuard(services.tracking),
    fresh: services.auth.requireFresh,
    intake: (request) => services.intake.requireKey(presentedToken(request), () => clientOf(request).ip),
  };
  registerAccess(app, guards, { ...services.viewLog, admit: services.limits.details });

  const takeAnswer = createTakeAnswer(services);
  await app.register(
    // biome-ignore lint/nursery/noMisusedPromises: Fastify waits for an asynchronous plugin
    async (api) => {
      // Open on the machine itself; elsewhere the API description requires a session.
      const access = isProxied ? "session" : "public";
      await registerOpenApi(api, { serviceName: config.serviceName, access });
      registerAuthRoutes(api, services, config);
      registerFactorRoutes(api, services);
      registerPasswordResetRoutes(api, services.passwordReset);
      registerAccountLinkRoutes(api, services.linkActions);
      registerSessionRoutes(api, services.sessions);
      registerOrderRoutes(api, services);
      registerOrderExportRoutes(api, services);
      registerDueTimesRoutes(api, services);
      registerOrderViewRoutes(api, services.orderViews);
      registerClaimRoutes(api, services.claims);
      registerCorrectionRoutes(api, services);
      registerCustomerRequestRoute(api, services);
      registerRelatedOrderRoutes(api, services.relatedOrders);
      registerRemarkRoutes(api, services);
      const uploadGate = createUploadGate();
      registerDocumentsRoutes(api, { ...services, uploadGate });
      registerFilingRoutes(api, { ...services, uploadGate });
      registerMailRoutes(api, services.mail);
      registerConversationRoutes(api, { ...services, uploadGate });
      registerMailTemplateRoutes(api, services);
      registerEmailChangeRoutes(api, services.emailChanges);
      registerTrackingRoutes(api, services.tracking);
      registerQuestionRoutes(api, { ...services, takeAnswer });
      registerTeamRoutes(api, services.team);
      registerTextRoutes(api, services);
      registerStatusMailRoutes(api, services);
      registerSetupRoutes(api, services.setup);
      registerAuditRoutes(api, services.audit);
      registerGatewayRoutes(api, services);
      registerTransactionRoutes(api, services.transactions);
      registerPackRoutes(api, services.packs);
      registerDisputeRoutes(api, services.disputes);
      registerRefundRoutes(api, services.refunds);
      registerReportRoutes(api, services.reports);
      registerIntakeRoutes(api, services.intake);
      registerHookRoutes(api, services.hooks);
      registerLiveRoutes(api, services.live, recheckMember);
    },
    { prefix: "/api" },
  );
  const { serviceName, links, supportEmail, publicUrl } = config;
  const visitorPages =
    webRoot === null ? null : await createVisitorPages({ webRoot, serviceName, links, supportEmail });
  registerFileRoutes(app, services.tracking, visitorPages);
  registerOperations(app, {
    checks: services.checks,
    registry,
    isShuttingDown: () => shutdown.isAnnounced,
    metricsToken: config.metricsToken,
    isProxied,
    log,
  });
  if (webRoot !== null && visitorPages !== null) {
    await registerVisitorPages(app, {
      service: services.tracking,
      takeAnswer,
      takeCorrection: createTakeCorrection(services),
      emailChanges: services.emailChanges,
      pages: visitorPages,
      publicUrl,
    });
    const { passwordMin, secondFactorRoles } = config;
    const { mailIsWrittenToFiles, missingCompanyDetails, preferredMailProvider } = services;
    const mail = { mailIsWrittenToFiles, preferredMailProvider };
    const factors = { secondFactorRoles, passkeyOrigin: services.passkeys.origin() };
    const pageConfig = { serviceName, links, ...mail, missingCompanyDetails, passwordMin, ...factors };
    await registerPages(app, {
      webRoot,
      config: pageConfig,
      securityContact: config.securityContact,
      sendNotFound: async (request, reply) =>
        chooseLanguage(request, reply, config) ? reply : await visitorPages.send(request, reply, { path: null }),
    });
  }
  return { http: app, shutdown };
}

/** Whether a person made this call rather than a screen that refreshes itself. */
function isUse({ headers, routeOptions }: FastifyRequest): boolean {
  return headers[BACKGROUND_HEADER] !== "1" && routeOptions.config.operation?.countsAsUse !== false;
}

/** The page for a person whose link is malformed; a call gets its refusal. */
function pageInstead(method: string, url: string): string | undefined {
  if (method !== "GET" || /^\/(?:api|uploads)\//.test(url)) return undefined;
  return url.startsWith("/admin/") ? "/admin" : trackPath();
}
