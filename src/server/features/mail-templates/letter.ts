import { encodeOrderId } from "#contract/order-id.ts";
import { cleanLine } from "#contract/text.ts";

/** What a letter says, to be put into the one frame that all of them have. React escapes every word of it. */
export interface LetterText {
  title: string;
  /** One line that a list of mails shows after the subject. */
  preview: string;
  greeting: string;
  paragraphs: string[];
  link: { label: string; url: string };
  footer: string;
}

/** A letter as it is sent and kept. */
export interface WrittenLetter {
  subject: string;
  html: string;
  text: string;
}

export interface LetterSettings {
  serviceName: string;
  /** Where people reach the program, without a slash at the end. */
  publicUrl: () => string;
}

/** Whose order a letter is about. */
export interface Addressee {
  orderId: number;
  fullName: string | null;
}

export async function writeLetter(subject: string, letter: LetterText): Promise<WrittenLetter> {
  // The components take half a second to load: not at the start of the program, which may never send a mail.
  const { renderLetter } = await import("./letter-frame.ts");
  return { subject: cleanLine(subject), ...(await renderLetter(letter)) };
}

/** What the letters about an order have in common. */
export function aboutOrder({ serviceName, publicUrl }: LetterSettings, { orderId, fullName }: Addressee) {
  return {
    title: serviceName,
    greeting: fullName ? `Dear ${fullName},` : "Dear customer,",
    link: { label: "See your order", url: `${publicUrl()}/track-order/${encodeURIComponent(encodeOrderId(orderId))}` },
    footer: `You receive this e-mail because of your order ${orderId}.`,
  };
}
