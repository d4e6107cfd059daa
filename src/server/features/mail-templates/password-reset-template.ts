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
