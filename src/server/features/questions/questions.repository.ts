import { and, desc, eq, gt, inArray, lt, lte, or, sql } from "drizzle-orm";
import type { QuestionState } from "#contract/questions/questions.ts";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { answerFiles, customerAnswers, customerQuestions, mails } from "#server/platform/db/schema.ts";
import type { FileColumns } from "#server/platform/files/sweep-orphans.ts";

export type QuestionRecord = typeof customerQuestions.$inferSelect;
export type AnswerFileRecord = typeof answerFiles.$inferSelect;
type NewAnswer = typeof customerAnswers.$inferInsert;

const UNSETTLED: QuestionState[] = ["open", "answered"];
const isUnsettled = inArray(customerQuestions.state, UNSETTLED);

export async function insertQuestion(tx: Transaction, row: typeof customerQuestions.$inferInsert): Promise<number> {
  const [inserted] = await tx.insert(customerQuestions).values(row).returning({ id: customerQuestions.id });
  if (inserted === undefined) throw new Error("the question was not inserted");
  return inserted.id;
}

export async function findQuestion(db: Queryable, id: number): Promise<QuestionRecord | undefined> {
  const [row] = await db.select().from(customerQuestions).where(eq(customerQuestions.id, id));
  return row;
}

/** The open or answered question of an order, with its text. */
export async function findUnsettled(db: Queryable, orderId: number) {
  const [row] = await db
    .select({ question: customerQuestions, text: mails.body })
    .from(customerQuestions)
    .innerJoin(mails, eq(mails.id, customerQuestions.mailId))
    .where(and(eq(customerQuestions.orderId, orderId), isUnsettled));
  return row;
}

/** Of these mails, each at most one. */
export async function findQuestionsOf(db: Queryable, mailIds: readonly number[]): Promise<QuestionRecord[]> {
  if (mailIds.length === 0) return [];
  return await db
    .select()
    .from(customerQuestions)
    .where(inArray(customerQuestions.mailId, [...mailIds]));
}

interface Settling {
  orderId: number;
  among: QuestionState[];
  at: Date;
  by: number;
  /** Of the message that closes them; null for a member's press. */
  mailId: number | null;
}

/**
 * Closes the unsettled questions of an order that are in one of these states.
 * @returns their ids
 */
export async function settleQuestions(
  tx: Transaction,
  { orderId, among, at, by, mailId }: Settling,
): Promise<number[]> {
  const rows = await tx
    .update(customerQuestions)
    .set({ state: "closed", closedAt: at, closedBy: by, closedByMail: mailId })
    .where(and(eq(customerQuestions.orderId, orderId), inArray(customerQuestions.state, among)))
    .returning({ id: customerQuestions.id });
  return rows.map(({ id }) => id);
}

/** The question of a mail that was stopped. */
export async function withdrawQuestion(tx: Transaction, mailId: number, at: Date, by: number): Promise<void> {
  await tx
    .update(customerQuestions)
    .set({ state: "withdrawn", closedAt: at, closedBy: by })
    .where(and(eq(customerQuestions.mailId, mailId), isUnsettled));
}

/** Opens the question again that a stopped message had closed, unless another one took its place. @returns its id */
export async function reopenQuestion(tx: Transaction, orderId: number, mailId: number): Promise<number | undefined> {
  const isTaken = (await tx.$count(customerQuestions, and(eq(customerQuestions.orderId, orderId), isUnsettled))) > 0;
  if (isTaken) return undefined;
  const [row] = await tx
    .update(customerQuestions)
    .set({
      state: sql`case when ${customerQuestions.answeredAt} is null then 'open' else 'answered' end`,
      closedAt: null,
      closedBy: null,
      closedByMail: null,
    })
    .where(and(eq(customerQuestions.orderId, orderId), eq(customerQuestions.closedByMail, mailId)))
    .returning({ id: customerQuestions.id });
  return row?.id;
}

