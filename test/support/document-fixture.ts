import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { asc, eq } from "drizzle-orm";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import { createAuditService } from "#server/features/audit/audit.service.ts";
import { findCurrentDocument } from "#server/features/documents/documents.repository.ts";
import { registerDocumentsRoutes } from "#server/features/documents/documents.routes.ts";
import { createDocumentsService } from "#server/features/documents/documents.service.ts";
import { isEmailContested } from "#server/features/email-changes/email-changes.repository.ts";
import { registerFilingRoutes } from "#server/features/filings/filings.routes.ts";
import { createFilingsService } from "#server/features/filings/filings.service.ts";
import { registerMailRoutes } from "#server/features/mail/mail.routes.ts";
import { createMailService } from "#server/features/mail/mail.service.ts";
import type { MailSchedule } from "#server/features/mail/mail-schedule.ts";
import { createMailTemplatesService } from "#server/features/mail-templates/mail-templates.service.ts";
import { factsVersionConflict } from "#server/features/orders/corrections/corrections.service.ts";
import { createCustomerRequests } from "#server/features/orders/corrections/customer-requests.ts";
import { createOrderDetailsReader } from "#server/features/orders/detail/order-details.repository.ts";
import { countryName } from "#server/features/orders/nationality.ts";
import { orderReads } from "#server/features/orders/order-facts.repository.ts";
import { orderLanguages } from "#server/features/orders/order-language.repository.ts";
import { createOrdersService, type OrdersService } from "#server/features/orders/orders.service.ts";
import { findDuplicates } from "#server/features/orders/related/duplicate-rule.ts";
import { createQuestionsService } from "#server/features/questions/questions.service.ts";
import { createRefundsService } from "#server/features/refunds/refunds.service.ts";
import { createTimelineService } from "#server/features/timeline/timeline.service.ts";
import { toDownloadEntry } from "#server/features/tracking/download-mapping.ts";
import { registerFileRoutes } from "#server/features/tracking/file.routes.ts";
import { findTrackable } from "#server/features/tracking/trackable-order.ts";
import { createVisitorGuard, registerTrackingRoutes } from "#server/features/tracking/tracking.routes.ts";
import { createTrackingService } from "#server/features/tracking/tracking.service.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Queryable } from "#server/platform/db/client.ts";
import { members, orderEventPayloads, orderEvents, orders } from "#server/platform/db/schema.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { openLocalFileStore } from "#server/platform/files/local-file-store.ts";
import { openCountries } from "#server/platform/geo/countries.ts";
import { type Guards, registerAccess } from "#server/platform/http/access.ts";
import { deviceName } from "#server/platform/http/device-name.ts";
import { createHttpServer } from "#server/platform/http/server.ts";
import { createUploadGate } from "#server/platform/http/upload-gate.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { createFileTransport } from "#server/platform/mail/file-transport.ts";
import { createLinkTokens } from "#server/platform/mail/link-tokens.ts";
import type { MailTransports } from "#server/platform/mail/mail-transport.ts";
import { createPdfInspector, type InspectPdf } from "#server/platform/pdf/inspect-pdf.ts";
import { testLog } from "./log-capture.ts";
import { createTestDatabase } from "./test-database.ts";

interface FixtureOptions {
  transportsFor?: MailTransports;
  schedule?: Partial<MailSchedule>;
  inspectPdf?: InspectPdf;
  /** The file store; a folder by default. */
  files?: FileStore;
  uploadStallMs?: number;
}

export type DocumentFixture = Awaited<ReturnType<typeof openFixture>>;
export const STAFF_TOKEN = "staff";

/** The real inspector with a cache: a PDF thread costs more than most tests that use it. */
function createRememberingInspector(): InspectPdf {
  const inspect = createPdfInspector();
  const known = new Map<string, ReturnType<InspectPdf>>();
  return (bytes) => {
    const key = createHash("sha256").update(bytes).digest("hex");
    const findings = known.get(key) ?? inspect(bytes);
    known.set(key, findings);
    return findings;
  };
}

