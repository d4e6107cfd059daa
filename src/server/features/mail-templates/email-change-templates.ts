import { CONFIRM_HOURS, CONTEST_DAYS } from "#contract/email-changes/email-changes.ts";
import { maskEmail } from "#contract/text.ts";
import { LINK_TOKEN } from "#server/platform/mail/link-tokens.ts";
import { type Addressee, aboutOrder, type MessageContent, type TemplateSettings, writeMessage } from "./message.ts";

/** Asks the new address to confirm. */
export async function emailConfirmTemplate(settings: TemplateSettings, to: Addressee): Promise<MessageContent> {
  const { serviceName, publicUrl } = settings;
  return await writeMessage(`Confirm your e-mail address for ${serviceName} (order ${to.orderId})`, {
    ...aboutOrder(settings, to),
    preview: "Press the link to confirm this e-mail address.",
    paragraphs: [
      `We were asked to use this e-mail address for your order ${to.orderId} from now on.`,
      `To confirm it, open the link below and press the button there. The link works for ${CONFIRM_HOURS} hours. Until then nothing changes.`,
      "If you did not ask for this, there is nothing to do. Don't pass the link on.",
    ],
    link: { label: "Confirm this address", url: `${publicUrl()}/confirm-email/${LINK_TOKEN}` },
  });
}

/** Tells the old address what was requested, before anything has changed. */
export async function emailAskedTemplate(
  settings: TemplateSettings,
  to: Addressee,
  newEmail: string,
): Promise<MessageContent> {
  const { orderId } = to;
  return await writeMessage(`A new e-mail address was requested (order ${orderId})`, {
    ...aboutOrder(settings, to),
    preview: `Somebody asked us to use ${maskEmail(newEmail)} for your order.`,
    paragraphs: [
      `Somebody, most likely you, asked us to use another e-mail address for your order ${orderId}: ${maskEmail(newEmail)}. It changes once that address confirms it.`,
      "If this was you, there is nothing to do. If it was not, open the link below and press the button there: the change is then stopped.",
    ],
    link: contestLink(settings),
  });
}

/** Tells an address that the order's own has changed. @param canContest the recipient may have lost access by it */
export async function emailChangedTemplate(
  settings: TemplateSettings,
  to: Addressee,
  { newEmail, canContest }: { newEmail: string; canContest: boolean },
): Promise<MessageContent> {
  const { orderId } = to;
  const contest = `If you did not want this, open the link below within ${CONTEST_DAYS} days and press the button there. We then send no more mails until we have checked it.`;
  return await writeMessage(`The e-mail address of your order was changed (order ${orderId})`, {
    ...aboutOrder(settings, to),
    preview: `The e-mail address of your order is now ${maskEmail(newEmail)}.`,
    paragraphs: [
      `The e-mail address of your order ${orderId} is now ${maskEmail(newEmail)}. All mails about the order go there, and the order opens with that address only.`,
      canContest ? contest : "If you did not expect this, please contact us at once.",
    ],
    ...(canContest && { link: contestLink(settings) }),
  });
}

const contestLink = ({ publicUrl }: TemplateSettings) => ({
  label: "This was not me",
  url: `${publicUrl()}/contest-email/${LINK_TOKEN}`,
});
