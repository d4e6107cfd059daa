import { CONFIRM_HOURS, CONTEST_DAYS } from "#contract/email-changes/email-changes.ts";
import { maskEmail } from "#contract/text.ts";
import { LINK_TOKEN } from "#server/platform/mail/link-tokens.ts";
import { type Addressee, aboutOrder, type MessageContent, type TemplateSettings, writeMessage } from "./message.ts";

const CONTEST = `If you did not want this, open the link below within ${CONTEST_DAYS} days and press the button there. We then send no more mails until we have checked it.`;

/** The mails about an order's address, in the program's own words. */
export function orderMailTemplates(settings: TemplateSettings) {
  const { serviceName, publicUrl } = settings;
  const contestLink = () => ({ label: "This was not me", url: `${publicUrl()}/contest-email/${LINK_TOKEN}` });

  return {
    /** Notifies the order's own address that the document was sent to `sentTo`; the reason stays with the staff. */
    notice: (to: Addressee, sentTo: string): Promise<MessageContent> =>
      writeMessage(`Your ${serviceName} was sent to another address (order ${to.orderId})`, {
        ...aboutOrder(settings, to),
        preview: `We sent your document to ${maskEmail(sentTo)}.`,
        paragraphs: [
          `We sent the document of your order ${to.orderId} to another e-mail address: ${maskEmail(sentTo)}.`,
          "If you asked for this, there is nothing to do. If you did not, please contact us at once.",
        ],
      }),

    /** Asks the new address to confirm. */
    emailConfirm: (to: Addressee): Promise<MessageContent> =>
      writeMessage(`Confirm your e-mail address for ${serviceName} (order ${to.orderId})`, {
        ...aboutOrder(settings, to),
        preview: "Press the link to confirm this e-mail address.",
        paragraphs: [
          `We were asked to use this e-mail address for your order ${to.orderId} from now on.`,
          `To confirm it, open the link below and press the button there. The link works for ${CONFIRM_HOURS} hours. Until then nothing changes.`,
          "If you did not ask for this, there is nothing to do. Don't pass the link on.",
        ],
        link: { label: "Confirm this address", url: `${publicUrl()}/confirm-email/${LINK_TOKEN}` },
      }),

    /** Tells the old address what was requested, before anything has changed. */
    emailAsked: (to: Addressee, newEmail: string): Promise<MessageContent> =>
      writeMessage(`A new e-mail address was requested (order ${to.orderId})`, {
        ...aboutOrder(settings, to),
        preview: `Somebody asked us to use ${maskEmail(newEmail)} for your order.`,
        paragraphs: [
          `Somebody, most likely you, asked us to use another e-mail address for your order ${to.orderId}: ${maskEmail(newEmail)}. It changes once that address confirms it.`,
          "If this was you, there is nothing to do. If it was not, open the link below and press the button there: the change is then stopped.",
        ],
        link: contestLink(),
      }),

    /** Tells an address that the order's own has changed. @param canContest the recipient may have lost access by it */
    emailChanged: (
      to: Addressee,
      { newEmail, canContest }: { newEmail: string; canContest: boolean },
    ): Promise<MessageContent> =>
      writeMessage(`The e-mail address of your order was changed (order ${to.orderId})`, {
        ...aboutOrder(settings, to),
        preview: `The e-mail address of your order is now ${maskEmail(newEmail)}.`,
        paragraphs: [
          `The e-mail address of your order ${to.orderId} is now ${maskEmail(newEmail)}. All mails about the order go there, and the order opens with that address only.`,
          canContest ? CONTEST : "If you did not expect this, please contact us at once.",
        ],
        ...(canContest && { link: contestLink() }),
      }),
  };
}
