import { type Addressee, aboutOrder, type MessageContent, type TemplateSettings, writeMessage } from "./message.ts";

/** The mail that carries the document. */
export async function documentTemplate(settings: TemplateSettings, addressee: Addressee): Promise<MessageContent> {
  const { serviceName } = settings;
  return await writeMessage(`Your ${serviceName} is ready (order ${addressee.orderId})`, {
    ...aboutOrder(settings, addressee),
    preview: `Your ${serviceName} is attached to this e-mail.`,
    paragraphs: [
      `Your ${serviceName} is ready. It is attached to this e-mail.`,
      "Please check the details, and keep the document at hand when you travel.",
      "With your order ID and your e-mail address you can download it again at any time.",
    ],
  });
}
