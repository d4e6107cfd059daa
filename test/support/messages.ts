import { randomUUID } from "node:crypto";
import type { ConversationMail } from "#contract/conversation/conversation.ts";
import type { Answer } from "./client.ts";

interface SentFile {
  name: string;
  content: Uint8Array;
}

/** Sends a message to an order's customer; `given` overrides or adds fields, undefined leaves one out. */
export async function sendMessage(
  address: string,
  token: string,
  given: Record<string, string | number | undefined>,
  files: readonly SentFile[] = [],
): Promise<Omit<Answer<ConversationMail>, "headers">> {
  const form = new FormData();
  const fields = { clientKey: randomUUID(), subject: "A question", body: "Which hotel?", ...given };
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value));
  for (const { name, content } of files) form.append("files", new File([new Uint8Array(content)], name));
  const headers = { authorization: token };
  const response = await fetch(`${address}/api/admin/send-message`, { method: "POST", headers, body: form });
  return { code: response.status, body: (await response.json()) as Answer<ConversationMail>["body"] };
}
