import addressparser from "nodemailer/lib/addressparser";
import type { OutgoingMail } from "./mail-transport.ts";

/** The domain after the @ of the sender, for Message-IDs. */
function senderDomain(from: string): string {
  const [sender] = addressparser(from, { flatten: true });
  return sender?.address?.split("@")[1] || "localhost";
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
    headers: { "X-Arrival-Desk-Attempt": attemptId, "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
