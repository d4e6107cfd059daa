import type { Role } from "#contract/roles.ts";
import { type MessageContent, type TemplateSettings, writeMessage } from "./message.ts";

export interface Invited {
  name: string;
  role: Role;
  /** Who sent the invitation. */
  askedBy: string | null;
}

/** The mail with the one-use link of a new member. */
export async function invitationTemplate(
  { serviceName, publicUrl }: TemplateSettings,
  { name, role, askedBy }: Invited,
  token: string,
): Promise<MessageContent> {
  return await writeMessage(`Your invitation to ${serviceName}`, {
    title: "You are invited",
    preview: `Choose a password for the back office of ${serviceName}. The link works once, for seven days.`,
    greeting: `Hello ${name},`,
    paragraphs: [
      `${askedBy ?? "An Admin"} invites you to the back office of ${serviceName}, as ${role}.`,
      "The link below lets you choose your password. Nobody else will know it. It works once, within seven days; of several such mails only the newest one works.",
      "If you don't know what this is about, there is nothing to do. Don't pass the link on.",
    ],
    link: { label: "Accept the invitation", url: `${publicUrl()}/invitation#token=${token}` },
    footer: `You are receiving this e-mail because somebody of the team of ${serviceName} entered your address.`,
  });
}

/** The mail to a member's own new address, which confirms it. */
export async function ownEmailTemplate(
  { serviceName, publicUrl }: TemplateSettings,
  name: string,
  token: string,
): Promise<MessageContent> {
  return await writeMessage(`Confirm your new email for ${serviceName}`, {
    title: "Confirm your new email",
    preview: `Your sign-in to ${serviceName} gets this email once you confirm it, within 30 minutes.`,
    greeting: `Hello ${name},`,
    paragraphs: [
      `You asked for this address to be the email of your sign-in to the back office of ${serviceName}.`,
      "Open the link and confirm it there. It works once, within 30 minutes; until then your sign-in keeps its old email.",
      "If you did not ask for this, there is nothing to do.",
    ],
    link: { label: "Confirm this email", url: `${publicUrl()}/confirm-sign-in-email#token=${token}` },
    footer: `You are receiving this e-mail because you are a member of the team of ${serviceName}.`,
  });
}
