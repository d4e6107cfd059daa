import type { Answer, Question } from "#contract/questions/questions.ts";
import type { AnswerFileRecord, AnswerRow, QuestionRecord } from "./questions.repository.ts";

/** How an answer's origin is put into words. */
export interface AnswerWords {
  deviceName(userAgent: string): string;
  /** @param code ISO alpha-2 */
  countryName(code: string): string;
}

export function toQuestion({ id, wants, answerBy, state }: QuestionRecord): Question {
  return { question_id: id, wants, answer_by: answerBy, state };
}

export function toAnswer(
  { answer, question, asked }: AnswerRow,
  files: readonly AnswerFileRecord[],
  { deviceName, countryName }: AnswerWords,
): Answer {
  return {
    type: "answer",
    id: answer.id,
    at: answer.createdAt.toISOString(),
    question_id: question.id,
    mail_id: question.mailId,
    question: asked ?? "",
    state: question.state,
    text: answer.text,
    files: files
      .filter(({ answerId }) => answerId === answer.id)
      .map(({ id, name, contentType, bytes, sha256 }) => {
        return { file_id: id, name, content_type: contentType, bytes, sha256: sha256.toString("hex") };
      }),
    ip: answer.ip,
    device: deviceName(answer.userAgent),
    place: answer.country === null ? null : countryName(answer.country),
  };
}
