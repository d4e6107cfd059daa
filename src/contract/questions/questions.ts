import * as z from "zod";
import { daySchema, instantSchema } from "#contract/date-schemas.ts";
import { documentTypeSchema } from "#contract/documents/documents.ts";
import { defineOperation } from "#contract/operation.ts";
import { rowIdSchema } from "#contract/row-id.ts";
import { QUESTION_WANTS } from "./question-limits.ts";

export const questionWantsSchema = z.enum(QUESTION_WANTS);

/**
 * `open`: the customer has not answered. `answered`: they have, and nobody in the office dealt with it. `closed`: by a
 * member, the next question or the next message. `withdrawn`: its mail was stopped before it was sent.
 */
export const QUESTION_STATES = ["open", "answered", "closed", "withdrawn"] as const;
export type QuestionState = (typeof QUESTION_STATES)[number];

/** A question to the customer; its words are those of the mail. */
export const questionSchema = z
  .object({
    question_id: z.int(),
    wants: questionWantsSchema,
    /** The day until which the office asks for the answer. */
    answer_by: daySchema.nullable(),
    state: z.enum(QUESTION_STATES),
  })
  .meta({ id: "CustomerQuestion" });
export type Question = z.infer<typeof questionSchema>;

/** What a customer sent on the tracking page in answer to a question. */
export const answerInConversation = z
  .object({
    type: z.literal("answer"),
    id: z.int(),
    at: instantSchema,
    question_id: z.int(),
    /** The question's mail. */
    mail_id: z.int(),
    question: z.string(),
    state: z.enum(QUESTION_STATES),
    /** Empty if there are files alone. */
    text: z.string(),
    files: z.array(
      z.object({
        file_id: z.int(),
        name: z.string(),
        content_type: documentTypeSchema,
        bytes: z.int(),
        sha256: z.string(),
      }),
    ),
    ip: z.string(),
    device: z.string(),
    /** The country of the IP address, if known. */
    place: z.string().nullable(),
  })
  .meta({ id: "CustomerAnswer" });
export type Answer = z.infer<typeof answerInConversation>;

export const closeQuestion = defineOperation({
  method: "POST",
  path: "/admin/close-question",
  summary: "Close a question, answered or not; it leaves the customer's page",
  access: "conversation:write",
  shows: "nothing",
  body: z.object({ questionId: rowIdSchema }),
  data: questionSchema,
});

export const getAnswerFile = defineOperation({
  method: "GET",
  path: "/admin/answer-files/:fileId",
  summary: "A file that a customer sent, byte for byte",
  access: "conversation:write",
  shows: "documents",
  params: z.object({ fileId: rowIdSchema }),
  data: z.null(),
  binary: "application/octet-stream",
});
