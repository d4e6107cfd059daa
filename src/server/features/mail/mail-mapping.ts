import type { MailContent, MailEntry } from "#contract/mail/mail.ts";
import type { MailContentRecord, MailEntryRecord } from "./mail.repository.ts";

export function toMailEntry({ document, reports, ...mail }: MailEntryRecord): MailEntry {
  return {
    id: mail.id,
    order_id: mail.orderId,
    create_ts: mail.createdAt.toISOString(),
    email: mail.toAddress,
    subject: mail.subject,
    kind: mail.kind,
    state: mail.state,
    mail_service_provider: mail.provider,
    transport: mail.transport,
    message_id: mail.messageId,
    possible_duplicate: mail.possibleDuplicate,
    error: mail.error,
    customer_name: mail.customerName,
    uploadDoc: document,
    reports: reports.map(({ id, type, at, isPermanent, attemptId, detail }) => ({
      id,
      type,
      at: at.toISOString(),
      is_permanent: isPermanent,
      is_earlier_try: attemptId !== mail.attemptId,
      detail,
    })),
  };
}

export function toMailContent({ subject, html, text, fromAddress, toAddress }: MailContentRecord): MailContent {
  return { subject, html, text, from: fromAddress, to: toAddress };
}
