import type { Role } from "#contract/roles.ts";
import { aboutTeam, type MessageContent, type TemplateSettings, writeMessage } from "./message.ts";

interface Invited {
  name: string;
  role: Role;
  /** Who sent the invitation. */
  askedBy: string | null;
}

/** The mails about a member's own sign-in. */
export function accountMailTemplates(settings: TemplateSettings) {
  const { serviceName, publicUrl } = settings;
  // In the fragment: browsers don't send it to servers, so it is in no log and no Referer.
  const urlOf = (path: string, token: string) => `${publicUrl()}/${path}#token=${token}`;

  return {
    /** The one-use link of a member who forgot the password. */
    passwordReset: (name: string, token: string): Promise<MessageContent> =>
      writeMessage(`Set a new password for ${serviceName}`, {
        ...aboutTeam(settings, name),
        title: "Set a new password",
        preview: `Your link to set a new password for ${serviceName}. It works once, for 30 minutes.`,
        paragraphs: [
          `Somebody, most likely you, asked for a new password for your sign-in to the back office of ${serviceName}.`,
          "The link below lets you set one. It works once, within 30 minutes of your request; of several such mails only the newest one works.",
          "If you did not ask for this, there is nothing to do: your password stays as it is. Don't pass the link on. If such mails keep coming, tell an Admin of your team.",
        ],
        link: { label: "Set a new password", url: urlOf("reset-password", token) },
      }),

    /** The answer to the same request of a member whose password opens nothing: no link. */
    passkeysOnly: (name: string): Promise<MessageContent> =>
      writeMessage(`Your sign-in to ${serviceName} takes only passkeys`, {
        ...aboutTeam(settings, name),
        title: "Your sign-in takes only passkeys",
        preview: `A new password would not open your sign-in to ${serviceName}.`,
        paragraphs: [
          `Somebody, most likely you, asked for a new password for your sign-in to the back office of ${serviceName}. A new password would not open it: you chose that only your passkeys do.`,
          "Sign in with a passkey, on a device that has one. If you have lost all of them, an Admin of your team can reset your second factor, which allows your password again.",
          "If you did not ask for this, there is nothing to do. If such mails keep coming, tell an Admin of your team.",
        ],
      }),

    /** The one-use link of a new member. */
    invitation: ({ name, role, askedBy }: Invited, token: string): Promise<MessageContent> =>
      writeMessage(`Your invitation to ${serviceName}`, {
        ...aboutTeam(settings, name),
        title: "You are invited",
        preview: `Choose how you sign in to the back office of ${serviceName}. The link works once, for seven days.`,
        paragraphs: [
          `${askedBy ?? "An Admin"} invites you to the back office of ${serviceName}, as ${role}.`,
          "The link below lets you choose how you sign in: with a password that nobody else will know or, where it is offered, with a passkey. It works once, within seven days; of several such mails only the newest one works.",
          "If you don't know what this is about, there is nothing to do. Don't pass the link on.",
        ],
        link: { label: "Accept the invitation", url: urlOf("invitation", token) },
        footer: `You are receiving this e-mail because somebody of the team of ${serviceName} entered your address.`,
      }),

    /** To a member's own new address, which confirms it. */
    ownEmail: (name: string, token: string): Promise<MessageContent> =>
      writeMessage(`Confirm your new email for ${serviceName}`, {
        ...aboutTeam(settings, name),
        title: "Confirm your new email",
        preview: `Your sign-in to ${serviceName} gets this email once you confirm it, within 30 minutes.`,
        paragraphs: [
          `You asked for this address to be the email of your sign-in to the back office of ${serviceName}.`,
          "Open the link and confirm it there. It works once, within 30 minutes; until then your sign-in keeps its old email.",
          "If you did not ask for this, there is nothing to do.",
        ],
        link: { label: "Confirm this email", url: urlOf("confirm-sign-in-email", token) },
      }),

    /** The one-use link of a member whose role needs a second factor. */
    factorSetUp: (name: string, token: string): Promise<MessageContent> =>
      writeMessage(`Set up your second factor for ${serviceName}`, {
        ...aboutTeam(settings, name),
        title: "Set up your second factor",
        preview: `Your link to set up a second factor for ${serviceName}. It works once, for 30 minutes.`,
        paragraphs: [
          `Your sign-in to the back office of ${serviceName} needs a second factor beside the password.`,
          "The link below lets you set one up. It works once, within 30 minutes of your sign-in; of several such mails only the newest one works.",
          "If you did not just try to sign in, somebody knows your password: change it, and tell an Admin of your team. Don't pass the link on.",
        ],
        link: { label: "Set up a second factor", url: urlOf("set-up-factor", token) },
      }),
  };
}
