import { type Addressee, aboutOrder, type LetterSettings, type WrittenLetter, writeLetter } from "./letter.ts";

/** Tells the order's own address that the document went elsewhere; why is between the staff and whoever asked. */
export async function noticeLetter(
  settings: LetterSettings,
  addressee: Addressee,
  sentTo: string,
): Promise<WrittenLetter> {
  const { serviceName } = settings;
  const { orderId } = addressee;
  return await writeLetter(`Your ${serviceName} was sent to another address (order ${orderId})`, {
    ...aboutOrder(settings, addressee),
    preview: `We sent your document to ${maskEmail(sentTo)}.`,
    paragraphs: [
      `We sent the document of your order ${orderId} to another e-mail address: ${maskEmail(sentTo)}.`,
      "If you asked for this, there is nothing to do. If you did not, please contact us at once.",
    ],
  });
}

/** `j***@example.com`: enough to recognise one's own address by, too little to learn another's. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}