/** Documents, mail and tracking on a real database, a job queue without workers, temporary folders and a fixed clock. */
export async function openFixture(options: FixtureOptions = {}) {
  const database = await createTestDatabase();
  const { db } = database;
  const folder = await mkdtemp(path.join(tmpdir(), "documents-"));
  const log = testLog;
  const clock = { at: new Date() };
  const now = () => clock.at;
  const jobs = createJobs({ connectionString: database.connectionString, log, work: false });
  const files = options.files ?? (await openLocalFileStore(path.join(folder, "files")));
  const timeline = createTimelineService();
  const limits = {
    upload: async (_memberId: number) => undefined,
    answer: async (_ip: string) => undefined,
    tracking: async () => ({
      exhausted: null,
      succeeded: async () => undefined,
    }),
  };
  const systemMoves: { to: OrderStatus; reason: string | null }[] = [];
  const relations = () => ({
    dispute: null,
    disputes: [],
    refunds: [],
    downloadHistory: [],
    filings: [],
    mailHistory: [],
    email_change: null,
    uploadDoc: [],
    remark: [],
    timeline: [],
    history_head: null,
  });
  const findDetails = createOrderDetailsReader(db);
  const moves = createOrdersService({ db, now, relations });
  const moveManyBySystem: OrdersService["moveManyBySystem"] = async (tx, given) => {
    const moved = await moves.moveManyBySystem(tx, given);
    for (const { orderId, to, reason } of given) if (moved.has(orderId)) systemMoves.push({ to, reason });
    return moved;
  };
  const moveBySystem: OrdersService["moveBySystem"] = async (tx, move) =>
    (await moveManyBySystem(tx, [move])).has(move.orderId);
  const fileTransport = createFileTransport(path.join(folder, "mail"));
  const fileTransports: MailTransports = (provider) => [{ provider, transport: fileTransport }];
  const common = { db, now, log, files, timeline, limits, findCurrentDocument, orders: orderReads };
  const audit = createAuditService({ db, log, secret: "of the tests" });
  const mail = createMailService({
    ...common,
    jobs,
    orders: { ...orderReads, moveBySystem, moveManyBySystem },
    transportsFor: options.transportsFor ?? fileTransports,
    linkTokens: createLinkTokens("a secret of its own"),
    from: "Arrival Desk <no-reply@desk.example>",
    templates: createMailTemplatesService({
      serviceName: "Sri Lanka Arrival Card",
      publicUrl: () => "https://desk.example",
    }),
    audit,
    // No limits: outbox tests send many mails for one order, and the limits have their own tests.
    mailLimits: { order: { most: 1000, windowMs: 1 }, otherAddresses: { most: 1000, windowMs: 1 } },
    ...(options.schedule && { schedule: options.schedule }),
  });
  const documents = createDocumentsService({
    ...common,
    mail,
    inspectPdf: options.inspectPdf ?? createRememberingInspector(),
  });
  const filings = createFilingsService({ ...common, documents, factsVersionConflict, findDuplicates });
  const countryOf = await openCountries();
  const visited = {
    findTrackable: (queryable: Queryable, id: number) =>
      findTrackable({ orders: orderReads, isEmailContested }, queryable, id),
    countryOf,
  };
  const questions = createQuestionsService({
    ...common,
    ...visited,
    documents,
    words: { deviceName, countryName },
  });
  const tracking = createTrackingService({
    ...common,
    questions,
    keepLanguage: orderLanguages.keep,
    customerRequests: createCustomerRequests({ ...common, ...visited }),
    refunds: createRefundsService({ db, now, timeline }),
    isEmailContested,
    isHttps: false,
    countryOf,
  });
  for (const feature of [mail, documents, filings, tracking]) feature.registerJobs(jobs);
  await jobs.start();

  const [member] = await db
    .insert(members)
    .values({
      name: "Ann Clerk",
      email: "ann@staff.example",
      emailKey: "ann@staff.example",
      role: "Team",
      passwordHash: "-",
    })
    .returning();
  const actor = { id: member?.id ?? 0 };
  const app = await createHttpServer({ log, trustedProxies: [], isHttps: false });
  const shown = { admit: async () => undefined, opened: () => undefined, listed: () => undefined };
  const guards: Guards = {
    member: async (request) => {
      if (request.headers.authorization !== STAFF_TOKEN) throw new AppError("unauthenticated", "Please sign in.");
      const { id } = actor;
      return {
        id,
        name: "Ann Clerk",
        email: "",
        type: "Team",
        sessionIdHash: Buffer.alloc(32),
        authenticatedAt: now(),
        method: "password",
        scope: "full",
        idleMsLeft: null,
      };
    },
    visitor: createVisitorGuard(tracking),
    intake: async () => undefined,
    fresh: () => undefined,
  };
  registerAccess(app, guards, shown);
  await app.register(
    (api, _options, done) => {
      const stall = options.uploadStallMs === undefined ? {} : { uploadStallMs: options.uploadStallMs };
      const uploadGate = createUploadGate();
      registerDocumentsRoutes(api, { documents, uploadGate, ...stall });
      registerFilingRoutes(api, { filings, uploadGate });
      registerMailRoutes(api, mail);
      registerTrackingRoutes(api, tracking);
      done();
    },
    { prefix: "/api" },
  );
  registerFileRoutes(app, tracking, null);
  const address = await app.listen({ host: "127.0.0.1", port: 0 });

  return {
    db,
    pool: database.pool,
    connectionString: database.connectionString,
    folder,
    clock,
    files,
    mail,
    documents,
    tracking,
    limits,
    fileTransport,
    /** As shown in the order's details. */
    downloads: async (orderId: number) =>
      ((await findDetails(orderId))?.downloads ?? []).map(({ file1, reports, ...download }) =>
        toDownloadEntry({ download, file1, reports }),
      ),
    systemMoves,
    /** A move by a member. */
    move: (orderId: number, to: OrderStatus) =>
      moves.move({ ...actor, type: "Team" }, { orderId, to, version: undefined }),
    actor,
    address,
    app,
    addOrder: async (given: Partial<typeof orders.$inferInsert> = {}): Promise<number> => {
      const [row] = await db
        .insert(orders)
        .values({
          status: "New",
          statusChangedAt: clock.at,
          createdAt: clock.at,
          processingMode: "Standard",
          isPaid: true,
          fullName: "N. K. Perera",
          email: "Traveller@example.com",
          emailKey: "traveller@example.com",
          ...given,
        })
        .returning({ id: orders.id });
      return row?.id ?? 0;
    },
    order: async (id: number) => (await db.select().from(orders).where(eq(orders.id, id)))[0],
    events: async (orderId: number) =>
      await db
        .select({ type: orderEvents.type, actorId: orderEvents.actorId, data: orderEventPayloads.data })
        .from(orderEvents)
        .innerJoin(orderEventPayloads, eq(orderEventPayloads.eventId, orderEvents.id))
        .where(eq(orderEvents.orderId, orderId))
        .orderBy(asc(orderEvents.seq)),
    /** Counts of everything that an upload could leave behind. */
    traces: async () => {
      const { rows } = await database.pool.query<Record<"documents" | "mails" | "events" | "jobs", number>>(
        `select (select count(*)::int from documents) as documents, (select count(*)::int from mails) as mails,
           (select count(*)::int from order_events) as events,
           (select count(*)::int from pgboss.job where name = 'mail-send') as jobs`,
      );
      const [counts] = rows;
      if (counts === undefined) throw new Error("nothing was counted");
      if (options.files !== undefined) return { ...counts, files: (await files.list("documents")).length };
      // Not the store's listing, which excludes temporary files.
      const entries = await readdir(path.join(folder, "files"), { recursive: true, withFileTypes: true });
      return { ...counts, files: entries.filter((entry) => entry.isFile()).length };
    },
    advance: (ms: number) => {
      clock.at = new Date(clock.at.getTime() + ms);
    },
    close: async () => {
      await app.close();
      await jobs.stop(1000);
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
