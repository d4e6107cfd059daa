import { maskEmail } from "#contract/text.ts";
import { type Addressee, aboutOrder, type MessageContent, type TemplateSettings, writeMessage } from "./message.ts";

/** Notifies the order's own address that the document was sent elsewhere; the reason stays with the staff. */
export async function noticeTemplate(
  settings: TemplateSettings,
  addressee: Addressee,
  sentTo: string,
): Promise<MessageContent> {
  const { serviceName } = settings;
  const { orderId } = addressee;
  return await writeMessage(`Your ${serviceName} was sent to another address (order ${orderId})`, {
    ...aboutOrder(settings, addressee),
    preview: `We sent your document to ${maskEmail(sentTo)}.`,
    paragraphs: [
      `We sent the document of your order ${orderId} to another e-mail address: ${maskEmail(sentTo)}.`,
      "If you asked for this, there is nothing to do. If you did not, please contact us at once.",
    ],
  });
}
