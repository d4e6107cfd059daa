import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import { ANSWER_BYTES_MAX, ANSWER_FILES_MAX } from "./question-limits.ts";

/** As the server refuses larger ones. */
const FILE_BYTES_MAX = 10 * 1024 * 1024;

/** Why an answer can't be sent, said before its files travel; null if it can. */
export function answerProblem(text: string, files: readonly { size: number }[]): string | null {
  if (text.trim() === "" && files.length === 0) return VISITOR_MESSAGES.answerEmpty;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const isLarge = files.length > ANSWER_FILES_MAX || bytes > ANSWER_BYTES_MAX;
  return isLarge || files.some(({ size }) => size > FILE_BYTES_MAX) ? VISITOR_MESSAGES.answerLarge : null;
}
