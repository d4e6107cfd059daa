import path from "node:path";
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import type { Pool } from "pg";
import { Registry } from "prom-client";
import type { Config } from "./config.ts";
import { registerActivityRoutes } from "./features/activity/activity.routes.ts";
import { presentedToken, registerAuthRoutes } from "./features/auth/auth.routes.ts";
import { registerPasswordResetRoutes } from "./features/auth/password-reset.routes.ts";
import { registerDisputeRoutes } from "./features/disputes/disputes.routes.ts";
import { registerDocumentsRoutes } from "./features/documents/documents.routes.ts";
import { registerGatewayRoutes } from "./features/gateways/gateways.routes.ts";
import { registerHookRoutes } from "./features/hooks/hooks.routes.ts";
import { registerIntakeRoutes } from "./features/intake/intake.routes.ts";
import { registerLiveRoutes } from "./features/live/live.routes.ts";
import { registerMailRoutes } from "./features/mail/mail.routes.ts";
import { registerMailTemplateRoutes } from "./features/mail-templates/mail-templates.routes.ts";
import { registerOrderExportRoutes } from "./features/orders/order-export.routes.ts";
import { registerOrderRoutes } from "./features/orders/orders.routes.ts";
import { registerPackRoutes } from "./features/packs/packs.routes.ts";
import { registerRemarkRoutes } from "./features/remarks/remarks.routes.ts";
import { registerReportRoutes } from "./features/reports/reports.routes.ts";
import { registerTeamRoutes } from "./features/team/team.routes.ts";
import { registerFileRoutes } from "./features/tracking/file.routes.ts";
import { createVisitorGuard, registerTrackingRoutes } from "./features/tracking/tracking.routes.ts";
import { registerTransactionRoutes } from "./features/transactions/transactions.routes.ts";
import { registerFigures } from "./figures/register-figures.ts";
import { registerAccess } from "./platform/http/access.ts";
import { type Leaving, registerLeaving } from "./platform/http/leaving.ts";
import { registerMetrics } from "./platform/http/metrics.ts";
import { registerOpenApi } from "./platform/http/openapi.ts";
import { type Figures, registerOperations } from "./platform/http/operations.ts";
import { registerPages } from "./platform/http/pages.ts";
import { createHttpServer } from "./platform/http/server.ts";
import type { Services } from "./services.ts";

export interface AppDeps {
  config: Config;
  services: Services;
  pool: Pool;
  log: FastifyBaseLogger;
  /** Folder of the built pages; null serves the calls alone. */
  webRoot: string | null;
  /** What `/metrics` answers instead of this process's own figures. */
  figures?: Figures;
  /** Told of every route that is registered; the test over all routes listens here. */
  onRoute?: (route: RouteOptions) => void;
}

export const WEB_ROOT = path.join(import.meta.dirname, "../../dist/web");

export interface App {
  http: FastifyInstance;
  leaving: Leaving;
  /** What this process has counted and measured. */
  registry: Registry;
}

/** The whole program behind HTTP: platform first, then the features. Not yet listening. */
export async function buildApp({ config, services, pool, log, webRoot, figures, onRoute }: AppDeps): Promise<App> {
  const app = await createHttpServer({ log, trustedProxies: config.trustedProxies, isHttps: config.isHttps });
  if (onRoute !== undefined) app.addHook("onRoute", onRoute);
  const registry = new Registry();
  registerMetrics(app, registry, pool, services.live.openStreams);
  registerFigures(registry, { app, pool, measures: services.measures, log });
  const leaving = registerLeaving(app);
  const requireMember = (request: FastifyRequest) => services.auth.requireMember(presentedToken(request));

  registerAccess(app, {
    member: requireMember,
    visitor: createVisitorGuard(services.tracking),
    intake: (request) => services.intake.requireKey(presentedToken(request)),
  });

  await app.register(
    async (api) => {
      await registerOpenApi(api, config.serviceName);
      registerAuthRoutes(api, services.auth);
      registerPasswordResetRoutes(api, services.passwordReset);
      registerOrderRoutes(api, services);
      registerOrderExportRoutes(api, services);
      registerRemarkRoutes(api, services.remarks);
      registerDocumentsRoutes(api, services.documents);
      registerMailRoutes(api, services.mail);
      registerMailTemplateRoutes(api, services.mailTemplates);
      registerTrackingRoutes(api, services.tracking);
      registerTeamRoutes(api, services.team);
      registerActivityRoutes(api, services.activity);
      registerGatewayRoutes(api, services);
      registerTransactionRoutes(api, services.transactions);
      registerPackRoutes(api, services.packs);
      registerDisputeRoutes(api, services.disputes);
      registerReportRoutes(api, services.reports);
      registerIntakeRoutes(api, services.intake);
      registerHookRoutes(api, services.hooks);
      registerLiveRoutes(api, services.live, requireMember);
    },
    { prefix: "/api" },
  );
  registerFileRoutes(app, services.tracking);
  registerOperations(app, {
    checks: services.checks,
    figures: figures ?? { contentType: registry.contentType, text: () => registry.metrics() },
    isLeaving: () => leaving.isAnnounced,
    metricsToken: config.metricsToken,
    isProxied: config.publicUrl !== null || config.trustedProxies.length > 0,
    log,
  });
  if (webRoot !== null) {
    const { serviceName, links } = config;
    const { mailIsWrittenToFiles, preferredMailProvider } = services;
    const pageConfig = { serviceName, links, mailIsWrittenToFiles, preferredMailProvider };
    await registerPages(app, { webRoot, config: pageConfig });
  }
  return { http: app, leaving, registry };
}
