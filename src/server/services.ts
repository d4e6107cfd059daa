import path from "node:path";
import type { Config } from "./config.ts";
import { createActivityService } from "./features/activity/activity.service.ts";
import { registerAuthJobs } from "./features/auth/auth.jobs.ts";
import { createAuthService } from "./features/auth/auth.service.ts";
import { createLimits } from "./features/auth/limits.ts";
import { createPasswordResetService } from "./features/auth/password-reset.service.ts";
import { createTokenSigner } from "./features/auth/tokens.ts";
import { createDisputesService } from "./features/disputes/disputes.service.ts";
import { findCurrentDocument } from "./features/documents/documents.repository.ts";
import { createDocumentsService } from "./features/documents/documents.service.ts";
import { createGatewayActivationService } from "./features/gateways/gateway-activation.service.ts";
import { createGatewaysService } from "./features/gateways/gateways.service.ts";
import { createHooksService, type HookSettings } from "./features/hooks/hooks.service.ts";
import { createSnsClient, type SnsPeer } from "./features/hooks/sns-client.ts";
import { createIntakeService } from "./features/intake/intake.service.ts";
import { createLiveService, type LiveTimes } from "./features/live/live.service.ts";
import { createMailService } from "./features/mail/mail.service.ts";
import type { MailSchedule } from "./features/mail/mail-schedule.ts";
import { createMailTemplatesService } from "./features/mail-templates/mail-templates.service.ts";
import { createBulkMovesService } from "./features/orders/bulk-moves.service.ts";
import { createCountKeeper } from "./features/orders/count-keeper.ts";
import { countryName } from "./features/orders/nationality.ts";
import { findOrderChanges } from "./features/orders/order-changes.repository.ts";
import { createOrderExportService } from "./features/orders/order-export.service.ts";
import { orderReads } from "./features/orders/order-facts.repository.ts";
import { orderTransactions } from "./features/orders/order-transaction.repository.ts";
import { registerOrderJobs } from "./features/orders/orders.jobs.ts";
import { orderExists } from "./features/orders/orders.repository.ts";
import { createOrdersService } from "./features/orders/orders.service.ts";
import { createPurgeService } from "./features/orders/purge.service.ts";
import { createReceivedOrdersService } from "./features/orders/received-orders.service.ts";
import { createPacksService } from "./features/packs/packs.service.ts";
import { countedRender } from "./features/packs/render/counted-render.ts";
import { createPackRenderer, type PackRenderer } from "./features/packs/render/pack-renderer.ts";
import { createRemarksService } from "./features/remarks/remarks.service.ts";
import { createReportsService } from "./features/reports/reports.service.ts";
import { createTeamService } from "./features/team/team.service.ts";
import { createTimelineService } from "./features/timeline/timeline.service.ts";
import { describeUserAgent } from "./features/tracking/client-facts.ts";
import { createTrackingService } from "./features/tracking/tracking.service.ts";
import { createTransactionsService } from "./features/transactions/transactions.service.ts";
import { toOrderRelations } from "./order-relations.ts";
import type { Clock } from "./platform/clock.ts";
import type { DatabaseHandle } from "./platform/db/client.ts";
import type { FileStore } from "./platform/files/file-store.ts";
import { openFileStore } from "./platform/files/open-file-store.ts";
import { openCountries } from "./platform/geo/countries.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Log } from "./platform/log.ts";
import { createMailRoutes, isWrittenToFiles, preferredProvider } from "./platform/mail/mail-routes.ts";
import type { MailRoutes } from "./platform/mail/mail-transport.ts";
import { createMeasures } from "./platform/measures.ts";
import { createPdfInspector } from "./platform/pdf/inspect-pdf.ts";

/** What the program keeps to itself. */
export interface Secrets {
  session: string;
  intakeKeys: string[];
}

/** What tests and the demo shorten or replace; nothing of it is configuration. */
export interface ServiceOptions {
  mailSchedule?: Partial<MailSchedule>;
  mailRoutes?: MailRoutes;
  files?: FileStore;
  live?: Partial<LiveTimes>;
  /** Who reports to us, if not those of the configuration. */
  hooks?: HookSettings;
  sns?: { peer: SnsPeer; limitMs?: number };
  packRenderer?: PackRenderer;
}

export interface ServiceDeps {
  config: Config;
  secrets: Secrets;
  database: DatabaseHandle;
  jobs: Jobs;
  now: Clock;
  log: Log;
  /** Where people reach the program; asked late, because a free port is known only once it listens. */
  publicUrl: () => string;
  options: ServiceOptions;
}

export type Services = Awaited<ReturnType<typeof createServices>>;

