import type { MemberNotification } from "#contract/notifications/notifications.ts";
import { aboutTeam, type MessageContent, type TemplateSettings, writeMessage } from "./message.ts";

export interface DatedNotification {
  /** Name of the recipient. */
  name: string;
  /** When it happened. */
  at: Date;
  notification: MemberNotification;
  /** True for the last one of its kind that is mailed on its day. */
  isLast: boolean;
}

interface Words {
  subject: string;
  paragraphs: string[];
}

const NOT_YOURS = "If you did not expect this, tell an Admin of your team at once.";

const MAY_BE_WORK =
  "This may be ordinary work. If you don't know the reason, ask, and end the member's sign-ins under Manage Team.";

function wordsOf({ kind, facts }: MemberNotification, at: string): Words {
  switch (kind) {
    case "password-changed":
      return {
        subject: "Your password was changed",
        paragraphs: [`${facts.by} set a new password for you on ${at}. You are signed out everywhere.`, NOT_YOURS],
      };
    case "email-changed":
      return {
        subject: "Your sign-in email was changed",
        paragraphs: [
          `${facts.by} changed the email address of your sign-in on ${at}. This mail goes to the old and to the new address.`,
          NOT_YOURS,
        ],
      };
    case "type-changed":
      return {
        subject: "Your member type was changed",
        paragraphs: [`${facts.by} made you ${facts.type} on ${at}. You are signed out everywhere.`, NOT_YOURS],
      };
    case "sessions-ended":
      return {
        subject: "You were signed out",
        paragraphs: [
          `${facts.by} ended ${facts.count === 1 ? "a sign-in" : `${facts.count} sign-ins`} of yours on ${at}.`,
          "You can sign in again. If you don't know why this was done, ask the one who did it.",
        ],
      };
    case "new-device":
      return {
        subject: "New sign-in to your account",
        paragraphs: [
          `Somebody signed in to your account on ${at}, on a device that was not used for it before: ${facts.device}, ${facts.place}.`,
          "If that was you, there is nothing to do. If not, change your password at once, look at your passkeys under Your sign-in, and tell an Admin of your team.",
        ],
      };
    case "own-email-asked":
      return {
        subject: "A new email was asked for your sign-in",
        paragraphs: [
          `Somebody who is signed in as you asked on ${at} to change the email of your sign-in to ${facts.email}. It changes once that address confirms it.`,
          "If that was you, there is nothing to do here. If not, change your password at once, which also stops the change, and tell an Admin of your team.",
        ],
      };
    case "invitation-accepted":
      return {
        subject: `${facts.member} accepted your invitation`,
        paragraphs: [`${facts.member} accepted it on ${at} and can sign in.`],
      };
    case "factor-changed":
      return {
        subject: "Your second factor was changed",
        paragraphs: [`On ${at}: ${facts.change}. Your next sign-in asks accordingly.`, NOT_YOURS],
      };
    case "passkey-suspended":
      return {
        subject: `A passkey of ${facts.member} was suspended`,
        paragraphs: [
          `The passkey "${facts.name}" of ${facts.member} was refused on ${at}: its counter went back, as that of a copy does.`,
          "Ask them which device it is on, and have them remove it under Your sign-in and add a new one.",
        ],
      };
    case "factor-reset":
      return {
        subject: "Your second factor was reset",
        paragraphs: [
          `${facts.by} removed your second factor and your recovery codes on ${at}. You are signed out everywhere.`,
          "Until you set up another one, your password alone opens your sign-in, or a link is mailed to you first. Set it up soon.",
          NOT_YOURS,
        ],
      };
    case "member-factor-reset":
      return {
        subject: `The second factor of ${facts.member} was reset`,
        paragraphs: [
          `${facts.by} removed the second factor and the recovery codes of ${facts.member} on ${at}.`,
          `Reason: ${facts.reason}`,
          `How ${facts.member} was recognised: ${facts.recognised}`,
          "If you don't know about it, ask both of them in person: whoever has stolen a password tries to have the second factor removed.",
        ],
      };
    case "set-up-link-made":
      return {
        subject: "A link to set up your second factor was made",
        paragraphs: [
          `${facts.by} made a link on ${at} that sets up a second factor for your sign-in. It works once, for 30 minutes.`,
          `Whoever uses it signs in with their own app beside your password. ${NOT_YOURS}`,
        ],
      };
    case "recovery-code-used":
      return {
        subject: "A recovery code of yours was used",
        paragraphs: [
          `Somebody signed in or confirmed with your password and one of your recovery codes on ${at}. ${facts.left} of them are left.`,
          `${NOT_YOURS} If it was you, make new codes under Your sign-in before you run out of them.`,
        ],
      };
    case "password-known":
      return {
        subject: "Somebody knows your password",
        paragraphs: [
          `By ${at} your right password was followed by ${facts.tries} wrong codes. Nobody got in.`,
          "If that was you, there is nothing to do. If not, somebody knows your password: change it at once and tell an Admin of your team.",
        ],
      };
    case "email-contested":
      return {
        subject: `Order ${facts.order}: its owner objects to the new email`,
        paragraphs: [
          `${facts.asked_by} asked for another email of order ${facts.order}. The owner of the old one said on ${at} that it was not them.`,
          facts.is_open
            ? `Until a Manager or an Admin other than ${facts.asked_by} decides it on the order's page, no mail of the order is sent and neither address opens it.`
            : "The new address had not confirmed it yet: the change is cancelled. Find out who asked for it.",
        ],
      };
    case "many-orders-read":
      return {
        subject: `${facts.member} opened many orders`,
        paragraphs: [`${facts.member} opened ${facts.orders} different orders within one hour, by ${at}.`, MAY_BE_WORK],
      };
    case "many-orders-listed":
      return {
        subject: `${facts.member} listed many orders`,
        paragraphs: [
          `Lists, searches or exports showed ${facts.member} ${facts.orders} different orders within one hour, by ${at}.`,
          MAY_BE_WORK,
        ],
      };
  }
}

/** No link but to the host: forgers imitate mails of this kind. */
export async function memberNotificationTemplate(
  settings: TemplateSettings,
  { name, at, notification, isLast }: DatedNotification,
): Promise<MessageContent> {
  const { subject, paragraphs } = wordsOf(notification, `${at.toISOString().slice(0, 16).replace("T", " at ")} UTC`);
  const last = "This is the last mail of this kind today, whatever else happens.";
  return await writeMessage(`${subject} (${settings.serviceName})`, {
    ...aboutTeam(settings, name),
    title: subject,
    preview: paragraphs[0] ?? subject,
    paragraphs: isLast ? [...paragraphs, last] : paragraphs,
  });
}
