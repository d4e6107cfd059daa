import { sql } from "drizzle-orm";
import { char, date, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { QUESTION_WANTS } from "#contract/questions/question-limits.ts";
import { QUESTION_STATES } from "#contract/questions/questions.ts";
import { attachedFile, bytea, identity, instant } from "./columns.ts";
import { mails } from "./correspondence.ts";
import { orderId } from "./orders.ts";
import { memberId, members } from "./people.ts";

/** Questions to the customer, each asked by a mail whose text it is. */
export const customerQuestions = pgTable(
  "customer_questions",
  {
    id: identity("id"),
    orderId: orderId(),
    mailId: integer("mail_id")
      .notNull()
      .references(() => mails.id),
    wants: text("wants", { enum: QUESTION_WANTS }).notNull(),
    answerBy: date("answer_by"),
    state: text("state", { enum: QUESTION_STATES }).notNull(),
    askedBy: memberId("asked_by"),
    /** When its mail could leave: the customer doesn't see a question that can still be stopped. */
    shownFrom: instant("shown_from").notNull(),
    /** When the last answer came. */
    answeredAt: instant("answered_at"),
    closedAt: instant("closed_at"),
    closedBy: integer("closed_by").references(() => members.id),
    /** The message that closed it: stopping that message opens it again. */
    closedByMail: integer("closed_by_mail").references(() => mails.id),
  },
  (t) => [
    uniqueIndex("customer_questions_mail").on(t.mailId),
    // The foreign key looks here when a mail is deleted.
    index("customer_questions_closed_by_mail").on(t.closedByMail),
    uniqueIndex("customer_questions_open").on(t.orderId).where(sql`${t.state} in ('open', 'answered')`),
    index("customer_questions_order").on(t.orderId, t.id),
    // Take next hands out the longest waiting answer first.
    index("customer_questions_answered").on(t.answeredAt, t.orderId).where(sql`${t.state} = 'answered'`),
  ],
);

/** What customers sent on the tracking page. */
export const customerAnswers = pgTable(
  "customer_answers",
  {
    id: identity("id"),
    questionId: integer("question_id")
      .notNull()
      .references(() => customerQuestions.id),
    orderId: orderId(),
    createdAt: instant("created_at").notNull(),
    text: text("text").notNull(),
    /** Of text and files: the same answer sent twice is stored once. */
    digest: bytea("digest").notNull(),
    ip: text("ip").notNull(),
    userAgent: text("user_agent").notNull(),
    /** Of the IP address (ISO alpha-2) by the offline database of that day; null when unknown. */
    country: char("country", { length: 2 }),
  },
  (t) => [
    uniqueIndex("customer_answers_once").on(t.questionId, t.digest),
    index("customer_answers_order").on(t.orderId, t.createdAt),
  ],
);

export const answerFiles = pgTable(
  "answer_files",
  {
    id: identity("id"),
    answerId: integer("answer_id")
      .notNull()
      .references(() => customerAnswers.id),
    ...attachedFile(),
  },
  (t) => [uniqueIndex("answer_files_position").on(t.answerId, t.position)],
);
