import type * as z from "zod";
import {
  BLOCK_MESSAGES,
  type MailContent,
  type MailEntry,
  type MailKind,
  type resendMailSchema,
  type unblockAddressSchema,
} from "#contract/mail.ts";
import type { MailProvider } from "#contract/mail-providers.ts";
import { MESSAGES } from "#contract/messages.ts";
import type { FindCurrentDocument } from "#server/features/documents/documents.repository.ts";
import type { WrittenLetter } from "#server/features/mail-templates/letter.ts";
import type { MailTemplatesService } from "#server/features/mail-templates/mail-templates.service.ts";
import type { OrderFacts, OrderReads } from "#server/features/orders/order-facts.repository.ts";
import type { OrdersService } from "#server/features/orders/orders.service.ts";
import type { TimelineService } from "#server/features/timeline/timeline.service.ts";
import { AppError, notFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Queryable, Transaction } from "#server/platform/db/client.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import type { MailRoutes } from "#server/platform/mail/mail-transport.ts";
import type { Measures } from "#server/platform/measures.ts";
import { mailQueue } from "./mail.jobs.ts";
import { findContent, findMail, findMails, findRepeat, insertMail } from "./mail.repository.ts";
import { createMailCopies } from "./mail-copies.ts";
import { createMailDelivery } from "./mail-delivery.ts";
import { toMailContent, toMailEntry } from "./mail-mapping.ts";
import { createMailOutcomes } from "./mail-outcomes.ts";
import { createMailReports, type ProviderReport, type ReportOutcome } from "./mail-reports.ts";
import { MAIL_SCHEDULE, type MailSchedule } from "./mail-schedule.ts";
import { findBlock, isAddressOfOrder, liftBlock } from "./suppressions.repository.ts";

export interface MailDeps {
  db: Database;
  now: Clock;
  log: Log;
  measures?: Measures;
  jobs: Pick<Jobs, "enqueue">;
  timeline: TimelineService;
  orders: OrderReads & Pick<OrdersService, "moveBySystem" | "moveManyBySystem">;
  findCurrentDocument: FindCurrentDocument;
  files: FileStore;
  routes: MailRoutes;
  letters: Pick<MailTemplatesService, "document" | "notice">;
  /** The sender of every mail. */
  from: string;
  schedule?: Partial<MailSchedule>;
}

export type { ProviderReport };

/** A mail as it is stored, before it has a row. */
export interface Letter extends WrittenLetter {
  kind: MailKind;
  to: string;
}

/** A document mail that was asked for: to whom, by which label, and why there. */
interface MailRequest {
  order: { id: number; fullName: string | null; email: string | null };
  to: string;
  provider: MailProvider;
  reason: string | null;
  actorId: number;
}

/** The letters of a request, written before the transaction that queues them. */
export interface PreparedMail extends MailRequest {
  letters: readonly [Letter, ...Letter[]];
}

export interface MailService {
  /**
   * Writes the document's mail and, when it goes to another address than the order's own, the notice to that one.
   * @throws AppError rule_violation for a blocked address, reason_required for another address without a reason
   */
  prepare(request: MailRequest): Promise<PreparedMail>;
  /** Queues prepared mails with their history and jobs; the transaction must hold the order's row. Returns the document's. */
  enqueue(tx: Transaction, prepared: PreparedMail, facts: { documentId: number; at: Date }): Promise<MailEntry>;
  /** @throws AppError not_found, rule_violation, document_required, reason_required */
  resend(actor: { id: number }, request: z.output<typeof resendMailSchema>): Promise<MailEntry>;
  /** @throws AppError not_found */
  requireContent(mailId: number): Promise<MailContent>;
  /** Takes in what a provider reports of a mail. */
  takeReport(report: ProviderReport): Promise<ReportOutcome>;
  /** Lets mails leave to an address again. @throws AppError not_found, rule_violation */
  unblock(actor: { id: number }, request: z.output<typeof unblockAddressSchema>): Promise<{ email: string }>;
  /** Newest first. */
  listMails(db: Queryable, orderId: number): Promise<MailEntry[]>;
  /** One step of one mail, when it is due. */
  deliver(mailId: number): Promise<void>;
  /** One step of every mail that is due: what a crash left, and what a lost wake-up forgot. */
  sweep(): Promise<void>;
  /** Removes the copies that roads keep of purged mails; what can't be removed now is taken by the sweep of copies. */
  forget(mailIds: readonly number[]): Promise<void>;
  /** Removes the copies of mails that have no row any more. */
  sweepCopies(): Promise<void>;
  registerJobs(jobs: Jobs): void;
}

