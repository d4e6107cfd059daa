import type { MailKind } from "#contract/mail.ts";
import { encodeOrderId } from "#contract/order-id.ts";
import { cleanLine } from "#contract/text.ts";
import type { MailText } from "#server/platform/mail/mail-template.ts";

/** A mail as it is stored, before it has a row. */
export interface Letter {
  kind: MailKind;
  to: string;
  subject: string;
  html: string;
  text: string;
}

export interface LetterSettings {
  serviceName: string;
  /** Where people reach the program, without a slash at the end. */
  publicUrl: () => string;
}

interface Addressee {
  orderId: number;
  fullName: string | null;
}

/** The mail that carries the document. */
export async function documentLetter(settings: LetterSettings, addressee: Addressee, to: string): Promise<Letter> {
  const { serviceName } = settings;
  const { orderId } = addressee;
  return await letter("document", to, `Your ${serviceName} is ready (order ${orderId})`, {
    ...common(settings, addressee),
    preview: `Your ${serviceName} is attached to this e-mail.`,
    paragraphs: [
      `Your ${serviceName} is ready. You find it attached to this e-mail.`,
      "Please check the details, and keep the document at hand when you travel.",
      "With your order ID and your e-mail address you can download it again at any time.",
    ],
  });
}

/** Tells the order's own address that the document went elsewhere; why is between the staff and whoever asked. */
export async function noticeLetter(
  settings: LetterSettings,
  addressee: Addressee,
  to: string,
  sentTo: string,
): Promise<Letter> {
  const { serviceName } = settings;
  const { orderId } = addressee;
  return await letter("notice", to, `Your ${serviceName} was sent to another address (order ${orderId})`, {
    ...common(settings, addressee),
    preview: `We sent your document to ${maskEmail(sentTo)}.`,
    paragraphs: [
      `We sent the document of your order ${orderId} to another e-mail address: ${maskEmail(sentTo)}.`,
      "If you asked for this, there is nothing to do. If you did not, please contact us at once.",
    ],
  });
}

function common({ serviceName, publicUrl }: LetterSettings, { orderId, fullName }: Addressee) {
  return {
    title: serviceName,
    greeting: fullName ? `Dear ${fullName},` : "Dear customer,",
    link: { label: "See your order", url: `${publicUrl()}/track-order/${encodeURIComponent(encodeOrderId(orderId))}` },
    footer: `You receive this e-mail because of your order ${orderId}.`,
  };
}

async function letter(kind: MailKind, to: string, subject: string, body: MailText): Promise<Letter> {
  // The components take half a second to load: not at the start of the program, which may never send a mail.
  const { renderMail } = await import("#server/platform/mail/mail-template.ts");
  return { kind, to, subject: cleanLine(subject), ...(await renderMail(body)) };
}

/** `j***@example.com`: enough to recognise one's own address by, too little to learn another's. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}
