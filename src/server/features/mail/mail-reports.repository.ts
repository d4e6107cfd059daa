import { and, asc, eq, gt, notInArray, or } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { noteChangedOrders } from "#server/platform/db/committed-orders.ts";
import { mailEvents, mails } from "#server/platform/db/schema.ts";
import type { MailRecord } from "./mail.repository.ts";

export type ReportRecord = typeof mailEvents.$inferSelect;

/** What a report names its mail by; the first that is given counts. */
export interface ReportedMail {
  mailId: number | null;
  attemptId: string | null;
  messageId: string | null;
}

/** The mail that a report speaks of, as far as its names tell. */
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

/** The mail, which the outbox can't change until the transaction ends. Its order's row must be locked before. */
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

/** All reports on one try, in the order in which they came. */
export async function findReports(tx: Transaction, mailId: number, attemptId: string): Promise<ReportRecord[]> {
  return await tx
    .select()
    .from(mailEvents)
    .where(and(eq(mailEvents.mailId, mailId), eq(mailEvents.attemptId, attemptId)))
    .orderBy(asc(mailEvents.id));
}

/** Makes a try the one whose outcome the mail waits for, so that the outbox can settle it. */
export async function takeTryUp(tx: Transaction, mailId: number, attemptId: string): Promise<void> {
  await tx.update(mails).set({ attemptId, state: "unknown" }).where(eq(mails.id, mailId));
}

export async function updateReportedState(
  tx: Transaction,
  mailId: number,
  change: Pick<MailRecord, "state" | "error">,
): Promise<void> {
  await tx.update(mails).set(change).where(eq(mails.id, mailId));
}

/** Whether a later mail of the order's document is under way or has left, and nothing bad is known of it. */
export async function hasLaterMail(tx: Transaction, { orderId, id }: MailRecord): Promise<boolean> {
  const [row] = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        eq(mails.orderId, orderId),
        eq(mails.kind, "document"),
        gt(mails.id, id),
        notInArray(mails.state, ["failed", "bounced", "complained", "unknown"]),
      ),
    )
    .limit(1);
  return row !== undefined;
}
