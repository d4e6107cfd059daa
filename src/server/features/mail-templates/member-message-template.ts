import type { Language } from "#contract/tracking/visitor-languages.ts";
import { FRAME_TEXTS } from "./frame-texts.ts";
import {
  type Addressee,
  type MessageContent,
  orderFooter,
  type TemplateSettings,
  trackLink,
  writeMessage,
} from "./message.ts";

/** As a member typed it, with the variables filled in. */
export interface MemberMessage {
  subject: string;
  body: string;
  language: Language;
  /** Whether the customer's page asks for an answer. */
  isQuestion: boolean;
}

const PREVIEW_LENGTH = 100;

/** A member's message: plain paragraphs, separated by empty lines. No markup in it reaches the mail. */
export async function memberMessageTemplate(
  settings: TemplateSettings,
  { orderId }: Addressee,
  { subject, body, language, isQuestion }: MemberMessage,
): Promise<MessageContent> {
  return await writeMessage(subject, {
    title: settings.serviceName,
    preview: [...body].slice(0, PREVIEW_LENGTH).join(""),
    paragraphs: body.split(/\n\s*\n/),
    link: { label: FRAME_TEXTS[language][isQuestion ? "answer" : "order"], url: trackLink(settings, orderId) },
    footer: orderFooter(settings, orderId, language, isQuestion),
    language,
  });
}
