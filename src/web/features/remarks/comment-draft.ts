import * as z from "zod";
import { keepDraft, readDraft } from "#web/platform/drafts.ts";
import { ASKED_FLAGS } from "./remark-flags.ts";

const draftSchema = z.object({ remark: z.string(), flags: z.array(z.enum(ASKED_FLAGS)) });
/** A comment that was typed and not sent. */
export type CommentDraft = z.infer<typeof draftSchema>;

const topicOf = (orderId: number) => `comment:${orderId}`;

export function readCommentDraft(orderId: number): CommentDraft | null {
  const kept = readDraft(topicOf(orderId));
  if (kept === null) return null;
  try {
    return draftSchema.parse(JSON.parse(kept));
  } catch {
    return null; // Of an older version of the console.
  }
}

/** Keeps the comment, or nothing once it is empty or sent. Ticked flags alone are not worth keeping. */
export function keepCommentDraft(orderId: number, draft: CommentDraft): void {
  keepDraft(topicOf(orderId), draft.remark.trim() === "" ? null : JSON.stringify(draft));
}