export function createMailService(deps: MailDeps): MailService {
  const { db, now, jobs, timeline, orders, findCurrentDocument, letters, from } = deps;
  const schedule = { ...MAIL_SCHEDULE, ...deps.schedule };
  const outcomes = createMailOutcomes({ ...deps, schedule });
  const delivery = createMailDelivery({ ...deps, schedule }, outcomes);
  const reports = createMailReports({ ...deps, outcomes });
  const copies = createMailCopies(deps);

  const prepare: MailService["prepare"] = async (request) => {
    const { order, to } = request;
    const isOwn = isOwnAddress(order.email, to);
    if (!isOwn && request.reason === null) throw new AppError("reason_required", MESSAGES.reasonRequired);
    const block = await findBlock(db, to);
    if (block !== undefined) throw refusedAddress(BLOCK_MESSAGES[block]);
    const addressee = { orderId: order.id, fullName: order.fullName };
    const document: Letter = { kind: "document", to, ...(await letters.document(addressee)) };
    // A blocked address is told nothing: that it is blocked is often why the document goes elsewhere.
    if (isOwn || order.email === null || (await findBlock(db, order.email)) !== undefined) {
      return { ...request, letters: [document] };
    }
    const notice: Letter = { kind: "notice", to: order.email, ...(await letters.notice(addressee, to)) };
    return { ...request, letters: [document, notice] };
  };

  const enqueue: MailService["enqueue"] = async (tx, prepared, { documentId, at }) => {
    const { order, provider, actorId } = prepared;
    const ids: number[] = [];
    for (const letter of prepared.letters) {
      const { kind, to, subject, html, text } = letter;
      const mailId = await insertMail(tx, {
        orderId: order.id,
        documentId: kind === "document" ? documentId : null,
        kind,
        createdAt: at,
        createdBy: actorId,
        customerName: order.fullName ?? "",
        fromAddress: from,
        toAddress: to,
        subject,
        html,
        text,
        provider,
        state: "queued",
        dueAt: at,
      });
      const reason = kind === "document" ? prepared.reason : null;
      await timeline.recordFor(tx, at, order.id, actorId, {
        type: "mail-queued",
        data: { mail_id: mailId, kind, email: to, provider, reason },
      });
      await jobs.enqueue(tx, mailQueue, { mailId });
      ids.push(mailId);
    }
    return await entryOf(tx, ids[0] ?? 0);
  };

  const unblock: MailService["unblock"] = async (actor, { orderId, email, reason }) =>
    await db.transaction(async (tx) => {
      if ((await orders.lock(tx, orderId)) === undefined) throw notFound(MESSAGES.orderNotFound);
      if (!(await isAddressOfOrder(tx, orderId, email))) throw refusedAddress(MESSAGES.addressNotOfOrder);
      const at = now();
      if (!(await liftBlock(tx, email, { at, by: actor.id, reason }))) throw refusedAddress(MESSAGES.addressNotBlocked);
      await timeline.recordFor(tx, at, orderId, actor.id, { type: "address-unblocked", data: { email, reason } });
      return { email };
    });

  return {
    prepare,
    enqueue,
    resend: async (actor, { orderId, email, mailServiceProvider, reason }) => {
      const order = requireMailable(await orders.find(db, orderId));
      const provider = mailServiceProvider ?? (await findMails(db, orderId))[0]?.provider ?? "AWS";
      const prepared = await prepare({ order, to: email, provider, reason, actorId: actor.id });
      return await db.transaction(async (tx) => {
        requireMailable(await orders.lock(tx, orderId));
        // Only now: a newer document may have been stored while the letters were written.
        const document = await findCurrentDocument(tx, orderId);
        if (document === undefined) throw new AppError("document_required", MESSAGES.mailNoDocument);
        const at = now();
        const since = new Date(at.getTime() - schedule.repeatMs);
        const repeat = await findRepeat(tx, { documentId: document.id, to: email, since });
        if (repeat !== undefined) return await entryOf(tx, repeat);
        return await enqueue(tx, prepared, { documentId: document.id, at });
      });
    },
    requireContent: async (mailId) => {
      const content = await findContent(db, mailId);
      if (content === undefined) throw notFound(MESSAGES.mailNotFound);
      return toMailContent(content);
    },
    takeReport: reports.take,
    unblock,
    listMails: async (queryable, orderId) => (await findMails(queryable, orderId)).map(toMailEntry),
    deliver: delivery.deliver,
    sweep: delivery.drain,
    forget: copies.forget,
    sweepCopies: copies.sweep,
    registerJobs: (registry) => {
      const work = async ({ mailId }: { mailId: number }) => {
        await delivery.deliver(mailId);
        await delivery.drain();
      };
      registry.handle(mailQueue, work, { concurrency: 4 });
      registry.schedule("mail-sweep", "* * * * *", delivery.drain);
      registry.schedule("mail-copies-sweep", "29 3 * * *", copies.sweep);
    },
  };
}

async function entryOf(tx: Transaction, mailId: number): Promise<MailEntry> {
  const mail = await findMail(tx, mailId);
  if (mail === undefined) throw new Error("the mail is gone from its own transaction");
  return toMailEntry(mail);
}

function refusedAddress(message: string): AppError {
  return new AppError("rule_violation", message, { errors: [{ path: "email", message }] });
}

function isOwnAddress(own: string | null, to: string): boolean {
  return own !== null && own.toLowerCase() === to.toLowerCase();
}

function requireMailable(order: OrderFacts | undefined): OrderFacts {
  if (order === undefined) throw notFound(MESSAGES.orderNotFound);
  if (order.status === "Deleted") throw new AppError("rule_violation", MESSAGES.uploadDeleted);
  return order;
}
