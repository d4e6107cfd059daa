import addressparser from "nodemailer/lib/addressparser";
import type { OutgoingMail } from "./mail-transport.ts";

/** Address and name of the configured sender. */
export function mailboxOf(from: string): { email: string; name?: string } {
  const [sender] = addressparser(from, { flatten: true });
  const email = sender?.address ?? "";
  return sender?.name ? { email, name: sender.name } : { email };
}

/** The domain after the @ of the sender, for Message-IDs. */
function senderDomain(from: string): string {
  return mailboxOf(from).email.split("@")[1] || "localhost";
}

const AUTOMATIC = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "OOF, AutoReply" };

/** Additional headers of a mail. */
export function mailHeaders({ attemptId, isPersonal }: Pick<OutgoingMail, "attemptId" | "isPersonal">) {
  return { "X-Arrival-Desk-Attempt": attemptId, ...(!isPersonal && AUTOMATIC) };
}

/** The Message-ID of an attempt: its id at the sender's domain. */
export function messageIdOf(from: string, attemptId: string): string {
  return `<${attemptId}@${senderDomain(from)}>`;
}

/**
 * The mail in nodemailer's format. Addresses, subject and file name are passed as values, never as header text: the
 * library folds and encodes them, so their content can't inject headers or recipients.
 */
export function toMessage(mail: OutgoingMail) {
  const { attemptId, at, from, to, replyTo, subject, html, text, attachments } = mail;
  return {
    messageId: messageIdOf(from, attemptId),
    date: at,
    from,
    to: { name: "", address: to },
    ...(replyTo && { replyTo: { name: "", address: replyTo } }),
    subject,
    html,
    text,
    attachments: [...attachments],
    headers: mailHeaders(mail),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The mail as an RFC 5322 message. Nodemailer is loaded with the first one: it takes 0.1 s and 20 MB. */
export async function buildMessage(mail: OutgoingMail): Promise<Buffer> {
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  return await new MailComposer(toMessage(mail)).compile().build();
}
