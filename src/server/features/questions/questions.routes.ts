import type { FastifyInstance, FastifyRequest } from "fastify";
import { MESSAGES } from "#contract/messages.ts";
import { answerQuestion } from "#contract/questions/answer-question.ts";
import { QUESTION_MESSAGES } from "#contract/questions/messages.ts";
import { ANSWER_BYTES_MAX, ANSWER_FILES_MAX, ANSWER_TEXT_MAX } from "#contract/questions/question-limits.ts";
import { closeQuestion, getAnswerFile } from "#contract/questions/questions.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Visitor } from "#server/platform/http/access.ts";
import { clientOf } from "#server/platform/http/client.ts";
import { readFilesForm } from "#server/platform/http/file-form.ts";
import { fileRoute, route } from "#server/platform/http/route.ts";
import { sendAttachment } from "#server/platform/http/send-attachment.ts";
import { createUploadGate } from "#server/platform/http/upload-gate.ts";
import type { QuestionsService } from "./questions.service.ts";

interface QuestionRoutesDeps {
  questions: QuestionsService;
  limits: { answer(ip: string): Promise<void> };
}

const FORM = {
  maxFiles: ANSWER_FILES_MAX,
  maxBytes: ANSWER_BYTES_MAX,
  // A character takes up to four bytes, and some are removed.
  fieldBytes: ANSWER_TEXT_MAX * 6,
  tooMany: VISITOR_MESSAGES.answerLarge,
  tooLarge: VISITOR_MESSAGES.answerLarge,
};

/** Reads a customer's form and stores the answer; refusals are in words that the page translates. */
export type TakeAnswer = (
  visitor: Visitor,
  request: FastifyRequest,
  /** Told the text as soon as it is read, for a form that is shown again. */
  onText?: (text: string) => void,
) => Promise<{ orderId: number }>;

export function createTakeAnswer({ questions, limits }: QuestionRoutesDeps): TakeAnswer {
  // Apart from the members': customers can't keep them from uploading.
  const gate = createUploadGate();
  return async (visitor, request, onText) => {
    const client = clientOf(request);
    await limits.answer(client.ip);
    const [grantedOrder = 0] = visitor.grants.keys();
    return await gate.pass(grantedOrder, async () => {
      const limits = { ...FORM, onText: (name: string, text: string) => name === "text" && onText?.(text) };
      const form = await readFilesForm(request, answerQuestion, limits).catch((error: unknown) => {
        throw inVisitorWords(error);
      });
      return await questions.answer(visitor, client, form);
    });
  };
}

function inVisitorWords(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === "too_large") return new AppError("too_large", VISITOR_MESSAGES.answerLarge);
  if (error.errors?.some(({ message }) => message === MESSAGES.uploadEmpty) === true) {
    return new AppError("invalid_input", VISITOR_MESSAGES.answerFile, { errors: error.errors });
  }
  const isFile = error.errors?.some(({ path }) => path === answerQuestion.fileField) === true;
  return isFile ? new AppError("invalid_input", VISITOR_MESSAGES.answerLarge, { errors: error.errors ?? [] }) : error;
}

export function registerQuestionRoutes(
  app: FastifyInstance,
  { questions, takeAnswer }: { questions: QuestionsService; takeAnswer: TakeAnswer },
): void {
  route(app, answerQuestion, async ({ request }) => {
    if (request.visitor === null) throw new Error("a visitor route was called without its guard");
    await takeAnswer(request.visitor, request);
    return { data: null, message: VISITOR_MESSAGES.answerSent };
  });
  route(app, closeQuestion, async ({ actor, body }) => {
    const { orderId, question } = await questions.close(actor, body.questionId);
    return { data: question, order: orderId, message: QUESTION_MESSAGES.questionClosed };
  });
  fileRoute(app, getAnswerFile, async ({ params, reply }) => {
    const { orderId, file } = await questions.requireFile(params.fileId);
    return { order: orderId, send: () => sendAttachment(reply, file) };
  });
}
