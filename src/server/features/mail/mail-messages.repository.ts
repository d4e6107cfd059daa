import { and, asc, desc, eq, gt, inArray, isNotNull } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { mailAttachments, mails } from "#server/platform/db/schema.ts";
import type { FileColumns } from "#server/platform/files/sweep-orphans.ts";
import type { Window } from "./other-address-mails.repository.ts";

export type AttachmentRecord = typeof mailAttachments.$inferSelect;

export async function insertAttachments(tx: Transaction, rows: readonly AttachmentRecord[]): Promise<void> {
  if (rows.length > 0) await tx.insert(mailAttachments).values([...rows]);
}

export async function findAttachments(db: Queryable, mailIds: readonly number[]): Promise<AttachmentRecord[]> {
  if (mailIds.length === 0) return [];
  return await db
    .select()
    .from(mailAttachments)
    .where(inArray(mailAttachments.mailId, [...mailIds]))
    .orderBy(asc(mailAttachments.mailId), asc(mailAttachments.position));
}

/** The message that was stored with this key. */
export async function findByClientKey(db: Queryable, orderId: number, clientKey: string) {
  const [row] = await db
    .select({ id: mails.id, clientDigest: mails.clientDigest })
    .from(mails)
    .where(and(eq(mails.orderId, orderId), eq(mails.clientKey, clientKey)));
  return row;
}

export async function findKindOf(db: Queryable, id: number) {
  const [row] = await db
    .select({ orderId: mails.orderId, kind: mails.kind, state: mails.state })
    .from(mails)
    .where(eq(mails.id, id));
  return row;
}

/** Cancels a mail that is queued, untried and not due: the outbox can't claim it any more. @returns whether it was */
export async function cancelUntried(tx: Transaction, id: number, at: Date): Promise<boolean> {
  const rows = await tx
    .update(mails)
    .set({ state: "cancelled", dueAt: null })
    .where(and(eq(mails.id, id), eq(mails.state, "queued"), eq(mails.attempts, 0), gt(mails.dueAt, at)))
    .returning({ id: mails.id });
  return rows.length > 0;
}

/** Times at which messages to an order's customer, or by a member, were written, newest first. */
export async function findMessageTimes(
  tx: Transaction,
  of: { orderId: number } | { actorId: number },
  { since, most }: Window,
): Promise<Date[]> {
  const whose = "orderId" in of ? eq(mails.orderId, of.orderId) : eq(mails.createdBy, of.actorId);
  const rows = await tx
    .select({ at: mails.createdAt })
    .from(mails)
    // Only messages have a key; the index of a member's messages rests on it.
    .where(and(whose, isNotNull(mails.clientKey), gt(mails.createdAt, since)))
    .orderBy(desc(mails.createdAt))
    .limit(most);
  return rows.map(({ at }) => at);
}

export const attachmentFiles: FileColumns = { key: mailAttachments.storageKey, storedAt: mailAttachments.createdAt };
