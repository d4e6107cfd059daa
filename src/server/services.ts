import path from "node:path";
import { createAuthServices } from "./auth-services.ts";
import { createAuditService } from "./features/audit/audit.service.ts";
import { createViewLog } from "./features/audit/view-log.ts";
import { registerAuthJobs } from "./features/auth/auth.jobs.ts";
import { deleteExpiredSessions } from "./features/auth/auth.repository.ts";
import { createLimits } from "./features/auth/limits.ts";
import { createConversationService } from "./features/conversation/conversation.service.ts";
import { createDisputesService } from "./features/disputes/disputes.service.ts";
import { findCurrentDocument } from "./features/documents/documents.repository.ts";
import { createDocumentsService } from "./features/documents/documents.service.ts";
import { isEmailContested } from "./features/email-changes/email-changes.repository.ts";
import { createEmailChangesService } from "./features/email-changes/email-changes.service.ts";
import { createFilingsService } from "./features/filings/filings.service.ts";
import { createGatewayActivationService } from "./features/gateways/gateway-activation.service.ts";
import { createGatewaysService } from "./features/gateways/gateways.service.ts";
import { createHooksService } from "./features/hooks/hooks.service.ts";
import { createSnsClient } from "./features/hooks/sns-client.ts";
import { createIntakeService } from "./features/intake/intake.service.ts";
import { createLiveService } from "./features/live/live.service.ts";
import { createMailService } from "./features/mail/mail.service.ts";
import { createMailTemplatesService } from "./features/mail-templates/mail-templates.service.ts";
import { createMailTextEditorService } from "./features/mail-templates/mail-text-editor.service.ts";
import { createNotificationsService } from "./features/notifications/notifications.service.ts";
import { createOrderViewsService } from "./features/order-views/order-views.service.ts";
import { createClaimsService } from "./features/orders/claims/claims.service.ts";
import { createCorrectionsService, factsVersionConflict } from "./features/orders/corrections/corrections.service.ts";
import { createCustomerRequests } from "./features/orders/corrections/customer-requests.ts";
import { orderTransactions } from "./features/orders/detail/order-transaction.repository.ts";
import { createDueTimesService } from "./features/orders/due/due-times.service.ts";
import { orderEmails } from "./features/orders/email/order-email.repository.ts";
import { createOrderExportService } from "./features/orders/export/order-export.service.ts";
import { createReceivedOrdersService } from "./features/orders/intake/received-orders.service.ts";
import { createCountKeeper } from "./features/orders/list/count-keeper.ts";
import { createBulkMovesService } from "./features/orders/moves/bulk-moves.service.ts";
import { findOrderChanges } from "./features/orders/moves/order-changes.repository.ts";
import { registerOrderJobs } from "./features/orders/moves/release-orders.jobs.ts";
import { countryName } from "./features/orders/nationality.ts";
import { orderReads } from "./features/orders/order-facts.repository.ts";
import { orderLanguages } from "./features/orders/order-language.repository.ts";
import { createOrdersService } from "./features/orders/orders.service.ts";
import { createPurgeService } from "./features/orders/purge/purge.service.ts";
import { findDuplicates } from "./features/orders/related/duplicate-rule.ts";
import { createRelatedOrdersService } from "./features/orders/related/related-orders.service.ts";
import { registerSearchJobs } from "./features/orders/search/search-text.jobs.ts";
import { createPacksService } from "./features/packs/packs.service.ts";
import { missingCompanyDetails } from "./features/packs/preflight.ts";
import { countedRender } from "./features/packs/render/counted-render.ts";
import { createPackRenderer } from "./features/packs/render/pack-renderer.ts";
import { createQuestionsService } from "./features/questions/questions.service.ts";
import { createRefundsService } from "./features/refunds/refunds.service.ts";
import { createRemarksService } from "./features/remarks/remarks.service.ts";
import { createReportsService } from "./features/reports/reports.service.ts";
import { createSetupService } from "./features/setup/setup.service.ts";
import { createStatusMailsService } from "./features/status-mails/status-mails.service.ts";
import { createTeamService } from "./features/team/team.service.ts";
import { createMailTextsService } from "./features/texts/mail-texts.service.ts";
import { createTextsService } from "./features/texts/texts.service.ts";
import { createTimelineService } from "./features/timeline/timeline.service.ts";
import { describeUserAgent } from "./features/tracking/client-facts.ts";
import { findTrackable } from "./features/tracking/trackable-order.ts";
import { createTrackingService } from "./features/tracking/tracking.service.ts";
import { createTransactionsService } from "./features/transactions/transactions.service.ts";
import { toOrderRelations } from "./order-relations.ts";
import { systemClock } from "./platform/clock.ts";
import type { Queryable } from "./platform/db/client.ts";
import { removeFiles } from "./platform/files/files-with-rows.ts";
import { openFileStore } from "./platform/files/open-file-store.ts";
import { createSpaceWatch, watchedFolders } from "./platform/free-space.ts";
import { openCountries } from "./platform/geo/countries.ts";
import { deviceName } from "./platform/http/device-name.ts";
import { findSetback } from "./platform/jobs/clock-correction.ts";
import { createLinkTokens } from "./platform/mail/link-tokens.ts";
import { createMailTransports, isWrittenToFiles, preferredProvider } from "./platform/mail/mail-transports.ts";
import { createMetricsRegistry } from "./platform/metrics-registry.ts";
import { createPdfInspector } from "./platform/pdf/inspect-pdf.ts";
import { createSteadyClock } from "./platform/steady-clock.ts";
import type { ServiceDeps } from "./service-options.ts";

