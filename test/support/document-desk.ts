import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { asc, eq } from "drizzle-orm";
import { pino } from "pino";
import type { OrderStatus } from "#contract/order-status.ts";
import { findCurrentDocument } from "#server/features/documents/documents.repository.ts";
import { registerDocumentsRoutes } from "#server/features/documents/documents.routes.ts";
import { createDocumentsService } from "#server/features/documents/documents.service.ts";
import { registerMailRoutes } from "#server/features/mail/mail.routes.ts";
import { createMailService } from "#server/features/mail/mail.service.ts";
import type { MailSchedule } from "#server/features/mail/mail-schedule.ts";
import { createMailTemplatesService } from "#server/features/mail-templates/mail-templates.service.ts";
import { orderReads } from "#server/features/orders/order-facts.repository.ts";
import { createOrdersService, type OrdersService } from "#server/features/orders/orders.service.ts";
import { createTimelineService } from "#server/features/timeline/timeline.service.ts";
import { registerFileRoutes } from "#server/features/tracking/file.routes.ts";
import { createVisitorGuard, registerTrackingRoutes } from "#server/features/tracking/tracking.routes.ts";
import { createTrackingService } from "#server/features/tracking/tracking.service.ts";
import { AppError } from "#server/platform/app-error.ts";
import { members, orderEventPayloads, orderEvents, orders } from "#server/platform/db/schema.ts";
import { type FileStore, openLocalFileStore } from "#server/platform/files/file-store.ts";
import { openCountries } from "#server/platform/geo/countries.ts";
import { registerAccess } from "#server/platform/http/access.ts";
import { createHttpServer } from "#server/platform/http/server.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { createFileTransport } from "#server/platform/mail/file-transport.ts";
import type { MailRoutes } from "#server/platform/mail/mail-transport.ts";
import { createPdfInspector, type InspectPdf } from "#server/platform/pdf/inspect-pdf.ts";
import { createTestDatabase } from "./test-database.ts";

interface DeskOptions {
  routes?: MailRoutes;
  schedule?: Partial<MailSchedule>;
  inspectPdf?: InspectPdf;
  /** Where files lie; a folder unless told. */
  files?: FileStore;
}

export type Desk = Awaited<ReturnType<typeof openDesk>>;
export const STAFF_TOKEN = "staff";

/** Documents, mail and tracking on a real database, a real job queue that nobody works, temporary folders and a set clock. */
export async function openDesk(options: DeskOptions = {}) {
  const database = await createTestDatabase();
  const { db } = database;
  const folder = await mkdtemp(path.join(tmpdir(), "document-desk-"));
  const log = pino({ level: "silent" });
  const clock = { at: new Date() };
  const now = () => clock.at;
  const jobs = createJobs({ connectionString: database.connectionString, log, work: false });
  const files = options.files ?? (await openLocalFileStore(path.join(folder, "files")));
  const timeline = createTimelineService();
  const limits = {
    upload: async (_memberId: number) => undefined,
    assertTracking: async (_ip: string, _orderId: number | null) => undefined,
    trackingSucceeded: async (_ip: string, _orderId: number | null) => undefined,
  };
  const systemMoves: { to: OrderStatus; reason: string | null }[] = [];
  const relations = () => ({
    dispute: null,
    disputes: [],
    downloadHistory: [],
    mailHistory: [],
    uploadDoc: [],
    remark: [],
    timeline: [],
    history_head: null,
  });
  const moves = createOrdersService({ db, now, relations });
  const moveManyBySystem: OrdersService["moveManyBySystem"] = async (tx, given) => {
    const moved = await moves.moveManyBySystem(tx, given);
    for (const { orderId, to, reason } of given) if (moved.has(orderId)) systemMoves.push({ to, reason });
    return moved;
  };
  const moveBySystem: OrdersService["moveBySystem"] = async (tx, move) =>
    (await moveManyBySystem(tx, [move])).has(move.orderId);
  const fileTransport = createFileTransport(path.join(folder, "mail"));
  const fileRoutes: MailRoutes = (provider) => [{ provider, transport: fileTransport }];
  const common = { db, now, log, files, timeline, limits, findCurrentDocument, orders: orderReads };
  const mail = createMailService({
    ...common,
    jobs,
    orders: { ...orderReads, moveBySystem, moveManyBySystem },
    routes: options.routes ?? fileRoutes,
    from: "Arrival Desk <no-reply@desk.example>",
    letters: createMailTemplatesService({
      serviceName: "Sri Lanka Arrival Card",
      publicUrl: () => "https://desk.example",
    }),
    ...(options.schedule && { schedule: options.schedule }),
  });
  const documents = createDocumentsService({ ...common, mail, inspectPdf: options.inspectPdf ?? createPdfInspector() });
  const tracking = createTrackingService({ ...common, isHttps: false, countryOf: await openCountries() });
  for (const feature of [mail, documents, tracking]) feature.registerJobs(jobs);
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
  registerAccess(app, {
    member: async (request) => {
      if (request.headers.authorization !== STAFF_TOKEN) throw new AppError("unauthenticated", "Please sign in.");
      const { id } = actor;
      return { id, name: "Ann Clerk", email: "", type: "Team", sessionIdHash: Buffer.alloc(32), signedInAt: now() };
    },
    visitor: createVisitorGuard(tracking),
    intake: () => undefined,
  });
  await app.register(
    async (api) => {
      registerDocumentsRoutes(api, documents);
      registerMailRoutes(api, mail);
      registerTrackingRoutes(api, tracking);
    },
    { prefix: "/api" },
  );
  registerFileRoutes(app, tracking);
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
    systemMoves,
    /** A person's move. */
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
    /** Everything that an upload could leave behind. */
    traces: async () => {
      const { rows } = await database.pool.query<Record<"documents" | "mails" | "events" | "jobs", number>>(
        `select (select count(*)::int from documents) as documents, (select count(*)::int from mails) as mails,
           (select count(*)::int from order_events) as events,
           (select count(*)::int from pgboss.job where name = 'mail-send') as jobs`,
      );
      const [counts] = rows;
      if (counts === undefined) throw new Error("nothing was counted");
      if (options.files !== undefined) return { ...counts, files: (await files.list("documents")).length };
      // Not by the store's own listing, which leaves out what is half written.
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
