import { createHash } from "node:crypto";
import type * as z from "zod";
import {
  CONVERSATION_PAGE,
  type Conversation,
  type ConversationMail,
  isPlainSubject,
  MESSAGE_BYTES_MAX,
  type MessageConfirm,
  type previewMessage,
  type previewMessageSchema,
  type sendMessageSchema,
} from "#contract/conversation/conversation.ts";
import { fillVariables, holdsPassport, variableValues } from "#contract/conversation/message-variables.ts";
import { CONVERSATION_MESSAGES, variablesMessage } from "#contract/conversation/messages.ts";
import { DOCUMENT_TYPES } from "#contract/documents/documents.ts";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { EMAIL_CHANGE_MESSAGES } from "#contract/email-changes/messages.ts";
import { BLOCK_MESSAGES } from "#contract/mail/mail.ts";
import { MAIL_MESSAGES } from "#contract/mail/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { MAX_ROW_ID } from "#contract/row-id.ts";
import type { Language } from "#contract/tracking/visitor-languages.ts";
import type { DocumentsService } from "#server/features/documents/documents.service.ts";
import type { MailService } from "#server/features/mail/mail.service.ts";
import type { MailTemplatesService } from "#server/features/mail-templates/mail-templates.service.ts";
import type { OrderFacts, OrderReads } from "#server/features/orders/order-facts.repository.ts";
import type { OrdersService } from "#server/features/orders/orders.service.ts";
import type { QuestionsService } from "#server/features/questions/questions.service.ts";
import { AppError, refused, requireFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Queryable, Transaction } from "#server/platform/db/client.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { newFileKey, storeWithRows } from "#server/platform/files/files-with-rows.ts";
import { safeFileName } from "#server/platform/files/safe-file-name.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import type { FileForm, UploadedFile } from "#server/platform/http/file-form.ts";
import type { Log } from "#server/platform/log.ts";
import { findFiles, findMailRow, findMailRows, findTalks } from "./conversation.repository.ts";
import { cursorText, newestFirst, toConversationMail, toCursor, toTalk } from "./conversation-mapping.ts";

type Draft = z.output<typeof previewMessageSchema>;
type MessageForm = FileForm<z.output<typeof sendMessageSchema>, UploadedFile[]>;
type Actor = Pick<SessionMember, "id" | "name">;

interface ConversationDeps {
  db: Database;
  now: Clock;
  log: Log;
  files: FileStore;
  orders: Pick<OrderReads, "find" | "lock"> &
    Pick<OrdersService, "moveWithin"> & {
      chooseLanguage(tx: Transaction, orderId: number, language: Language): Promise<void>;
    };
  mail: Pick<MailService, "findBlock" | "listMails" | "findMessage" | "enqueueMessage" | "cancelMessage">;
  templates: Pick<MailTemplatesService, "memberMessage" | "trackLink">;
  documents: Pick<DocumentsService, "inspect">;
  questions: Pick<QuestionsService, "requireDay" | "messageQueued" | "messageStopped" | "ofMails" | "answers">;
  findCurrentDocument(tx: Transaction, orderId: number): Promise<{ id: number; bytes: number } | undefined>;
  serviceName: string;
  /** Where answers arrive. */
  replyTo: string | null;
  /** @throws AppError rate_limited */
  limits: { upload(memberId: number): Promise<void> };
}

type OfOrder = { orderId: number; mail: ConversationMail };

export type ConversationService = ReturnType<typeof createConversationService>;

