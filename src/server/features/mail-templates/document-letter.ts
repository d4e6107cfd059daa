import { type Addressee, aboutOrder, type LetterSettings, type WrittenLetter, writeLetter } from "./letter.ts";

/** The mail that carries the document. */
export async function documentLetter(settings: LetterSettings, addressee: Addressee): Promise<WrittenLetter> {
  const { serviceName } = settings;
  return await writeLetter(`Your ${serviceName} is ready (order ${addressee.orderId})`, {
    ...aboutOrder(settings, addressee),
    preview: `Your ${serviceName} is attached to this e-mail.`,
    paragraphs: [
      `Your ${serviceName} is ready. You find it attached to this e-mail.`,
      "Please check the details, and keep the document at hand when you travel.",
      "With your order ID and your e-mail address you can download it again at any time.",
    ],
  });
}
