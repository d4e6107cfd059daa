import type { MailKind } from "#contract/mail/mail.ts";
import { maskEmail } from "#contract/text.ts";
import type { TimelinePayload } from "#contract/timeline/timeline.ts";
import type { TemplatedMail } from "#server/features/mail-templates/mail-text-template.ts";
import type { MessageContent } from "#server/features/mail-templates/message.ts";
import type { Transaction } from "#server/platform/db/client.ts";
import { mailQueue } from "./mail.jobs.ts";
import { insertMail, type NewMail } from "./mail.repository.ts";
import type { MailDeps } from "./mail.types.ts";

/** A mail before it is stored. */
export interface OutgoingMessage extends MessageContent {
  kind: MailKind;
  to: string;
  /** What it was written from. */
  template?: TemplatedMail["template"];
}

/** A message with the columns that its kind determines. */
export interface QueuedMail {
  order: { id: number; fullName: string | null };
  message: OutgoingMessage;
  row: Pick<NewMail, "provider" | "createdAt"> & Partial<NewMail>;
  reason: string | null;
  /** What the event says of a member's message. */
  digests?: Pick<TimelinePayload<"mail-queued">, "text_sha256" | "files">;
}

export type MailQueue = ReturnType<typeof createMailQueue>;

/** Stores a mail with its event and job, in the caller's transaction. @returns the mail's id */
export function createMailQueue({ jobs, timeline, from }: Pick<MailDeps, "jobs" | "timeline" | "from">) {
  return async (tx: Transaction, { order, message, row, reason, digests }: QueuedMail): Promise<number> => {
    const { kind, to, subject, html, text, template } = message;
    const { provider, createdAt: at, createdBy: actorId = null, dueAt = at } = row;
    const mailId = await insertMail(tx, {
      ...row,
      orderId: order.id,
      kind,
      customerName: order.fullName ?? "",
      fromAddress: from,
      toAddress: to,
      subject,
      html,
      text,
      state: "queued",
      dueAt,
      ...(template && { template: template.key, templateVersion: template.version, language: template.language }),
    });
    const email = row.linkSeed === undefined ? to : maskEmail(to);
    await timeline.recordFor(tx, at, order.id, actorId, {
      type: "mail-queued",
      data: { mail_id: mailId, kind, email, provider, reason, ...digests },
    });
    await jobs.enqueue(tx, mailQueue, { mailId }, dueAt === null || dueAt <= at ? undefined : dueAt);
    return mailId;
  };
}