/** Marks a question that is shown and unsettled as answered. @returns whether it was one */
export async function markAnswered(tx: Transaction, { id, orderId, at }: { id: number; orderId: number; at: Date }) {
  const rows = await tx
    .update(customerQuestions)
    .set({ state: "answered", answeredAt: at })
    .where(
      and(
        eq(customerQuestions.id, id),
        eq(customerQuestions.orderId, orderId),
        isUnsettled,
        lte(customerQuestions.shownFrom, at),
      ),
    )
    .returning({ id: customerQuestions.id });
  return rows.length > 0;
}

/** Whether this very answer was stored before; the order must be locked. */
export async function isAnswerStored(
  tx: Transaction,
  { orderId, questionId, digest }: Pick<NewAnswer, "orderId" | "questionId" | "digest">,
): Promise<boolean> {
  const isSame = and(eq(customerAnswers.questionId, questionId), eq(customerAnswers.digest, digest));
  return (await tx.$count(customerAnswers, and(isSame, eq(customerAnswers.orderId, orderId)))) > 0;
}

export async function insertAnswer(tx: Transaction, answer: NewAnswer): Promise<number> {
  const [row] = await tx.insert(customerAnswers).values(answer).returning({ id: customerAnswers.id });
  if (row === undefined) throw new Error("the answer was not inserted");
  return row.id;
}

export async function insertAnswerFiles(tx: Transaction, rows: readonly (typeof answerFiles.$inferInsert)[]) {
  if (rows.length > 0) await tx.insert(answerFiles).values([...rows]);
}

/** How much an order's customer has sent since an instant. */
export async function countAnswers(tx: Transaction, orderId: number, since: Date) {
  const [row] = await tx
    .select({
      count: sql<number>`count(distinct ${customerAnswers.id})::int`,
      bytes: sql<number>`coalesce(sum(${answerFiles.bytes}), 0)::int`,
    })
    .from(customerAnswers)
    .leftJoin(answerFiles, eq(answerFiles.answerId, customerAnswers.id))
    .where(and(eq(customerAnswers.orderId, orderId), gt(customerAnswers.createdAt, since)));
  return row ?? { count: 0, bytes: 0 };
}

export async function findFile(db: Queryable, id: number) {
  const [row] = await db
    .select({ file: answerFiles, orderId: customerAnswers.orderId })
    .from(answerFiles)
    .innerJoin(customerAnswers, eq(customerAnswers.id, answerFiles.answerId))
    .where(eq(answerFiles.id, id));
  return row;
}

export async function findFilesOf(db: Queryable, answerIds: readonly number[]): Promise<AnswerFileRecord[]> {
  if (answerIds.length === 0) return [];
  const { answerId, position } = answerFiles;
  return await db
    .select()
    .from(answerFiles)
    .where(inArray(answerId, [...answerIds]))
    .orderBy(desc(answerId), position);
}

/** Answers before this time, and of the same time those with a smaller id; undefined for the newest. */
export type AnswersBefore = { at: Date; id: number } | undefined;

/** What the customer answered, with the question, newest first. */
export async function findAnswers(db: Queryable, orderId: number, before: AnswersBefore, limit: number) {
  const { createdAt, id } = customerAnswers;
  const isBefore = before && or(lt(createdAt, before.at), and(eq(createdAt, before.at), lt(id, before.id)));
  return await db
    .select({ answer: customerAnswers, question: customerQuestions, asked: mails.body })
    .from(customerAnswers)
    .innerJoin(customerQuestions, eq(customerQuestions.id, customerAnswers.questionId))
    .innerJoin(mails, eq(mails.id, customerQuestions.mailId))
    .where(and(eq(customerAnswers.orderId, orderId), isBefore))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}
export type AnswerRow = Awaited<ReturnType<typeof findAnswers>>[number];

export const answerFileColumns: FileColumns = { key: answerFiles.storageKey, storedAt: answerFiles.createdAt };
