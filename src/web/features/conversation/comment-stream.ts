import type { ConversationMail } from "#contract/conversation/conversation.ts";
import type { Answer } from "#contract/questions/questions.ts";
import type { Remark } from "#contract/remarks/remarks.ts";

export type CommentStreamKind = "all" | "comment" | "message";

export type StreamEntry = { key: string; at: string } & (
  | { kind: "comment"; remark: Remark }
  | { kind: "message"; message: ConversationMail }
  | { kind: "answer"; answer: Answer }
);

interface Stream {
  remarks: readonly Remark[];
  messages: readonly ConversationMail[];
  answers: readonly Answer[];
  kind: CommentStreamKind;
  /** All messages since this instant are loaded; null if all of the order are. */
  knownSince: string | null;
}

/**
 * Comments and messages of one kind or all, newest first. Comments from before the oldest loaded message are left out
 * until the messages between them are loaded too: the stream has no holes.
 */
export function commentStream({ remarks, messages, answers, kind, knownSince }: Stream): StreamEntry[] {
  const comments = remarks.map((remark): StreamEntry => {
    return { key: `comment ${remark.id}`, at: remark.create_ts, kind: "comment", remark };
  });
  const mails = [
    ...messages.map((message): StreamEntry => {
      return { key: `message ${message.id}`, at: message.at, kind: "message", message };
    }),
    ...answers.map((answer): StreamEntry => ({ key: `answer ${answer.id}`, at: answer.at, kind: "answer", answer })),
  ];
  const isKnown = ({ at }: StreamEntry) => knownSince === null || Date.parse(at) >= Date.parse(knownSince);
  const all = kind === "comment" ? comments : kind === "message" ? mails : [...comments.filter(isKnown), ...mails];
  return all.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || idOf(b) - idOf(a));
}

function idOf(entry: StreamEntry): number {
  if (entry.kind === "comment") return entry.remark.id;
  return entry.kind === "message" ? entry.message.id : entry.answer.id;
}