/** What members and customers say to each other about an order (decision record 0098). */
export function createConversationService(deps: ConversationDeps) {
  const { db, now, orders, mail, templates, documents, questions, findCurrentDocument, serviceName, replyTo, limits } =
    deps;

  async function requireMail(queryable: Queryable, id: number): Promise<OfOrder> {
    const row = requireFound(await findMailRow(queryable, id), MAIL_MESSAGES.mailNotFound);
    const [files, asked] = await Promise.all([findFiles(queryable, [id]), questions.ofMails(queryable, [id])]);
    return { orderId: row.orderId, mail: toConversationMail(row, { files, question: asked.get(id) }, now()) };
  }

  function fill(order: OrderFacts, actor: Actor, { subject, body, language, question }: Draft) {
    const { id: orderId, fullName: customerName, arrivalDate, flightNumber: flight } = order;
    const trackLink = templates.trackLink(orderId);
    const facts = { customerName, orderId, arrivalDate, flight, trackLink, serviceName, memberName: actor.name };
    const values = variableValues(facts, language);
    const [head, text] = [fillVariables(subject, values), fillVariables(body, values)];
    const warnings: MessageConfirm[] = holdsPassport(`${head.text}\n${text.text}`, order.passportNumber)
      ? ["passport_number"]
      : [];
    return {
      message: { subject: head.text, body: text.text, language, isQuestion: question !== undefined },
      missing: [...new Set([...head.missing, ...text.missing])],
      unknown: [...new Set([...head.unknown, ...text.unknown])],
      parts: [
        { path: "subject", ...head },
        { path: "body", ...text },
      ],
      warnings,
    };
  }

  /** @throws AppError rule_violation for a variable that can't be filled in, confirmation_required */
  function requireFilled(order: OrderFacts, actor: Actor, fields: MessageForm["fields"]) {
    const filled = fill(order, actor, fields);
    const errors = filled.parts
      .filter(({ missing, unknown }) => missing.length + unknown.length > 0)
      .map(({ path, ...part }) => ({ path, message: variablesMessage(part) }));
    if (errors.length > 0) throw new AppError("rule_violation", variablesMessage(filled), { errors });
    // A variable may bring it in.
    if (!isPlainSubject(filled.message.subject)) throw refused(CONVERSATION_MESSAGES.messageSubjectEncoded, "subject");
    const unconfirmed = filled.warnings.filter((warning) => !fields.confirm?.includes(warning));
    if (unconfirmed.length > 0) {
      throw new AppError("confirmation_required", CONVERSATION_MESSAGES.messagePassport, {
        data: { confirm: unconfirmed },
      });
    }
    return filled.message;
  }

  async function inspected(actor: Actor, files: readonly UploadedFile[]) {
    const checked = [];
    for (const { content, sha256, originalName } of files) {
      const { contentType } = await documents.inspect(actor, content);
      const name = safeFileName(originalName, DOCUMENT_TYPES[contentType]);
      const storageKey = newFileKey("attachments");
      checked.push({ name, contentType, content, bytes: content.length, sha256, storageKey });
    }
    return checked;
  }

  /** The document attached to the message; the order must be locked. @throws AppError document_required, too_large */
  async function attachedDocument(tx: Transaction, { fields, file: files }: MessageForm): Promise<number | null> {
    if (fields.attachDocument === "N") return null;
    const document = await findCurrentDocument(tx, fields.orderId);
    if (document === undefined) {
      const errors = [{ path: "attachDocument", message: DOCUMENT_MESSAGES.mailNoDocument }];
      throw new AppError("document_required", DOCUMENT_MESSAGES.mailNoDocument, { errors });
    }
    const bytes = files.reduce((sum, { content }) => sum + content.length, document.bytes);
    if (bytes > MESSAGE_BYTES_MAX) throw new AppError("too_large", CONVERSATION_MESSAGES.messageFilesLarge);
    return document.id;
  }

  async function requireSendable(queryable: Queryable, order: OrderFacts | undefined) {
    const { email, ...facts } = requireFound(order, MESSAGES.orderNotFound);
    if (facts.status === "Deleted") throw new AppError("rule_violation", CONVERSATION_MESSAGES.messageDeleted);
    if (email === null) throw refused(CONVERSATION_MESSAGES.messageNoAddress, "email");
    const block = await mail.findBlock(queryable, email);
    if (block !== undefined) throw refused(BLOCK_MESSAGES[block], "email");
    return { ...facts, email };
  }

  return {
    /** Newest last. @throws AppError not_found */
    async read(orderId: number, before: string | undefined): Promise<Conversation> {
      const { email, language } = requireFound(await orders.find(db, orderId), MESSAGES.orderNotFound);
      const cursor = before === undefined ? undefined : toCursor(before);
      const most = CONVERSATION_PAGE + 1;
      const [mails, talks, answers] = await Promise.all([
        findMailRows(db, orderId, cursor, most),
        findTalks(db, orderId, cursor, most),
        // By type, answers come before the rest of their time: a cursor of another type is past all of them.
        questions.answers(
          orderId,
          cursor && { at: cursor.at, id: cursor.type === "answer" ? cursor.id : MAX_ROW_ID },
          most,
        ),
      ]);
      const ids = mails.filter(({ kind }) => kind === "message").map(({ id }) => id);
      const [attached, asked] = await Promise.all([findFiles(db, ids), questions.ofMails(db, ids)]);
      const at = now();
      const all = [
        ...mails.map((each) => {
          const files = attached.filter(({ mailId }) => mailId === each.id);
          return toConversationMail(each, { files, question: asked.get(each.id) }, at);
        }),
        ...talks.map(toTalk),
        ...answers,
      ].sort(newestFirst);
      const entries = all.slice(0, CONVERSATION_PAGE);
      const oldest = all.length > entries.length ? entries.at(-1) : undefined;
      return {
        order_id: orderId,
        to: email,
        blocked: email === null ? null : ((await mail.findBlock(db, email)) ?? null),
        reply_to: replyTo,
        language,
        entries: entries.toReversed(),
        before: oldest === undefined ? null : cursorText(oldest),
      };
    },

    /** @throws AppError not_found */
    async preview(actor: Actor, draft: Draft): Promise<z.input<(typeof previewMessage)["data"]>> {
      const order = requireFound(await orders.find(db, draft.orderId), MESSAGES.orderNotFound);
      const { message, missing, unknown, warnings } = fill(order, actor, draft);
      const content = await templates.memberMessage({ orderId: order.id, fullName: order.fullName }, message);
      return { ...content, missing, unknown, warnings };
    },

    /**
     * Queues a message to the order's own address, and moves the order if asked to, both or neither. `readForm` is called
     * once the rate limit has been checked.
     * @throws AppError rate_limited, too_large, invalid_input, not_found, rule_violation, confirmation_required,
     * unsupported_type, document_required, conflict_version, same_status, unavailable
     */
    async send(actor: Actor, readForm: () => Promise<MessageForm>): Promise<OfOrder> {
      await limits.upload(actor.id);
      const form = await readForm();
      const {
        orderId,
        clientKey,
        language,
        moveTo,
        version,
        mailServiceProvider,
        question,
        answerBy,
        customerLanguage,
      } = form.fields;
      const digest = digestOf(form);
      const known = await mail.findMessage(db, orderId, clientKey, digest);
      if (known !== undefined) return await requireMail(db, known);
      questions.requireDay(question, answerBy);
      const order = await requireSendable(db, await orders.find(db, orderId));
      const message = requireFilled(order, actor, form.fields);
      const files = await inspected(actor, form.file);
      const content = await templates.memberMessage({ orderId, fullName: order.fullName }, message);
      const { mailId } = await storeWithRows(deps, files, async (tx) => {
        const locked = await orders.lock(tx, orderId);
        const repeated = await mail.findMessage(tx, orderId, clientKey, digest);
        if (repeated !== undefined) return { mailId: repeated, isNew: false };
        const { email } = await requireSendable(tx, locked);
        // The message was written, and its variables were filled in, for the customer of this address.
        if (email !== order.email) throw new AppError("conflict_version", EMAIL_CHANGE_MESSAGES.emailChangedMeanwhile);
        const documentId = await attachedDocument(tx, form);
        const at = now();
        if (moveTo !== undefined) await orders.moveWithin(tx, actor, { orderId, to: moveTo, version, at });
        if (customerLanguage !== undefined) await orders.chooseLanguage(tx, orderId, customerLanguage);
        const provider = mailServiceProvider ?? (await mail.listMails(tx, orderId))[0]?.mail_service_provider ?? "AWS";
        const actorId = actor.id;
        const queued = { order, to: email, content, body: message.body, language, documentId, files, provider };
        const sent = await mail.enqueueMessage(tx, { ...queued, clientKey, clientDigest: digest, actorId, at });
        const asked = { wants: question, answerBy, shownFrom: sent.dueAt };
        await questions.messageQueued(tx, { orderId, mailId: sent.mailId, actorId, at, ...asked });
        return { mailId: sent.mailId, isNew: true };
      });
      return await requireMail(db, mailId);
    },

    /** Stops a message that has not been sent; a move that went with it stays. @throws AppError not_found, rule_violation */
    async cancel(actor: Actor, mailId: number): Promise<OfOrder> {
      await mail.cancelMessage(actor, mailId, (tx, stopped) =>
        questions.messageStopped(tx, { ...stopped, mailId, actorId: actor.id }),
      );
      return await requireMail(db, mailId);
    },
  };
}

/** Digest of the fields that a retry must repeat; `confirm` may be added. */
function digestOf({ fields, file: files }: MessageForm): Buffer {
  const { orderId, clientKey, version, confirm, ...content } = fields;
  const sums = files.map(({ sha256, originalName }) => [originalName, sha256.toString("hex")]);
  const entries = Object.entries(content).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([entries, sums]))
    .digest();
}
