import * as z from "zod";
import { sendgridEventSchema } from "#contract/hooks/hooks.ts";
import type { MailEventType } from "#contract/mail/mail.ts";
import type { ProviderReport } from "#server/features/mail/mail.service.ts";
import { cleanDetail, idOf, instantOf, looseShape, mailIdOf } from "./report-fields.ts";

const TYPES: Record<string, MailEventType> = {
  processed: "accepted",
  deferred: "deferred",
  delivered: "delivered",
  bounce: "bounced",
  blocked: "bounced",
  dropped: "rejected",
  spamreport: "complained",
};

const { event: eventName, ...fields } = sendgridEventSchema.shape;
/** What a field of another shape says is left out; the rest of the event counts. */
const looseEventSchema = z.object({
  event: eventName,
  ...looseShape({ ...fields, timestamp: z.coerce.number() }),
});

/** Maps a SendGrid event; undefined if it says nothing about a mail's delivery. */
export function toSendgridReport(input: unknown, receivedAt: Date): ProviderReport | undefined {
  const parsed = looseEventSchema.safeParse(input);
  if (!parsed.success) return undefined;
  const event = parsed.data;
  const type = TYPES[event.event];
  if (type === undefined) return undefined;
  // Without an id of its own, one event is one type for one mail or address at one moment.
  const about = event.attempt_id ?? event.mail_id ?? event.sg_message_id ?? event.email;
  const eventKey = idOf(event.sg_event_id) ?? idOf(`${event.event}:${about}:${event.timestamp}`);
  if (eventKey === null) return undefined;
  return {
    provider: "Sendgrid",
    eventKey,
    mailId: mailIdOf(event.mail_id),
    attemptId: idOf(event.attempt_id),
    // The part before the first dot is the message id that SendGrid returned for the mail.
    messageId: idOf(event.sg_message_id?.split(".")[0]),
    type,
    at: instantOf(event.timestamp === undefined ? undefined : event.timestamp * 1000, receivedAt),
    recipients: event.email ? [event.email] : [],
    isPermanent: event.event === "bounce" && (event.type ?? "bounce") === "bounce",
    detail: cleanDetail(event.reason, event.response),
  };
}
