import { createHash } from "node:crypto";
import { CONVERSATION_MESSAGES } from "#contract/conversation/messages.ts";
import type { MailProvider } from "#contract/mail/mail-providers.ts";
import { MAIL_MESSAGES } from "#contract/mail/messages.ts";
import type { Language } from "#contract/tracking/visitor-languages.ts";
import type { MessageContent } from "#server/features/mail-templates/message.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { sweepOrphans } from "#server/platform/files/sweep-orphans.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { MailDeps } from "./mail.types.ts";
import { assertMayWrite, type MailLimits } from "./mail-limits.ts";
import {
  type AttachmentRecord,
  attachmentFiles,
  cancelUntried,
  findByClientKey,
  findKindOf,
  insertAttachments,
} from "./mail-messages.repository.ts";
import type { MailQueue } from "./mail-queue.ts";

const FOLDER = "attachments";

type StoredFile = Omit<AttachmentRecord, "mailId" | "position" | "createdAt">;

/** A message that a member wrote, rendered and with its files stored. */
export interface MessageMail {
  order: { id: number; fullName: string | null };
  to: string;
  content: MessageContent;
  body: string;
  language: Language;
  /** The current document, if it is attached. */
  documentId: number | null;
  files: readonly StoredFile[];
  provider: MailProvider;
  clientKey: string;
  /** Tells a repeated request from another one with the same key. */
  clientDigest: Buffer;
  actorId: number;
  at: Date;
}

/** Mails that members write (decision record 0098). */
export function createMailMessages(deps: MailDeps, { queue, limits }: { queue: MailQueue; limits: MailLimits }) {
  const { db, now, orders, timeline, undoMs = 0 } = deps;

  return {
    /**
     * The message that was queued with this key for the same request; undefined if there is none.
     * @throws AppError conflict_version if it was another request
     */
    async findMessage(queryable: Queryable, orderId: number, key: string, digest: Buffer): Promise<number | undefined> {
      const found = await findByClientKey(queryable, orderId, key);
      if (found !== undefined && !found.clientDigest?.equals(digest)) {
        throw new AppError("conflict_version", CONVERSATION_MESSAGES.messageOtherContent);
      }
      return found?.id;
    },

    /**
     * Queues a message, which leaves when the time to stop it is over; the transaction must have locked the order.
     * @throws AppError rate_limited
     */
    async enqueueMessage(tx: Transaction, message: MessageMail): Promise<{ mailId: number; dueAt: Date }> {
      const { order, to, content, body, language, documentId, provider, clientKey, clientDigest, actorId, at } =
        message;
      await assertMayWrite(tx, limits, { orderId: order.id, actorId, at });
      const dueAt = new Date(at.getTime() + undoMs);
      const mailId = await queue(tx, {
        order,
        message: { ...content, kind: "message", to },
        row: {
          provider,
          createdAt: at,
          createdBy: actorId,
          documentId,
          dueAt,
          body,
          language,
          clientKey,
          clientDigest,
        },
        reason: null,
        digests: {
          text_sha256: createHash("sha256").update(body).digest("hex"),
          files: message.files.map(({ name, sha256 }) => ({ name, sha256: sha256.toString("hex") })),
        },
      });
      const rows = message.files.map((file, position) => ({ ...file, mailId, position, createdAt: at }));
      await insertAttachments(tx, rows);
      return { mailId, dueAt };
    },

    /**
     * Stops a message that has not left.
     * @param within does in the same transaction what else ends with it
     * @throws AppError not_found, rule_violation
     */
    async cancelMessage(
      actor: { id: number },
      mailId: number,
      within: (tx: Transaction, stopped: { orderId: number; at: Date }) => Promise<void>,
    ): Promise<void> {
      const mail = requireFound(await findKindOf(db, mailId), MAIL_MESSAGES.mailNotFound);
      if (mail.kind !== "message") throw new AppError("rule_violation", CONVERSATION_MESSAGES.mailNotStoppable);
      await db.transaction(async (tx) => {
        requireFound(await orders.lock(tx, mail.orderId), MAIL_MESSAGES.mailNotFound);
        const at = now();
        if (!(await cancelUntried(tx, mailId, at))) {
          // Stopped before, by a second click or a colleague: the stored state is the answer.
          if ((await findKindOf(tx, mailId))?.state === "cancelled") return;
          throw new AppError("rule_violation", CONVERSATION_MESSAGES.mailHasLeft);
        }
        const event = { type: "mail-cancelled", data: { mail_id: mailId } } as const;
        await timeline.recordFor(tx, at, mail.orderId, actor.id, event);
        await within(tx, { orderId: mail.orderId, at });
      });
    },

    registerMessageJobs: (jobs: Jobs): void =>
      jobs.schedule("attachments-orphans", "47 * * * *", () => sweepOrphans(deps, FOLDER, attachmentFiles)),
  };
}
