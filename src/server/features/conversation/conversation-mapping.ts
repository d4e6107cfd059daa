import type { ConversationEntry, ConversationMail } from "#contract/conversation/conversation.ts";
import type { Question } from "#contract/questions/questions.ts";
import { servedName } from "#contract/served-name.ts";
import type { AttachmentRow, Cursor, EntryType, MailRow, TalkRow } from "./conversation.repository.ts";

export function toConversationMail(
  mail: MailRow,
  { files, question }: { files: readonly AttachmentRow[]; question: Question | undefined },
  now: Date,
): ConversationMail {
  const { document, dueAt } = mail;
  const attached =
    document === null ? files : [{ ...document, name: servedName(mail.orderId, document.file1) }, ...files];
  const canCancel = mail.kind === "message" && mail.state === "queued" && mail.attempts === 0;
  return {
    type: "mail",
    id: mail.id,
    at: mail.createdAt.toISOString(),
    kind: mail.kind,
    state: mail.state,
    email: mail.toAddress,
    subject: mail.subject,
    sent_by: mail.sentBy,
    text: mail.body,
    language: mail.language,
    attachments: attached.map(({ name, contentType, bytes, sha256 }) => ({
      name,
      content_type: contentType,
      bytes,
      sha256: sha256.toString("hex"),
    })),
    error: mail.error,
    possible_duplicate: mail.possibleDuplicate,
    question: question ?? null,
    cancel_until: canCancel && dueAt !== null && dueAt > now ? dueAt.toISOString() : null,
  };
}

export function toTalk({ id, createdAt, isWhatsapp, isTelephone, author, remark }: TalkRow): ConversationEntry {
  const via = [...(isWhatsapp ? ["whatsapp" as const] : []), ...(isTelephone ? ["telephone" as const] : [])];
  return { type: "talk", id, at: createdAt.toISOString(), via, author, text: remark };
}

/** The same sequence as the statements': newest first. */
export function newestFirst(one: ConversationEntry, other: ConversationEntry): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1;
  if (one.type !== other.type) return one.type < other.type ? 1 : -1;
  return other.id - one.id;
}

export function cursorText({ at, type, id }: ConversationEntry): string {
  return `${String(Date.parse(at)).padStart(13, "0")}-${type}-${id}`;
}

/** @param text as `cursorText` writes it */
export function toCursor(text: string): Cursor {
  const [at, type, id] = text.split("-");
  const types: EntryType[] = ["answer", "mail", "talk"];
  return { at: new Date(Number(at)), type: types.find((each) => each === type) ?? "mail", id: Number(id) };
}
