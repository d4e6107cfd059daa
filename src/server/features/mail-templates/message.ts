import { encodeOrderId } from "#contract/orders/order-id.ts";
import { cleanLine } from "#contract/text.ts";
import type { Language } from "#contract/tracking/visitor-languages.ts";
import { FRAME_TEXTS } from "./frame-texts.ts";
import type { MessageText } from "./message-frame.ts";

/** A message as it is sent and stored. */
export interface MessageContent {
  subject: string;
  html: string;
  text: string;
}

export interface TemplateSettings {
  serviceName: string;
  /** Public address of the program, without a trailing slash. */
  publicUrl: () => string;
  /** Where answers to mails about orders arrive; without it nobody reads them. */
  replyTo?: string | null;
}

/** The order that a message is about. */
export interface Addressee {
  orderId: number;
  fullName: string | null;
}

export async function writeMessage(subject: string, message: MessageText): Promise<MessageContent> {
  // Loaded on demand: the components take half a second, and a process may never send a mail.
  const { renderMessage } = await import("./message-frame.ts");
  return { subject: cleanLine(subject), ...(await renderMessage(message)) };
}

/** Content common to messages about an order. */
export function aboutOrder(settings: TemplateSettings, { orderId, fullName }: Addressee) {
  const { serviceName } = settings;
  return {
    title: serviceName,
    greeting: fullName ? `Dear ${fullName},` : "Dear customer,",
    link: { label: FRAME_TEXTS.en.order, url: trackLink(settings, orderId) },
    footer: orderFooter(settings, orderId, "en"),
  };
}

/** Content common to messages to a member of the team. */
export function aboutTeam({ serviceName, publicUrl }: TemplateSettings, name: string) {
  return {
    greeting: `Hello ${name},`,
    link: { label: "Open the back office", url: publicUrl() },
    footer: `You are receiving this e-mail because you are a member of the team of ${serviceName}.`,
  };
}

export function trackLink({ publicUrl }: TemplateSettings, orderId: number): string {
  return `${publicUrl()}/track-order/${encodeURIComponent(encodeOrderId(orderId))}`;
}

/** @param isQuestion whether the mail has a button to answer with: then nothing tells the customer not to */
export function orderFooter(
  { replyTo }: TemplateSettings,
  orderId: number,
  language: Language,
  isQuestion = false,
): string {
  const { because, reply, noReply } = FRAME_TEXTS[language];
  const why = because.replace("{{orderId}}", String(orderId));
  if (isQuestion && !replyTo) return why;
  return `${why} ${replyTo ? reply : noReply}`;
}
