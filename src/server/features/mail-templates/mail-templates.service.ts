import type { MailTemplate } from "#contract/mail-templates/mail-templates.ts";
import { MAIL_TEXT_NAMES, STATUS_MAIL_KEYS, type StatusMailKey } from "#contract/texts/mail-texts.ts";
import type { Language } from "#contract/tracking/visitor-languages.ts";
import { BUILT_IN_TEXTS, type MailTextInUse, type MailTextsInUse } from "#server/features/texts/mail-texts.service.ts";
import { accountMailTemplates } from "./account-mail-templates.ts";
import { mailTextTemplate } from "./mail-text-template.ts";
import { type MemberMessage, memberMessageTemplate } from "./member-message-template.ts";
import { type DatedNotification, memberNotificationTemplate } from "./member-notification-template.ts";
import { type Addressee, type MessageContent, type TemplateSettings, trackLink } from "./message.ts";
import { orderMailTemplates } from "./order-mail-templates.ts";

export type MailTemplatesService = ReturnType<typeof createMailTemplatesService>;

/** The id is far above those of orders. */
export const SAMPLE_ADDRESSEE: Addressee = { orderId: 999_999_999, fullName: "Sample Traveller" };
/** Sample data: the token opens nothing. */
const SAMPLE = {
  addressee: SAMPLE_ADDRESSEE,
  otherAddress: "friend.of.sample@example.com",
  member: "Sample Member",
  token: "sample-token-that-opens-nothing",
  notification: {
    name: "Sample Member",
    at: new Date("2026-01-15T09:30:00Z"),
    notification: { kind: "new-device", facts: { device: "Firefox on Windows", place: "Sri Lanka" } },
    isLast: false,
  } satisfies DatedNotification,
};

const STATUS_MAIL_CAUSES: Record<StatusMailKey, string> = {
  received: "When a paid order comes in, or one that waited is paid",
  "filing-opens": "When an order leaves Future because its filing window has opened",
  "sent-to-authority": "When an order is recorded as filed or moved to Awaiting Govt",
  refunded: "When a refund is recorded",
};

/** All mail messages of the program, and each of them with sample data. */
export function createMailTemplatesService(settings: TemplateSettings, texts: MailTextsInUse = BUILT_IN_TEXTS) {
  const fromText = (text: MailTextInUse, to: Addressee) => mailTextTemplate(settings, to, text);
  const document = async (to: Addressee, language: Language | null = null) =>
    await fromText(await texts.inUse("document", language), to);
  const status = async (key: StatusMailKey, to: Addressee, language: Language | null = null) =>
    await fromText(await texts.inUse(key, language), to);
  const ofOrder = orderMailTemplates(settings);
  const ofAccount = accountMailTemplates(settings);
  const memberNotification = (dated: DatedNotification) => memberNotificationTemplate(settings, dated);
  return {
    /** A text that the office may change, for an order. */
    fromText,
    document,
    status,
    ...ofOrder,
    ...ofAccount,
    memberNotification,
    /** A member's own text in the common frame. */
    memberMessage: (to: Addressee, message: MemberMessage) => memberMessageTemplate(settings, to, message),
    /** The address at which the customer follows the order. */
    trackLink: (orderId: number) => trackLink(settings, orderId),
    previews: async (): Promise<MailTemplate[]> => [
      {
        name: "document",
        title: "The document",
        sent_when:
          "When a document is uploaded and when it is resent: to the address given there, with the document attached.",
        ...contentOf(await document(SAMPLE.addressee)),
      },
      ...(await Promise.all(
        STATUS_MAIL_KEYS.map(async (key) => ({
          name: key,
          title: MAIL_TEXT_NAMES[key],
          sent_when: `${STATUS_MAIL_CAUSES[key]}, once an order, while it is switched on: two minutes later to the order's own address, unless that is blocked.`,
          ...contentOf(await status(key, SAMPLE.addressee)),
        })),
      )),
      {
        name: "notice",
        title: "The notice to the order's own address",
        sent_when:
          "When a document goes to another address than the order's own: to the order's own, unless that is blocked.",
        ...(await ofOrder.notice(SAMPLE.addressee, SAMPLE.otherAddress)),
      },
      {
        name: "email-confirm",
        title: "The link that confirms a new e-mail address",
        sent_when:
          "When a Manager or an Admin changes an order's address: to the new one. The link is only in the mail itself.",
        ...(await ofOrder.emailConfirm(SAMPLE.addressee)),
      },
      {
        name: "email-asked",
        title: "The notice that a new e-mail address was requested",
        sent_when: "At the same time: to the order's own address, unless that is blocked, with a link to object.",
        ...(await ofOrder.emailAsked(SAMPLE.addressee, SAMPLE.otherAddress)),
      },
      {
        name: "email-changed",
        title: "The notice that the e-mail address was changed",
        sent_when:
          "When the new address is confirmed, or the old one restored: to both. The former one gets a link to object for a week.",
        ...(await ofOrder.emailChanged(SAMPLE.addressee, { newEmail: SAMPLE.otherAddress, canContest: true })),
      },
      {
        name: "password-reset",
        title: "The link to set a new password",
        sent_when:
          "When a member of the team asks for it on the sign-in page: to the member's address. No copy of it can be read here later.",
        ...(await ofAccount.passwordReset(SAMPLE.member, SAMPLE.token)),
      },
      {
        name: "passkeys-only",
        title: "The answer to a member whose sign-in takes only passkeys",
        sent_when: "When a member who chose that under Your sign-in asks for a new password: instead of the link.",
        ...(await ofAccount.passkeysOnly(SAMPLE.member)),
      },
      {
        name: "invitation",
        title: "The invitation of a new member of the team",
        sent_when:
          "When a Manager or an Admin invites somebody under Manage Team, or sends it again. No copy of it can be read here later.",
        ...(await ofAccount.invitation({ name: SAMPLE.member, role: "Team", askedBy: "Sample Admin" }, SAMPLE.token)),
      },
      {
        name: "own-email",
        title: "The link that confirms a member's own new email",
        sent_when:
          "When a member changes their own email under Your sign-in: to the new address. No copy of it can be read here later.",
        ...(await ofAccount.ownEmail(SAMPLE.member, SAMPLE.token)),
      },
      {
        name: "factor-set-up",
        title: "The link to set up a second factor",
        sent_when:
          "When a member whose role needs a second factor signs in without one after the days of grace: to the member's address.",
        ...(await ofAccount.factorSetUp(SAMPLE.member, SAMPLE.token)),
      },
      {
        name: "member-notice",
        title: "A notification to a member of the team",
        sent_when:
          "When somebody else changes a member's password, email or type or ends their sign-ins, when they sign in on a new device, when a second factor changes or a recovery code is used, when right passwords are followed by wrong codes, when they ask for another email, when somebody they invited accepts, and to Admins when a member opens very many orders. At most five of a kind a day.",
        ...(await memberNotification(SAMPLE.notification)),
      },
    ],
  };
}

function contentOf({ subject, html, text }: MessageContent): MessageContent {
  return { subject, html, text };
}
