import { type MessageContent, type TemplateSettings, writeMessage } from "./message.ts";

/** The mail with the one-use link of a member whose role needs a second factor. */
export async function factorSetUpTemplate(
  { serviceName, publicUrl }: TemplateSettings,
  name: string,
  token: string,
): Promise<MessageContent> {
  return await writeMessage(`Set up your second factor for ${serviceName}`, {
    title: "Set up your second factor",
    preview: `Your link to set up a second factor for ${serviceName}. It works once, for 30 minutes.`,
    greeting: `Hello ${name},`,
    paragraphs: [
      `Your sign-in to the back office of ${serviceName} needs a second factor beside the password.`,
      "The link below lets you set one up. It works once, within 30 minutes of your sign-in; of several such mails only the newest one works.",
      "If you did not just try to sign in, somebody knows your password: change it, and tell an Admin of your team. Don't pass the link on.",
    ],
    // In the fragment: browsers don't send it to servers, so it is in no log and no Referer.
    link: { label: "Set up a second factor", url: `${publicUrl()}/set-up-factor#token=${token}` },
    footer: `You are receiving this e-mail because you are a member of the team of ${serviceName}.`,
  });
}
