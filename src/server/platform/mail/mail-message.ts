import addressparser from "nodemailer/lib/addressparser";
import type { OutgoingMail } from "./mail-transport.ts";

/** The configured sender in its parts. */
export function mailboxOf(from: string): { email: string; name?: string } {
  const [sender] = addressparser(from, { flatten: true });
  const email = sender?.address ?? "";
  return sender?.name ? { email, name: sender.name } : { email };
}

/** The domain after the @ of the sender, for Message-IDs. */
function senderDomain(from: string): string {
  return mailboxOf(from).email.split("@")[1] || "localhost";
}

/** What every mail says of itself besides the usual headers. */
export function mailHeaders(attemptId: string) {
  return { "X-Arrival-Desk-Attempt": attemptId, "Auto-Submitted": "auto-generated" };
}

/** The Message-ID of a try: its attempt id at the sender's domain. */
export function messageIdOf(from: string, attemptId: string): string {
  return `<${attemptId}@${senderDomain(from)}>`;
}

/**
 * The mail in nodemailer's terms. Addresses, the subject and the file name are handed over as values, never as header
 * text: the library folds and encodes them, so nothing in them can begin another header or add a recipient.
 */
export function toMessage(mail: OutgoingMail) {
  const { attemptId, at, from, to, subject, html, text, attachment } = mail;
  return {
    messageId: messageIdOf(from, attemptId),
    date: at,
    from,
    to: { name: "", address: to },
    subject,
    html,
    text,
    attachments: attachment === null ? [] : [attachment],
    headers: mailHeaders(attemptId),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
