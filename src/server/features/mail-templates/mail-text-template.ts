import { fillVariables, NO_VALUES } from "#contract/conversation/message-variables.ts";
import type { MailTextInUse } from "#server/features/texts/mail-texts.service.ts";
import { FRAME_TEXTS } from "./frame-texts.ts";
import {
  type Addressee,
  type MessageContent,
  orderFooter,
  type TemplateSettings,
  trackLink,
  writeMessage,
} from "./message.ts";

/** A mail with what it was written from, which is stored beside it. */
export interface TemplatedMail extends MessageContent {
  template: Pick<MailTextInUse, "key" | "language" | "version">;
}

const PREVIEW_LENGTH = 100;

/** A mail in the words of the office or of the program; its values are put in as text and not read again. */
export async function mailTextTemplate(
  settings: TemplateSettings,
  { orderId, fullName }: Addressee,
  { key, language, version, subject, body, preview }: MailTextInUse,
): Promise<TemplatedMail> {
  const frame = FRAME_TEXTS[language];
  const link = trackLink(settings, orderId);
  const values = {
    ...NO_VALUES,
    customer_name: fullName || frame.customer,
    order_id: String(orderId),
    service_name: settings.serviceName,
    track_link: link,
  };
  const fill = (text: string) => fillVariables(text, values).text;
  // Divided before values are put in, so that none of them can make a paragraph.
  const [greeting = "", ...paragraphs] = body.split(/\n\s*\n/).map(fill);
  const start = [...(paragraphs[0] ?? greeting)].slice(0, PREVIEW_LENGTH).join("");
  const content = await writeMessage(plainSubject(fill(subject)), {
    title: settings.serviceName,
    preview: preview === undefined ? start : fill(preview),
    greeting,
    paragraphs,
    link: { label: frame.order, url: link },
    footer: orderFooter(settings, orderId, language),
    language,
  });
  return { ...content, template: { key, language, version } };
}

/** A value may bring in what mail programs read as the start of encoded text. */
const plainSubject = (subject: string) => subject.replaceAll("=?", "= ?");
