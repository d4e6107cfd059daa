import { createHash } from "node:crypto";
import type * as z from "zod";
import { ARRIVAL_ZONE, DAY_MS, dayIn } from "#contract/dates.ts";
import { DOCUMENT_TYPES } from "#contract/documents/documents.ts";
import { MESSAGES } from "#contract/messages.ts";
import type { answerQuestionSchema } from "#contract/questions/answer-question.ts";
import { QUESTION_MESSAGES } from "#contract/questions/messages.ts";
import type { QuestionWants } from "#contract/questions/question-limits.ts";
import type { Answer, Question } from "#contract/questions/questions.ts";
import { servedName } from "#contract/served-name.ts";
import type { VisitorQuestion } from "#contract/tracking/tracking.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import type { DocumentsService } from "#server/features/documents/documents.service.ts";
import type { OrderFacts, OrderReads } from "#server/features/orders/order-facts.repository.ts";
import type { TimelineService } from "#server/features/timeline/timeline.service.ts";
import { AppError, refused, requireFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Queryable, Transaction } from "#server/platform/db/client.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { newFileKey, storeWithRows } from "#server/platform/files/files-with-rows.ts";
import { safeFileName } from "#server/platform/files/safe-file-name.ts";
import { sweepOrphans } from "#server/platform/files/sweep-orphans.ts";
import type { CountryOf } from "#server/platform/geo/countries.ts";
import { requireGrant, type Visitor } from "#server/platform/http/access.ts";
import type { Client } from "#server/platform/http/client.ts";
import type { FileForm, UploadedFile } from "#server/platform/http/file-form.ts";
import type { Attachment } from "#server/platform/http/send-attachment.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import { type AnswerWords, toAnswer, toQuestion } from "./question-mapping.ts";
import {
  type AnswersBefore,
  answerFileColumns,
  countAnswers,
  findAnswers,
  findFile,
  findFilesOf,
  findQuestion,
  findQuestionsOf,
  findUnsettled,
  insertAnswer,
  insertAnswerFiles,
  insertQuestion,
  isAnswerStored,
  markAnswered,
  reopenQuestion,
  settleQuestions,
  withdrawQuestion,
} from "./questions.repository.ts";

export interface QuestionsDeps {
  db: Database;
  now: Clock;
  log: Log;
  files: FileStore;
  timeline: TimelineService;
  orders: Pick<OrderReads, "lock">;
  documents: Pick<DocumentsService, "inspect">;
  /** An order that its customer may see now. */
  findTrackable(db: Queryable, orderId: number): Promise<OrderFacts | undefined>;
  countryOf: CountryOf;
  words: AnswerWords;
}
export type QuestionsService = ReturnType<typeof createQuestionsService>;

type AnswerForm = FileForm<z.output<typeof answerQuestionSchema>, UploadedFile[]>;

const FOLDER = "answers";
/** Of one order, each within a day. */
const MAX_ANSWERS = 10;
const MAX_BYTES = 60 * 1024 * 1024;

