import { and, asc, between, desc, eq, gt, notInArray, or, sql } from "drizzle-orm";
import { DAY_MS } from "#contract/dates.ts";
import type { MailProvider } from "#contract/mail/mail-providers.ts";
import { emailKey } from "#contract/text.ts";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { noteChangedOrders } from "#server/platform/db/committed-orders.ts";
import { mailEvents, mails, orders } from "#server/platform/db/schema.ts";
import type { MailRecord } from "./mail.repository.ts";

export type ReportRecord = typeof mailEvents.$inferSelect;

/** How a report identifies its mail; the first one given counts. */
export interface ReportedMail {
  mailId: number | null;
  attemptId: string | null;
  messageId: string | null;
}

/** A report without ids is about a mail that went out not long before it. */
const NAMELESS_MS = 7 * DAY_MS;
const CLOCKS_APART_MS = 60_000;

/** The newest mail that this provider took for the address, as its order has it, in the days before the report. */
export async function findMailTo(
  db: Queryable,
  { provider, email, at }: { provider: MailProvider; email: string; at: Date },
) {
  const [row] = await db
    .select({ id: mails.id, orderId: mails.orderId })
    .from(orders)
    .innerJoin(mails, eq(mails.orderId, orders.id))
    .where(
      and(
        eq(orders.emailKey, emailKey(email)),
        eq(mails.provider, provider),
        sql`lower(${mails.toAddress}) = ${email.toLowerCase()}`,
        between(mails.acceptedAt, new Date(at.getTime() - NAMELESS_MS), new Date(at.getTime() + CLOCKS_APART_MS)),
      ),
    )
    .orderBy(desc(mails.id))
    .limit(1);
  return row;
}

/** The mail that a report identifies. */
export async function findReportedMail(db: Queryable, { mailId, attemptId, messageId }: ReportedMail) {
  const named =
    mailId !== null
      ? eq(mails.id, mailId)
      : or(
          ...(attemptId === null ? [] : [eq(mails.attemptId, attemptId)]),
          ...(messageId === null ? [] : [eq(mails.messageId, messageId)]),
        );
  if (named === undefined) return undefined;
  const [row] = await db.select({ id: mails.id, orderId: mails.orderId }).from(mails).where(named).limit(1);
  return row;
}

/** Locks the mail against the outbox until the transaction ends. Its order must be locked before. */
export async function lockMail(tx: Transaction, id: number): Promise<MailRecord | undefined> {
  const [row] = await tx.select().from(mails).where(eq(mails.id, id)).for("no key update");
  return row;
}

/** @returns whether the report is new */
export async function insertReport(
  tx: Transaction,
  orderId: number,
  report: typeof mailEvents.$inferInsert,
): Promise<boolean> {
  const rows = await tx.insert(mailEvents).values(report).onConflictDoNothing().returning({ id: mailEvents.id });
  if (rows.length > 0) noteChangedOrders(tx, [orderId]);
  return rows.length > 0;
}

/** All reports on one attempt, oldest first. */
export async function findReports(tx: Transaction, mailId: number, attemptId: string): Promise<ReportRecord[]> {
  return await tx
    .select()
    .from(mailEvents)
    .where(and(eq(mailEvents.mailId, mailId), eq(mailEvents.attemptId, attemptId)))
    .orderBy(asc(mailEvents.id));
}

/** Makes this the attempt whose outcome the mail waits for, so that the outbox can settle it. */
export async function resumeAttempt(tx: Transaction, mailId: number, attemptId: string): Promise<void> {
  await tx.update(mails).set({ attemptId, state: "unknown" }).where(eq(mails.id, mailId));
}

export async function updateReportedState(
  tx: Transaction,
  mailId: number,
  change: Pick<MailRecord, "state" | "error">,
): Promise<void> {
  await tx.update(mails).set(change).where(eq(mails.id, mailId));
}

/** Whether a later mail of the order and of the same kind is queued or sent and no failure of it is known. */
export async function hasLaterMail(tx: Transaction, { orderId, id, kind }: MailRecord): Promise<boolean> {
  const [row] = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        eq(mails.orderId, orderId),
        eq(mails.kind, kind),
        gt(mails.id, id),
        notInArray(mails.state, ["failed", "bounced", "complained", "unknown", "cancelled"]),
      ),
    )
    .limit(1);
  return row !== undefined;
}
