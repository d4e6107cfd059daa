import type { ConversationMail } from "#contract/conversation/conversation.ts";
import type { Remark } from "#contract/remarks/remarks.ts";

export type CommentStreamKind = "all" | "comment" | "message";

export type StreamEntry = { key: string; at: string } & (
  | { kind: "comment"; remark: Remark }
  | { kind: "message"; message: ConversationMail }
);

interface Stream {
  remarks: readonly Remark[];
  messages: readonly ConversationMail[];
  kind: CommentStreamKind;
  /** All messages since this instant are loaded; null if all of the order are. */
  knownSince: string | null;
}

/**
 * Comments and messages of one kind or all, newest first. Comments from before the oldest loaded message are left out
 * until the messages between them are loaded too: the stream has no holes.
 */
export function commentStream({ remarks, messages, kind, knownSince }: Stream): StreamEntry[] {
  const comments = remarks.map((remark): StreamEntry => {
    return { key: `comment ${remark.id}`, at: remark.create_ts, kind: "comment", remark };
  });
  const mails = messages.map((message): StreamEntry => {
    return { key: `message ${message.id}`, at: message.at, kind: "message", message };
  });
  const isKnown = ({ at }: StreamEntry) => knownSince === null || Date.parse(at) >= Date.parse(knownSince);
  const all = kind === "comment" ? comments : kind === "message" ? mails : [...comments.filter(isKnown), ...mails];
  return all.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || idOf(b) - idOf(a));
}

const idOf = (entry: StreamEntry) => (entry.kind === "comment" ? entry.remark.id : entry.message.id);
