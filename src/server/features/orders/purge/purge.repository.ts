import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Transaction } from "#server/platform/db/client.ts";
import { lockOrders } from "#server/platform/db/lock-orders.ts";
import {
  answerFiles,
  correctionRequests,
  customerAnswers,
  customerQuestions,
  defencePacks,
  disputes,
  documents,
  downloadReports,
  downloads,
  emailChanges,
  filings,
  mailAttachments,
  mailEvents,
  mails,
  orderEventValues,
  orderLinks,
  orderRetention,
  orderSearch,
  orderSubmissions,
  orders,
  refunds,
  remarks,
  statusMails,
  suppressions,
  visitorGrants,
} from "#server/platform/db/schema.ts";

/**
 * Locks an order that is not purged yet. Its disputes are read by a separate statement: one that waits for the lock sees
 * other tables as of before the wait, without a dispute that was opened in the meantime.
 */
export async function lockForPurge(tx: Transaction, id: number) {
  const [order] = await lockOrders(tx, [id], { status: orders.status }, { strength: "update" });
  if (order === undefined) return undefined;
  const isOpen = and(eq(disputes.orderId, id), isNull(disputes.closedAt));
  return { ...order, hasOpenDispute: (await tx.$count(disputes, isOpen)) > 0 };
}

/**
 * Deletes all personal data of an order and its related rows, leaving the tombstone: id, status, dates and version. The
 * idempotency keys of its checkout stay: they are digests, and a repeated request must not create the order again.
 * @returns the storage keys of its files, and the ids of its mails
 */
export async function eraseOrder(
  tx: Transaction,
  at: Date,
  id: number,
): Promise<{ storageKeys: string[]; mailIds: number[] }> {
  await tx.delete(downloadReports).where(eq(downloadReports.orderId, id));
  await tx.delete(downloads).where(eq(downloads.orderId, id));
  const ofOrder = tx.select({ id: mails.id }).from(mails).where(eq(mails.orderId, id));
  await tx.delete(mailEvents).where(inArray(mailEvents.mailId, ofOrder));
  const attachments = await tx
    .delete(mailAttachments)
    .where(inArray(mailAttachments.mailId, ofOrder))
    .returning({ key: mailAttachments.storageKey });
  const answers = tx.select({ id: customerAnswers.id }).from(customerAnswers).where(eq(customerAnswers.orderId, id));
  const answered = await tx
    .delete(answerFiles)
    .where(inArray(answerFiles.answerId, answers))
    .returning({ key: answerFiles.storageKey });
  await tx.delete(customerAnswers).where(eq(customerAnswers.orderId, id));
  await tx.delete(customerQuestions).where(eq(customerQuestions.orderId, id));
  // A blocked address outlives the order whose mail caused it.
  await tx.update(suppressions).set({ mailId: null }).where(inArray(suppressions.mailId, ofOrder));
  const packs = await tx
    .delete(defencePacks)
    .where(eq(defencePacks.orderId, id))
    .returning({ key: defencePacks.storageKey });
  await tx.delete(statusMails).where(eq(statusMails.orderId, id));
  const sent = await tx.delete(mails).where(eq(mails.orderId, id)).returning({ id: mails.id });
  await tx.delete(emailChanges).where(eq(emailChanges.orderId, id));
  await tx.delete(visitorGrants).where(eq(visitorGrants.orderId, id));
  await tx.delete(disputes).where(eq(disputes.orderId, id));
  await tx.delete(refunds).where(eq(refunds.orderId, id));
  await tx.delete(remarks).where(eq(remarks.orderId, id));
  await tx.delete(correctionRequests).where(eq(correctionRequests.orderId, id));
  await tx.delete(orderEventValues).where(eq(orderEventValues.orderId, id));
  await tx.delete(orderSubmissions).where(eq(orderSubmissions.orderId, id));
  await tx.delete(orderLinks).where(or(eq(orderLinks.aId, id), eq(orderLinks.bId, id)));
  await tx.delete(orderSearch).where(eq(orderSearch.orderId, id));
  const deletedDocuments = await tx
    .delete(documents)
    .where(eq(documents.orderId, id))
    .returning({ key: documents.storageKey });
  const receipts = await tx.delete(filings).where(eq(filings.orderId, id)).returning({ key: filings.receiptKey });
  await tx
    .update(orders)
    .set({ ...ERASED, purgedAt: at, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, id));
  const storageKeys = [...deletedDocuments, ...packs, ...receipts, ...attachments, ...answered].flatMap(
    ({ key }) => key ?? [],
  );
  return { storageKeys, mailIds: sent.map((mail) => mail.id) };
}

const ERASED = Object.fromEntries(
  Object.entries(orderRetention)
    .filter(([, retention]) => retention === "personal")
    .map(([column]) => [column, sql`default`]),
);