/** The features, wired to each other: the one place that knows all of them. */
export async function createServices(deps: ServiceDeps) {
  const { config, secrets, database, jobs, now, log, publicUrl, options } = deps;
  const { db, pool } = database;
  const { serviceName, isHttps } = config;
  const folder = (name: string) => path.resolve(config.dataDir, name);
  const limits = createLimits(pool);
  const measures = createMeasures();
  const countryOf = await openCountries();
  const files = options.files ?? (await openFileStore(config.storage, folder("files")));
  // No reason not to start: everything but files works. Whoever mistyped the address reads it here.
  void files.check().catch((error) => log.warn({ err: error }, "the file store does not answer"));
  const timeline = createTimelineService();
  const auth = createAuthService({ db, now, tokens: createTokenSigner(secrets.session), limits });
  const activity = createActivityService({ db });
  const team = createTeamService({ db, now, auth, activity });
  const mailRoutes = (name: string) => options.mailRoutes ?? createMailRoutes({ ...config, folder: folder(name) });
  const letters = createMailTemplatesService({ serviceName, publicUrl });
  const passwordReset = createPasswordResetService({
    db,
    now,
    log,
    jobs,
    limits,
    recordActivity: activity.record,
    letters,
    routes: mailRoutes("mail/password-resets"),
    from: config.mailFrom,
    ...(options.mailSchedule?.pausesMs && { pausesMs: options.mailSchedule.pausesMs }),
  });
  const gateways = createGatewaysService({ db });
  const gatewayActivation = createGatewayActivationService({ db, now, recordActivity: activity.record });
  const remarks = createRemarksService({ db, now, timeline, orders: { exists: orderExists } });
  const orders = createOrdersService({ db, now, relations: toOrderRelations });
  const orderExport = createOrderExportService({
    db,
    reading: database.reading,
    now,
    log,
    recordActivity: activity.record,
  });
  const mail = createMailService({
    db,
    now,
    log,
    measures,
    jobs,
    timeline,
    orders: { ...orderReads, moveBySystem: orders.moveBySystem, moveManyBySystem: orders.moveManyBySystem },
    findCurrentDocument,
    files,
    letters,
    routes: mailRoutes("mail"),
    from: config.mailFrom,
    ...(options.mailSchedule && { schedule: options.mailSchedule }),
  });
  const hooks = createHooksService({
    settings: options.hooks ?? {
      topicArn: config.ses?.topicArn ?? null,
      webhookKey: config.sendgrid?.webhookKey ?? null,
    },
    snsClient: createSnsClient(options.sns),
    mail,
    now,
    log,
    measures,
  });
  const inspectPdf = createPdfInspector();
  const common = { db, now, log, measures, timeline, files, limits, orders: orderReads };
  const documents = createDocumentsService({ ...common, inspectPdf, mail });
  const tracking = createTrackingService({ ...common, findCurrentDocument, isHttps, countryOf });
  const purge = createPurgeService({
    db,
    now,
    timeline,
    removeFiles: documents.removeFiles,
    forgetMails: mail.forget,
  });
  const bulkMoves = createBulkMovesService({ db, now, timeline, purge });
  const { filingWindowDays } = config;
  const receivedOrders = createReceivedOrdersService({ timeline, filingWindowDays, gateways });
  const intake = createIntakeService({ db, now, receivedOrders, keys: secrets.intakeKeys });
  const reports = createReportsService({ reading: database.reading, countryName });
  const transactions = createTransactionsService({ db, now, timeline, orders: orderTransactions });
  const countKeeper = createCountKeeper({ db, log, measures });
  const disputes = createDisputesService({ db, now, timeline, orders: orderReads });
  const packRenderer = options.packRenderer ?? createPackRenderer();
  const packs = createPacksService({
    ...common,
    disputes,
    company: config.company,
    serviceName,
    words: { describeUserAgent, countryOf, countryName },
    render: countedRender(packRenderer.render, measures),
  });
  const live = createLiveService({
    database,
    log,
    orders: { counts: orders.counts, changes: findOrderChanges },
    ...(options.live && { times: options.live }),
  });

  return {
    activity,
    auth,
    bulkMoves,
    countKeeper,
    disputes,
    documents,
    gatewayActivation,
    gateways,
    hooks,
    intake,
    limits,
    live,
    mail,
    mailTemplates: letters,
    measures,
    orderExport,
    orders,
    packRenderer,
    packs,
    passwordReset,
    receivedOrders,
    remarks,
    reports,
    team,
    timeline,
    tracking,
    transactions,
    mailIsWrittenToFiles: isWrittenToFiles(config),
    preferredMailProvider: preferredProvider(config),
    checks: [
      { name: "database", check: async () => void (await pool.query("select 1")) },
      { name: "jobs", check: () => jobs.check() },
      { name: "storage", check: () => files.check() },
    ],
    registerJobs(): void {
      registerAuthJobs(jobs, { db, now, passwordReset });
      registerOrderJobs(jobs, { db, now });
      countKeeper.registerJobs(jobs);
      intake.registerJobs(jobs);
      mail.registerJobs(jobs);
      documents.registerJobs(jobs);
      packs.registerJobs(jobs);
      tracking.registerJobs(jobs);
    },
  };
}
