import { type MessageContent, type TemplateSettings, writeMessage } from "./message.ts";

/** The mail with the one-use link of a member who forgot the password. */
export async function passwordResetTemplate(
  { serviceName, publicUrl }: TemplateSettings,
  name: string,
  token: string,
): Promise<MessageContent> {
  return await writeMessage(`Set a new password for ${serviceName}`, {
    title: "Set a new password",
    preview: `Your link to set a new password for ${serviceName}. It works once, for 30 minutes.`,
    greeting: `Hello ${name},`,
    paragraphs: [
      `Somebody, most likely you, asked for a new password for your sign-in to the back office of ${serviceName}.`,
      "The link below lets you set one. It works once, within 30 minutes of your request; of several such mails only the newest one works.",
      "If you did not ask for this, there is nothing to do: your password stays as it is. Don't pass the link on. If such mails keep coming, tell an Admin of your team.",
    ],
    // In the fragment: browsers don't send it to servers, so it is in no log and no Referer.
    link: { label: "Set a new password", url: `${publicUrl()}/reset-password#token=${token}` },
    footer: `You are receiving this e-mail because you are a member of the team of ${serviceName}.`,
  });
}

/** The answer to the same request of a member whose password opens nothing: no link. */
export async function passkeysOnlyTemplate(
  { serviceName, publicUrl }: TemplateSettings,
  name: string,
): Promise<MessageContent> {
  return await writeMessage(`Your sign-in to ${serviceName} takes only passkeys`, {
    title: "Your sign-in takes only passkeys",
    preview: `A new password would not open your sign-in to ${serviceName}.`,
    greeting: `Hello ${name},`,
    paragraphs: [
      `Somebody, most likely you, asked for a new password for your sign-in to the back office of ${serviceName}. A new password would not open it: you chose that only your passkeys do.`,
      "Sign in with a passkey, on a device that has one. If you have lost all of them, an Admin of your team can reset your second factor, which allows your password again.",
      "If you did not ask for this, there is nothing to do. If such mails keep coming, tell an Admin of your team.",
    ],
    link: { label: "Open the back office", url: publicUrl() },
    footer: `You are receiving this e-mail because you are a member of the team of ${serviceName}.`,
  });
}