export type Services = Awaited<ReturnType<typeof createServices>>;

/** All features, wired together: the only place that knows all of them. */
export async function createServices(deps: ServiceDeps) {
  const { config, secrets, database, jobs, log, publicUrl, options } = deps;
  const { db, pool } = database;
  const { serviceName, isHttps } = config;
  const folder = (name: string) => path.resolve(config.dataDir, name);
  // Each with the current time of the clock.
  const endExpired = async (at: Date) => {
    await deleteExpiredSessions(db, at, new Date(at.getTime() - config.sessionIdleMs));
    await tracking.pruneGrants();
    await accountLinks.prune();
  };
  const isMachineClock = options.isMachineClock ?? deps.now === systemClock;
  const now = isMachineClock
    ? createSteadyClock({ now: deps.now, log, endExpired, setbackMs: await findSetback(pool) })
    : deps.now;
  const limits = createLimits(pool);
  const space = createSpaceWatch(await watchedFolders(config.dataDir), options.readFolder);
  const metrics = createMetricsRegistry();
  const countryOf = await openCountries();
  const files = options.files ?? (await openFileStore(config.storage, folder("files")));
  // Doesn't stop the start, because everything but files works. A mistyped address is found in this log line.
  void files.check().catch((error) => log.warn({ err: error }, "the file store does not answer"));
  const timeline = createTimelineService();
  const audit = createAuditService({ db, log, metrics, secret: secrets.session[0] ?? "", ...options.audit });
  const mailTransports = (name: string) =>
    options.mailTransports ?? createMailTransports({ ...config, folder: folder(name) });
  const mailTexts = createMailTextsService({ db, now, audit });
  const templates = createMailTemplatesService({ serviceName, publicUrl, replyTo: config.supportEmail }, mailTexts);
  const notifications = createNotificationsService({
    db,
    now,
    log,
    jobs,
    templates,
    transportsFor: mailTransports("mail/member-notices"),
    from: config.mailFrom,
    ...(options.mailSchedule?.pausesMs && { pausesMs: options.mailSchedule.pausesMs }),
  });
  const viewLog = createViewLog({
    db,
    now,
    log,
    audit,
    notifyAdmins: (tx, { name: member, orders, alarm }) => {
      const kind = alarm === "opened" ? "many-orders-read" : "many-orders-listed";
      return notifications.notifyAdmins(tx, { kind, facts: { member, orders } });
    },
    ...options.viewLog,
  });
  const placeOf = (ip: string) => {
    const code = countryOf(ip);
    return code === null ? null : countryName(code);
  };
  const access = createAuthServices({
    ...{ config, secrets, db, now, log, jobs, publicUrl, audit, limits, metrics, templates, notifications, placeOf },
    transportsFor: mailTransports("mail/password-resets"),
    ...(options.mailSchedule?.pausesMs && { pausesMs: options.mailSchedule.pausesMs }),
  });
  const { accountLinks, auth } = access;
  const orders = createOrdersService({ db, now, relations: toOrderRelations });
  const orderViews = createOrderViewsService({ db, now, audit, orders });
  const texts = createTextsService({ db, now });
  const team = createTeamService({ db, now, auth, links: accountLinks, limits, audit, notifications, orderViews });
  const gateways = createGatewaysService({ db });
  const gatewayActivation = createGatewayActivationService({ db, now, audit });
  const claims = createClaimsService({ db, now, timeline });
  const remarks = createRemarksService({ db, now, timeline, orders: orderReads });
  const orderExport = createOrderExportService({
    db,
    reading: database.reading,
    now,
    log,
    audit,
  });
  const mailTextEditor = createMailTextEditorService({
    ...{ db, now, log, limits, templates, orders: orderReads, from: config.mailFrom },
    transportsFor: mailTransports("mail/tests"),
  });
  const linkTokens = createLinkTokens(secrets.session[0] ?? "");
  const mail = createMailService({
    db,
    now,
    log,
    metrics,
    jobs,
    timeline,
    orders: { ...orderReads, moveBySystem: orders.moveBySystem, moveManyBySystem: orders.moveManyBySystem },
    findCurrentDocument,
    files,
    templates,
    transportsFor: mailTransports("mail"),
    linkTokens,
    from: config.mailFrom,
    replyTo: config.supportEmail,
    undoMs: config.mailUndoMs,
    audit,
    ...(options.mailSchedule && { schedule: options.mailSchedule }),
    ...(options.mailLimits && { mailLimits: options.mailLimits }),
  });
  const statusMails = createStatusMailsService({ db, now, log, audit, mail, templates });
  const emailChanges = createEmailChangesService({
    db,
    now,
    timeline,
    orders: orderEmails,
    mail,
    templates,
    linkTokens,
    limits,
    factsVersionConflict,
    notifyAdmins: (tx, facts) => notifications.notifyAdmins(tx, { kind: "email-contested", facts }),
  });
  const hooks = await createHooksService({
    settings: options.hooks ?? {
      topicArn: config.ses?.topicArn ?? null,
      webhookKey: config.sendgrid?.webhookKey ?? null,
    },
    snsClient: createSnsClient(options.sns),
    mail,
    audit,
    now,
    log,
    metrics,
  });
  const inspectPdf = options.inspectPdf ?? createPdfInspector();
  const common = { db, now, log, metrics, timeline, files, limits, orders: orderReads };
  const documents = createDocumentsService({ ...common, inspectPdf, mail });
  const visited = {
    findTrackable: (queryable: Queryable, orderId: number) =>
      findTrackable({ orders: orderReads, isEmailContested }, queryable, orderId),
    countryOf,
  };
  const customerRequests = createCustomerRequests({ db, now, timeline, ...visited });
  const questions = createQuestionsService({
    ...common,
    ...visited,
    documents,
    words: { deviceName, countryName },
  });
  const conversation = createConversationService({
    ...common,
    questions,
    orders: { ...orderReads, moveWithin: orders.moveWithin, chooseLanguage: orderLanguages.choose },
    mail,
    templates,
    documents,
    findCurrentDocument,
    serviceName,
    replyTo: config.supportEmail,
  });
  const filings = createFilingsService({ ...common, documents, factsVersionConflict, findDuplicates });
  const refunds = createRefundsService({ db, now, timeline });
  const tracking = createTrackingService({
    ...common,
    refunds,
    questions,
    customerRequests,
    keepLanguage: orderLanguages.keep,
    findCurrentDocument,
    isEmailContested,
    isHttps,
    countryOf,
  });
  const purge = createPurgeService({
    db,
    now,
    timeline,
    removeFiles: (keys) => removeFiles({ files, log }, keys),
    forgetMails: mail.forget,
    forgetClaims: claims.forget,
  });
  const bulkMoves = createBulkMovesService({ db, now, purge, requireFresh: auth.requireFresh });
  const dueTimes = createDueTimesService({ db, now, audit, jobs });
  const mailIsWrittenToFiles = isWrittenToFiles(config);
  const missingDetails = missingCompanyDetails(config.company);
  const setup = createSetupService({
    db,
    now,
    configured: { company: missingDetails.length === 0, mail_provider: !mailIsWrittenToFiles },
    areDueTimesSaved: dueTimes.areSettingsSaved,
  });
  const { filingWindowDays } = config;
  const corrections = createCorrectionsService({ db, now, timeline, filingWindowDays });
  const relatedOrders = createRelatedOrdersService({ db, now, timeline });
  const receivedOrders = createReceivedOrdersService({ timeline, filingWindowDays, gateways });
  const intake = createIntakeService({
    db,
    now,
    receivedOrders,
    keys: secrets.intakeKeys,
    requireRoom: space.requireRoom,
    limits,
    metrics,
  });
  const reports = createReportsService({ reading: database.reading, countryName });
  const transactions = createTransactionsService({ db, now, timeline, orders: orderTransactions });
  const countKeeper = createCountKeeper({ db, log, metrics });
  const disputes = createDisputesService({ db, now, timeline, orders: orderReads });
  const packRenderer = options.packRenderer ?? createPackRenderer();
  const packs = createPacksService({
    ...common,
    disputes,
    company: config.company,
    serviceName,
    words: { describeUserAgent, countryOf, countryName },
    render: countedRender(packRenderer.render, metrics),
  });
  const live = createLiveService({
    database,
    log,
    orders: { counts: orders.counts, changes: findOrderChanges },
    claims,
    ...(options.live && { times: options.live }),
  });

  return {
    ...access,
    audit,
    bulkMoves,
    claims,
    conversation,
    corrections,
    countKeeper,
    customerRequests,
    disputes,
    documents,
    dueTimes,
    filings,
    emailChanges,
    gatewayActivation,
    gateways,
    hooks,
    intake,
    limits,
    live,
    mail,
    mailTemplates: templates,
    mailTextEditor,
    mailTexts,
    metrics,
    orderExport,
    orderViews,
    orders,
    packRenderer,
    packs,
    questions,
    receivedOrders,
    refunds,
    relatedOrders,
    remarks,
    reports,
    setup,
    space,
    statusMails,
    team,
    texts,
    timeline,
    tracking,
    transactions,
    viewLog,
    mailIsWrittenToFiles,
    missingCompanyDetails: missingDetails,
    preferredMailProvider: preferredProvider(config),
    checks: [
      { name: "database", check: async () => void (await pool.query("select 1")) },
      { name: "jobs", check: () => jobs.check() },
      { name: "storage", check: () => files.check() },
      { name: "space", check: space.check },
    ],
    registerJobs(): void {
      notifications.registerJobs();
      registerAuthJobs(jobs, { db, now, idleMs: config.sessionIdleMs, accountLinks, factors: access.factors });
      registerOrderJobs(jobs, { db, now });
      registerSearchJobs(jobs, db);
      dueTimes.registerJobs();
      countKeeper.registerJobs(jobs);
      intake.registerJobs(jobs);
      mail.registerJobs(jobs);
      statusMails.registerJobs(jobs);
      documents.registerJobs(jobs);
      filings.registerJobs(jobs);
      questions.registerJobs(jobs);
      packs.registerJobs(jobs);
      tracking.registerJobs(jobs);
      viewLog.registerJobs(jobs);
      audit.registerJobs(jobs, now);
    },
  };
}
