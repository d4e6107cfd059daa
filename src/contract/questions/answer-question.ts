import * as z from "zod";
import { defineOperation } from "#contract/operation.ts";
import { rowIdSchema } from "#contract/row-id.ts";
import { optionalText } from "#contract/text-schemas.ts";
import { visitorOrderId } from "#contract/tracking/tracking.ts";
import { VISITOR_CALLS } from "#contract/tracking/visitor-calls.ts";
import { ANSWER_FILES_MAX, ANSWER_TEXT_MAX } from "./question-limits.ts";

/** The text fields of the customer's form; up to three files are sent beside them, each as `files`. */
export const answerQuestionSchema = z.object({
  orderId: visitorOrderId,
  questionId: rowIdSchema,
  text: optionalText(ANSWER_TEXT_MAX),
});

export const answerQuestion = defineOperation({
  method: "POST",
  path: VISITOR_CALLS.answer,
  summary: "Answer the open question of an order; the same answer sent again is stored once",
  access: "visitor",
  body: answerQuestionSchema,
  fileField: "files",
  isFileOptional: true,
  maxFiles: ANSWER_FILES_MAX,
  data: z.null(),
});
