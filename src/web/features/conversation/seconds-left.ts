import type { ConversationMail } from "#contract/conversation/conversation.ts";

/** Seconds until a message leaves, by this clock. One that is slow shows at most the time that the message had. */
export function secondsLeft({ at, cancel_until }: Pick<ConversationMail, "at" | "cancel_until">, now: number): number {
  if (cancel_until === null) return 0;
  const until = Date.parse(cancel_until);
  const left = Math.min(until - now, until - Date.parse(at));
  return Math.max(0, Math.ceil(left / 1000));
}
