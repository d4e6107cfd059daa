import { sendgridEventSchema } from "#contract/hooks.ts";
import type { MailEventType } from "#contract/mail.ts";
import type { ProviderReport } from "#server/features/mail/mail.service.ts";
import { instantOf, mailIdOf, nameOf, wordsOf } from "./report-words.ts";

const TYPES: Record<string, MailEventType> = {
  processed: "accepted",
  deferred: "deferred",
  delivered: "delivered",
  bounce: "bounced",
  blocked: "bounced",
  dropped: "rejected",
  spamreport: "complained",
};

/** An event of SendGrid in our words; undefined for what is none, or one that says nothing of a mail's fate. */
export function toSendgridReport(given: unknown, receivedAt: Date): ProviderReport | undefined {
  const parsed = sendgridEventSchema.safeParse(given);
  if (!parsed.success) return undefined;
  const event = parsed.data;
  const type = TYPES[event.event];
  const eventKey = nameOf(event.sg_event_id);
  if (type === undefined || eventKey === null) return undefined;
  return {
    provider: "Sendgrid",
    eventKey,
    mailId: mailIdOf(event.mail_id),
    attemptId: nameOf(event.attempt_id),
    // What stands before the first dot is the id that SendGrid answered the mail with.
    messageId: nameOf(event.sg_message_id?.split(".")[0]),
    type,
    at: instantOf(event.timestamp * 1000, receivedAt),
    recipients: event.email === undefined ? [] : [event.email],
    isPermanent: event.event === "bounce" && (event.type ?? "bounce") === "bounce",
    detail: wordsOf(event.reason, event.response),
  };
}