/** Questions to customers and what they answer on the tracking page (decision record 0102). */
export function createQuestionsService(deps: QuestionsDeps) {
  const { db, now, files, timeline, orders, documents, findTrackable, countryOf, words } = deps;

  /** @throws AppError unsupported_type */
  async function inspected(orderId: number, sent: readonly UploadedFile[], at: Date) {
    const checked = [];
    for (const [position, { content, sha256, originalName }] of sent.entries()) {
      try {
        // The order stands where members' uploads have the member: one customer's files wait for each other.
        const { contentType } = await documents.inspect({ id: -orderId }, content);
        const name = safeFileName(originalName, DOCUMENT_TYPES[contentType]);
        const storageKey = newFileKey(FOLDER);
        const bytes = content.length;
        checked.push({ position, name, contentType, content, bytes, sha256, storageKey, createdAt: at });
      } catch (error) {
        if (!(error instanceof AppError) || error.code === "unavailable") throw error;
        throw new AppError("unsupported_type", VISITOR_MESSAGES.answerFile, { cause: error });
      }
    }
    return checked;
  }

  async function close(
    tx: Transaction,
    {
      orderId,
      actorId,
      at,
      isAnsweredOnly,
      mailId,
    }: { orderId: number; actorId: number; at: Date; isAnsweredOnly: boolean; mailId: number | null },
  ): Promise<void> {
    const among = isAnsweredOnly ? (["answered"] as const) : (["open", "answered"] as const);
    const closed = await settleQuestions(tx, { orderId, among: [...among], at, by: actorId, mailId });
    for (const id of closed) {
      await timeline.recordFor(tx, at, orderId, actorId, { type: "question-closed", data: { question_id: id } });
    }
  }

  return {
    /** @throws AppError rule_violation for a day that is over in Sri Lanka, or a day without a question */
    requireDay(wants: QuestionWants | undefined, answerBy: string | undefined): void {
      if (answerBy === undefined) return;
      const message =
        wants === undefined
          ? QUESTION_MESSAGES.questionDayAlone
          : answerBy < dayIn(ARRIVAL_ZONE, now())
            ? QUESTION_MESSAGES.questionDay
            : null;
      if (message !== null) throw refused(message, "answerBy");
    },

    /**
     * Within the transaction that queues a message to an order that is locked: an answered question is dealt with, and a
     * message that asks something takes the place of any question before.
     */
    async messageQueued(
      tx: Transaction,
      message: {
        orderId: number;
        mailId: number;
        wants: QuestionWants | undefined;
        answerBy: string | undefined;
        actorId: number;
        at: Date;
        shownFrom: Date;
      },
    ): Promise<void> {
      const { orderId, mailId, wants, answerBy = null, actorId, at, shownFrom } = message;
      await close(tx, { orderId, actorId, at, isAnsweredOnly: wants === undefined, mailId });
      if (wants === undefined) return;
      const row = { orderId, mailId, wants, answerBy, state: "open" as const, askedBy: actorId, shownFrom };
      const question_id = await insertQuestion(tx, row);
      const data = { question_id, mail_id: mailId, wants };
      await timeline.recordFor(tx, at, orderId, actorId, { type: "question-asked", data });
    },

    /** Within the transaction that stops a message: its question was never asked, and what it closed is open again. */
    async messageStopped(
      tx: Transaction,
      { orderId, mailId, actorId, at }: { orderId: number; mailId: number; actorId: number; at: Date },
    ): Promise<void> {
      await withdrawQuestion(tx, mailId, at, actorId);
      const reopened = await reopenQuestion(tx, orderId, mailId);
      if (reopened === undefined) return;
      await timeline.recordFor(tx, at, orderId, actorId, {
        type: "question-reopened",
        data: { question_id: reopened },
      });
    },

    /** The questions of these mails, by the mail's id. */
    async ofMails(queryable: Queryable, mailIds: readonly number[]): Promise<Map<number, Question>> {
      const found = await findQuestionsOf(queryable, mailIds);
      return new Map(found.map((question) => [question.mailId, toQuestion(question)]));
    },

    /** What the customer answered, newest first. */
    async answers(orderId: number, before: AnswersBefore, limit: number): Promise<Answer[]> {
      const found = await findAnswers(db, orderId, before, limit);
      const sent = await findFilesOf(
        db,
        found.map(({ answer }) => answer.id),
      );
      return found.map((each) => toAnswer(each, sent, words));
    },

    /** What the customer's page shows; undefined without a question. */
    async shown(orderId: number): Promise<VisitorQuestion | undefined> {
      const found = await findUnsettled(db, orderId);
      if (found === undefined || found.question.shownFrom > now()) return undefined;
      const { id, wants, answerBy, answeredAt } = found.question;
      const text = found.text ?? "";
      return { question_id: id, text, wants, answer_by: answerBy, answered_at: answeredAt?.toISOString() ?? null };
    },

    /**
     * Stores files, then answer, mark and event, all or nothing. The same answer again is stored once.
     * @throws AppError forbidden, not_found, unsupported_type, rule_violation when the answer is empty, the question is
     * closed or the day's limits are reached, unavailable
     */
    async answer(visitor: Visitor, client: Client, { fields, file: sent }: AnswerForm): Promise<{ orderId: number }> {
      const { orderId } = requireGrant(visitor, fields.orderId);
      requireFound(await findTrackable(db, orderId), VISITOR_MESSAGES.trackNotFound);
      if (fields.text === "" && sent.length === 0) throw refused(VISITOR_MESSAGES.answerEmpty, "text");
      const at = now();
      const checked = await inspected(orderId, sent, at);
      const textSha256 = createHash("sha256").update(fields.text).digest("hex");
      const named = checked.map(({ name, sha256 }) => ({ name, sha256: sha256.toString("hex") }));
      const { ip, userAgent } = client;
      const country = countryOf(ip);
      await storeWithRows(deps, checked, async (tx) => {
        // Locked first, as a purge and a change of the address do before they end what the visitor may see.
        await orders.lock(tx, orderId);
        requireFound(await findTrackable(tx, orderId), VISITOR_MESSAGES.trackNotFound);
        const id = fields.questionId;
        const digest = createHash("sha256")
          .update(JSON.stringify([fields.text, named]))
          .digest();
        if (await isAnswerStored(tx, { orderId, questionId: id, digest })) return { isNew: false };
        if (!(await markAnswered(tx, { id, orderId, at }))) {
          throw new AppError("rule_violation", VISITOR_MESSAGES.answerClosed);
        }
        const today = await countAnswers(tx, orderId, new Date(at.getTime() - DAY_MS));
        const row = { questionId: id, orderId, createdAt: at, text: fields.text, digest, ip, userAgent, country };
        const answerId = await insertAnswer(tx, row);
        const bytes = checked.reduce((sum, file) => sum + file.bytes, today.bytes);
        if (today.count >= MAX_ANSWERS || bytes > MAX_BYTES) {
          throw new AppError("rule_violation", VISITOR_MESSAGES.answerLimit);
        }
        await insertAnswerFiles(
          tx,
          checked.map(({ content, ...file }) => ({ ...file, answerId })),
        );
        const ids = { question_id: id, answer_id: answerId };
        await timeline.recordFor(tx, at, orderId, null, {
          type: "question-answered",
          data: { ...ids, text_sha256: textSha256, files: named, ip, user_agent: userAgent, country },
        });
        return { isNew: true };
      });
      return { orderId };
    },

    /** Closing a settled question again changes nothing. @throws AppError not_found */
    async close(actor: { id: number }, questionId: number): Promise<{ orderId: number; question: Question }> {
      return await db.transaction(async (tx) => {
        const { orderId } = requireFound(await findQuestion(tx, questionId), QUESTION_MESSAGES.questionNotFound);
        requireFound(await orders.lock(tx, orderId), QUESTION_MESSAGES.questionNotFound);
        const { state } = requireFound(await findQuestion(tx, questionId), QUESTION_MESSAGES.questionNotFound);
        // At most one of an order is unsettled.
        if (state === "open" || state === "answered") {
          await close(tx, { orderId, actorId: actor.id, at: now(), isAnsweredOnly: false, mailId: null });
        }
        const closed = requireFound(await findQuestion(tx, questionId), QUESTION_MESSAGES.questionNotFound);
        return { orderId, question: toQuestion(closed) };
      });
    },

    /** @throws AppError not_found, unavailable */
    async requireFile(fileId: number): Promise<{ orderId: number; file: Attachment }> {
      const { file, orderId } = requireFound(await findFile(db, fileId), QUESTION_MESSAGES.fileNotFound);
      const { stream, bytes } = await files.get(file.storageKey);
      if (bytes !== file.bytes) {
        stream.destroy();
        throw new AppError("unavailable", MESSAGES.unavailable, { cause: new Error("a stored file has lost bytes") });
      }
      const name = servedName(
        orderId,
        `answer-${file.answerId}-${file.position + 1}.${DOCUMENT_TYPES[file.contentType]}`,
      );
      return { orderId, file: { stream, bytes, contentType: file.contentType, name } };
    },

    registerJobs(jobs: Jobs): void {
      jobs.schedule("answers-orphans", "52 * * * *", () => sweepOrphans(deps, FOLDER, answerFileColumns));
    },
  };
}
