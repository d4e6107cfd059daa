import { sendgridEventSchema } from "#contract/hooks.ts";
import type { MailEventType } from "#contract/mail.ts";
import type { ProviderReport } from "#server/features/mail/mail.service.ts";
import { cleanDetail, idOf, instantOf, mailIdOf } from "./report-fields.ts";

const TYPES: Record<string, MailEventType> = {
  processed: "accepted",
  deferred: "deferred",
  delivered: "delivered",
  bounce: "bounced",
  blocked: "bounced",
  dropped: "rejected",
  spamreport: "complained",
};

/** Maps a SendGrid event; undefined if it is malformed or says nothing about a mail's delivery. */
export function toSendgridReport(given: unknown, receivedAt: Date): ProviderReport | undefined {
  const parsed = sendgridEventSchema.safeParse(given);
  if (!parsed.success) return undefined;
  const event = parsed.data;
  const type = TYPES[event.event];
  const eventKey = idOf(event.sg_event_id);
  if (type === undefined || eventKey === null) return undefined;
  return {
    provider: "Sendgrid",
    eventKey,
    mailId: mailIdOf(event.mail_id),
    attemptId: idOf(event.attempt_id),
    // The part before the first dot is the message id that SendGrid returned for the mail.
    messageId: idOf(event.sg_message_id?.split(".")[0]),
    type,
    at: instantOf(event.timestamp * 1000, receivedAt),
    recipients: event.email === undefined ? [] : [event.email],
    isPermanent: event.event === "bounce" && (event.type ?? "bounce") === "bounce",
    detail: cleanDetail(event.reason, event.response),
  };
}
