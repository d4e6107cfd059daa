import type * as z from "zod";
import type { AuditFilter } from "#contract/audit/audit-lists.ts";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { EMAIL_CHANGE_MESSAGES } from "#contract/email-changes/messages.ts";
import {
  BLOCK_MESSAGES,
  type MailContent,
  type MailEntry,
  type resendMailSchema,
  type unblockAddressSchema,
} from "#contract/mail/mail.ts";
import type { MailProvider } from "#contract/mail/mail-providers.ts";
import { MAIL_MESSAGES } from "#contract/mail/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { emailKey } from "#contract/text.ts";
import type { Language } from "#contract/tracking/visitor-languages.ts";
import type { OrderFacts } from "#server/features/orders/order-facts.repository.ts";
import { AppError, notFound, refused, requireFound } from "#server/platform/app-error.ts";
import type { PageRange } from "#server/platform/db/capped-page.ts";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { mailQueue } from "./mail.jobs.ts";
import { cancelTo, findContent, findMail, findMails, findRepeat, findWaiting } from "./mail.repository.ts";
import type { MailDeps } from "./mail.types.ts";
import { createMailCopies } from "./mail-copies.ts";
import { createMailDelivery } from "./mail-delivery.ts";
import { assertMayMail, MAIL_LIMITS } from "./mail-limits.ts";
import { toMailContent, toMailEntry } from "./mail-mapping.ts";
import { createMailMessages } from "./mail-messages.ts";
import { createMailOutcomes } from "./mail-outcomes.ts";
import { createMailQueue, type OutgoingMessage, type QueuedMail } from "./mail-queue.ts";
import { createMailReports, type ProviderReport } from "./mail-reports.ts";
import { MAIL_SCHEDULE } from "./mail-schedule.ts";
import { findOtherAddressMails } from "./other-address-mails.repository.ts";
import { findBlock, isAddressOfOrder, liftBlock } from "./suppressions.repository.ts";

export type { OutgoingMessage, ProviderReport };

/** A requested document mail: address, provider label and, for another address, the reason. */
interface MailRequest {
  order: { id: number; fullName: string | null; email: string | null; language: Language | null };
  to: string;
  provider: MailProvider;
  reason: string | null;
  actorId: number;
}

/** A request with its messages, which are rendered before the transaction that queues them. */
export interface PreparedMail extends MailRequest {
  messages: readonly [OutgoingMessage, ...OutgoingMessage[]];
}

/** A mail about the order's own address. */
interface AddressMail {
  order: QueuedMail["order"];
  message: OutgoingMessage;
  linkSeed: string | null;
  at: Date;
  actorId: number | null;
}

export type MailService = ReturnType<typeof createMailService>;

