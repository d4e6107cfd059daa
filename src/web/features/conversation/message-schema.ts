import * as z from "zod";
import { MESSAGE_BYTES_MAX, MESSAGE_FILES_MAX, sendMessageSchema } from "#contract/conversation/conversation.ts";
import { CONVERSATION_MESSAGES } from "#contract/conversation/messages.ts";
import { daySchema } from "#contract/date-schemas.ts";
import { QUESTION_WANTS } from "#contract/questions/question-limits.ts";
import { fileProblem } from "#web/features/documents/upload-file.ts";

type AttachedFile = Pick<File, "name" | "size" | "type">;

/** Why these files can't be attached, or null. The server decides by content; the rest is said before they travel. */
function filesProblem(files: readonly AttachedFile[]): string | null {
  if (files.length > MESSAGE_FILES_MAX) return CONVERSATION_MESSAGES.messageFilesMany;
  for (const file of files) {
    const problem = fileProblem(file);
    if (problem !== null) return `${file.name}: ${problem}`;
  }
  return null;
}

const filesSchema = z.array(z.custom<File>()).superRefine((files, context) => {
  const message = filesProblem(files);
  if (message !== null) context.addIssue({ code: "custom", message });
});

/** The values of the editor. `documentBytes` is the size of the order's current document, 0 without one. */
export function messageFormSchema(documentBytes: number) {
  return sendMessageSchema
    .pick({ subject: true, body: true, language: true })
    .extend({
      question: z.enum(["", ...QUESTION_WANTS]),
      answerBy: daySchema.or(z.literal("")),
      attachDocument: z.boolean(),
      move: z.boolean(),
      files: filesSchema,
    })
    .refine(
      ({ files, attachDocument }) =>
        files.reduce((sum, { size }) => sum + size, attachDocument ? documentBytes : 0) <= MESSAGE_BYTES_MAX,
      // Whatever else is wrong, so that a submit shows every error at once.
      { path: ["files"], error: CONVERSATION_MESSAGES.messageFilesLarge, when: () => true },
    );
}
export type MessageValues = z.input<ReturnType<typeof messageFormSchema>>;
