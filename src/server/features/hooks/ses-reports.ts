import * as z from "zod";
import type { MailEventType } from "#contract/mail/mail.ts";
import type { ProviderReport } from "#server/features/mail/mail.service.ts";
import { parseJson } from "./raw-body.ts";
import { cleanDetail, idOf, instantOf, loose, looseList, mailIdOf } from "./report-fields.ts";

const text = loose(z.string());

/**
 * A report of SES, from event publishing or from the older notifications, which have `notificationType` instead of
 * `eventType` and no tags.
 */
const sesEventSchema = z.object({
  eventType: text,
  notificationType: text,
  mail: z.object({
    timestamp: loose(z.string()),
    messageId: loose(z.string()),
    destination: looseList(z.string()),
    headers: looseList(z.object({ name: z.string(), value: z.string() })),
    tags: loose(z.record(z.string(), looseList(z.string()))),
  }),
  bounce: loose(
    z.object({
      bounceType: loose(z.string()),
      bounceSubType: loose(z.string()),
      timestamp: loose(z.string()),
      bouncedRecipients: looseList(z.object({ emailAddress: text, diagnosticCode: text })),
    }),
  ),
  complaint: loose(z.object({ timestamp: loose(z.string()), complaintFeedbackType: loose(z.string()) })),
  delivery: loose(z.object({ timestamp: loose(z.string()), smtpResponse: loose(z.string()) })),
  deliveryDelay: loose(
    z.object({
      timestamp: loose(z.string()),
      delayType: loose(z.string()),
      delayedRecipients: looseList(z.object({ diagnosticCode: text })),
    }),
  ),
  reject: loose(z.object({ reason: loose(z.string()) })),
  failure: loose(z.object({ errorMessage: loose(z.string()) })),
});
type SesEvent = z.infer<typeof sesEventSchema>;

const TYPES: Record<string, MailEventType> = {
  Send: "accepted",
  DeliveryDelay: "deferred",
  Delivery: "delivered",
  Bounce: "bounced",
  Complaint: "complained",
  Reject: "rejected",
  RenderingFailure: "rejected",
};

/** The header with our attempt id; SES returns it if configured to. */
const ATTEMPT_HEADER = "x-arrival-desk-attempt";

/** Maps a notification; undefined if it is malformed or says nothing about a mail's delivery. */
export function toSesReport(message: string, eventKey: string, receivedAt: Date): ProviderReport | undefined {
  const parsed = sesEventSchema.safeParse(parseJson(message));
  if (!parsed.success) return undefined;
  const event = parsed.data;
  const { mail } = event;
  // Amazon writes "Rendering Failure" and, in other places, "RenderingFailure".
  const type = TYPES[(event.eventType ?? event.notificationType ?? "").replace(/\s/g, "")];
  // "Not spam": the opposite of a complaint, although it is reported as one.
  if (type === undefined || event.complaint?.complaintFeedbackType === "not-spam") return undefined;
  const attempt =
    mail.tags?.attempt_id?.[0] ?? mail.headers?.find(({ name }) => name.toLowerCase() === ATTEMPT_HEADER)?.value;
  return {
    provider: "AWS",
    eventKey,
    mailId: mailIdOf(mail.tags?.mail_id?.[0]),
    attemptId: idOf(attempt),
    messageId: idOf(mail.messageId),
    type,
    at: instantOf(momentOf(event) ?? mail.timestamp, receivedAt),
    recipients: mail.destination ?? [],
    isPermanent: type === "bounced" && event.bounce?.bounceType === "Permanent",
    detail: detailOf(event),
  };
}

function momentOf({ bounce, complaint, delivery, deliveryDelay }: SesEvent): string | undefined {
  return (bounce ?? complaint ?? delivery ?? deliveryDelay)?.timestamp;
}

function detailOf({ bounce, complaint, delivery, deliveryDelay, reject, failure }: SesEvent): string | null {
  const kind = bounce && [bounce.bounceType, bounce.bounceSubType].filter(Boolean).join(", ");
  return cleanDetail(
    bounce?.bouncedRecipients?.[0]?.diagnosticCode,
    kind,
    complaint?.complaintFeedbackType,
    delivery?.smtpResponse,
    deliveryDelay?.delayedRecipients?.[0]?.diagnosticCode,
    deliveryDelay?.delayType,
    reject?.reason,
    failure?.errorMessage,
  );
}