export function createMailService(deps: MailDeps) {
  const { db, now, jobs, timeline, orders, findCurrentDocument, templates, audit } = deps;
  const limits = { ...MAIL_LIMITS, ...deps.mailLimits };
  const queue = createMailQueue(deps);
  const messages = createMailMessages(deps, { queue, limits });
  const schedule = { ...MAIL_SCHEDULE, ...deps.schedule };
  const outcomes = createMailOutcomes({ ...deps, schedule });
  const delivery = createMailDelivery({ ...deps, schedule }, outcomes);
  const reports = createMailReports({ ...deps, outcomes });
  const copies = createMailCopies(deps);

  /**
   * Renders the document's mail and, if it goes to another address than the order's own, the notice to the order's own.
   * @throws AppError rule_violation for a blocked address, reason_required for another address without a reason
   */
  async function prepare(request: MailRequest): Promise<PreparedMail> {
    const { order, to } = request;
    const isOwn = isOwnAddress(order.email, to);
    if (!isOwn && request.reason === null) throw new AppError("reason_required", DOCUMENT_MESSAGES.reasonRequired);
    const block = await findBlock(db, to);
    if (block !== undefined) throw refused(BLOCK_MESSAGES[block], "email");
    const addressee = { orderId: order.id, fullName: order.fullName };
    const document: OutgoingMessage = {
      kind: "document",
      to,
      ...(await templates.document(addressee, order.language)),
    };
    // No notice to a blocked address: the block is often why the document goes elsewhere.
    if (isOwn || order.email === null || (await findBlock(db, order.email)) !== undefined) {
      return { ...request, messages: [document] };
    }
    const notice: OutgoingMessage = { kind: "notice", to: order.email, ...(await templates.notice(addressee, to)) };
    return { ...request, messages: [document, notice] };
  }

  /**
   * Queues prepared mails with timeline events and jobs; the transaction must have locked the order.
   * @param facts `email` is that of the locked order
   * @returns the document's mail
   * @throws AppError rate_limited, conflict_version if the order's address has changed since `prepare`
   */
  async function enqueue(
    tx: Transaction,
    prepared: PreparedMail,
    facts: { documentId: number; at: Date; email: string | null },
  ): Promise<MailEntry> {
    const { documentId, at, email } = facts;
    const { order, provider, actorId } = prepared;
    // The messages were rendered, and the reason asked for, by the address as it was then.
    if (email !== order.email) throw new AppError("conflict_version", EMAIL_CHANGE_MESSAGES.emailChangedMeanwhile);
    const isOtherAddress = !isOwnAddress(order.email, prepared.to);
    await assertMayMail(tx, limits, { orderId: order.id, actorId, isOtherAddress, at });
    const ids: number[] = [];
    for (const message of prepared.messages) {
      const isDocument = message.kind === "document";
      const row = {
        documentId: isDocument ? documentId : null,
        isOtherAddress: isOtherAddress && isDocument,
        provider,
        createdBy: actorId,
        createdAt: at,
      };
      ids.push(await queue(tx, { order, message, row, reason: isDocument ? prepared.reason : null }));
    }
    if (isOtherAddress) {
      const event = { type: "mailed-elsewhere", data: { mail_id: ids[0] ?? 0 } } as const;
      await audit.record(tx, { at, actorId, orderId: order.id, event });
    }
    return await entryOf(tx, ids[0] ?? 0);
  }

  /** Lifts the block of an address. @throws AppError not_found, rule_violation */
  async function unblock(actor: { id: number }, request: z.output<typeof unblockAddressSchema>) {
    const { orderId, email, reason } = request;
    return await db.transaction(async (tx) => {
      requireFound(await orders.lock(tx, orderId), MESSAGES.orderNotFound);
      if (!(await isAddressOfOrder(tx, orderId, email))) throw refused(MAIL_MESSAGES.addressNotOfOrder, "email");
      const at = now();
      if (!(await liftBlock(tx, email, { at, by: actor.id, reason })))
        throw refused(MAIL_MESSAGES.addressNotBlocked, "email");
      await timeline.recordFor(tx, at, orderId, actor.id, { type: "address-unblocked", data: { email, reason } });
      return { email };
    });
  }

  /** The mail of this document that was queued for the address within the last minute, if any. */
  async function findRepeated(
    tx: Transaction,
    { at, ...request }: { orderId: number; documentId: number; to: string; at: Date },
  ): Promise<MailEntry | undefined> {
    const since = new Date(at.getTime() - schedule.repeatMs);
    const id = await findRepeat(tx, { ...request, since });
    return id === undefined ? undefined : await entryOf(tx, id);
  }

  return {
    ...messages,
    prepare,
    enqueue,
    findRepeat: findRepeated,
    /** Queues a mail about the order's e-mail address; the transaction must have locked the order. */
    async enqueueAboutAddress(tx: Transaction, mail: AddressMail): Promise<void> {
      const { order, message, linkSeed, at, actorId } = mail;
      const provider = (await findMails(tx, order.id))[0]?.provider ?? "AWS";
      const row = { provider, createdAt: at, createdBy: actorId, linkSeed };
      await queue(tx, { order, message, row, reason: null });
    },

    /** Queues a mail about the order's state; the transaction must have locked the order. @returns the mail's id */
    async enqueueStatus(tx: Transaction, mail: Pick<AddressMail, "order" | "message" | "at">): Promise<number> {
      const { order, message, at } = mail;
      const provider = (await findMails(tx, order.id))[0]?.provider ?? "AWS";
      return await queue(tx, { order, message, row: { provider, createdAt: at }, reason: null });
    },

    /** Why an address is blocked; undefined if it isn't. */
    findBlock,

    /** Cancels an order's mails to an address that have not been sent; the transaction must have locked the order. @returns their ids */
    cancelTo,

    /** Continues with mails that waited for the decision of a contested change. */
    async resume(tx: Transaction, orderId: number): Promise<void> {
      for (const mailId of await findWaiting(tx, orderId)) await jobs.enqueue(tx, mailQueue, { mailId });
    },

    /**
     * Resends the current document. The same request within a minute is a repeat: it queues nothing and returns the first mail.
     * @throws AppError not_found, rule_violation, document_required, reason_required, rate_limited
     */
    async resend(
      actor: { id: number },
      request: z.output<typeof resendMailSchema>,
    ): Promise<{ mail: MailEntry; isRepeat: boolean }> {
      const { orderId, email, mailServiceProvider, reason } = request;
      const order = requireMailable(await orders.find(db, orderId));
      const provider = mailServiceProvider ?? (await findMails(db, orderId))[0]?.provider ?? "AWS";
      const prepared = await prepare({ order, to: email, provider, reason, actorId: actor.id });
      return await db.transaction(async (tx) => {
        const locked = requireMailable(await orders.lock(tx, orderId));
        // Read after the lock: a newer document may have been stored while the messages were rendered.
        const document = await findCurrentDocument(tx, orderId);
        if (document === undefined) throw new AppError("document_required", DOCUMENT_MESSAGES.mailNoDocument);
        const at = now();
        const repeat = await findRepeated(tx, { orderId, documentId: document.id, to: email, at });
        if (repeat !== undefined) return { mail: repeat, isRepeat: true };
        return {
          mail: await enqueue(tx, prepared, { documentId: document.id, at, email: locked.email }),
          isRepeat: false,
        };
      });
    },

    /** @throws AppError not_found */
    async requireContent(mailId: number): Promise<{ orderId: number; content: MailContent }> {
      const content = requireFound(await findContent(db, mailId), MAIL_MESSAGES.mailNotFound);
      return { orderId: content.orderId, content: toMailContent(content) };
    },

    /** Documents that were mailed to other addresses than the orders' own. */
    listToOtherAddresses: (filter: AuditFilter, range: PageRange) => findOtherAddressMails(db, filter, range),

    /** Stores a provider's report and applies it. */
    takeReport: reports.take,

    unblock,

    /** Newest first. */
    listMails: async (queryable: Queryable, orderId: number): Promise<MailEntry[]> =>
      (await findMails(queryable, orderId)).map(toMailEntry),

    /** Takes the next step of one mail, if it is due. */
    deliver: delivery.deliver,

    /** Takes the next step of every due mail, including those left by a crash, a lost job, or a clock that went back. */
    sweep: delivery.sweep,

    /** Removes copies that transports keep of purged mails; the sweep removes what can't be removed now. */
    forget: copies.forget,

    /** Removes copies of mails that no longer have a row. */
    sweepCopies: copies.sweep,

    registerJobs(registry: Jobs): void {
      const work = async ({ mailId }: { mailId: number }) => {
        await delivery.deliver(mailId);
        await delivery.dispatchDue();
      };
      registry.handle(mailQueue, work, { concurrency: 4 });
      messages.registerMessageJobs(registry);
      registry.schedule("mail-sweep", "* * * * *", delivery.sweep);
      registry.schedule("mail-copies-sweep", "29 3 * * *", copies.sweep);
    },
  };
}

async function entryOf(tx: Transaction, mailId: number): Promise<MailEntry> {
  const mail = await findMail(tx, mailId);
  if (mail === undefined) throw new Error("the mail was not found in the transaction that inserted it");
  return toMailEntry(mail);
}

function isOwnAddress(own: string | null, to: string): boolean {
  return own !== null && emailKey(own) === emailKey(to);
}

function requireMailable(order: OrderFacts | undefined): OrderFacts {
  if (order === undefined) throw notFound(MESSAGES.orderNotFound);
  if (order.status === "Deleted") throw new AppError("rule_violation", DOCUMENT_MESSAGES.uploadDeleted);
  return order;
}
