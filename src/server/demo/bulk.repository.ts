import { sql } from "drizzle-orm";
import type { MailTransportName } from "#contract/mail.ts";
import type { Transaction } from "#server/platform/db/client.ts";
import { documents, downloads, mails, remarks } from "#server/platform/db/schema.ts";

/** The id of each order's new row: in one call every order has one. */
export type IdOfOrder = ReadonlyMap<number, number>;

const toMap = (rows: readonly { id: number; orderId: number }[]): IdOfOrder =>
  new Map(rows.map(({ id, orderId }) => [orderId, id]));

export async function insertRemarks(tx: Transaction, rows: (typeof remarks.$inferInsert)[]): Promise<IdOfOrder> {
  return toMap(await tx.insert(remarks).values(rows).returning({ id: remarks.id, orderId: remarks.orderId }));
}

export async function insertDocuments(tx: Transaction, rows: (typeof documents.$inferInsert)[]): Promise<IdOfOrder> {
  return toMap(await tx.insert(documents).values(rows).returning({ id: documents.id, orderId: documents.orderId }));
}

export async function insertMails(tx: Transaction, rows: (typeof mails.$inferInsert)[]): Promise<IdOfOrder> {
  return toMap(await tx.insert(mails).values(rows).returning({ id: mails.id, orderId: mails.orderId }));
}

export async function insertDownloads(tx: Transaction, rows: (typeof downloads.$inferInsert)[]): Promise<IdOfOrder> {
  return toMap(await tx.insert(downloads).values(rows).returning({ id: downloads.id, orderId: downloads.orderId }));
}

export interface AcceptedMail {
  id: number;
  attemptId: string;
  messageId: string | null;
  acceptedAt: Date;
}

/** Mails that left at the first try. */
export async function acceptMails(
  tx: Transaction,
  transport: MailTransportName,
  accepted: readonly AcceptedMail[],
): Promise<void> {
  await tx.execute(sql`
    update mails m set state = 'written', transport = ${transport}, attempts = 1, due_at = null,
      attempt_id = g."attemptId", message_id = g."messageId", accepted_at = g."acceptedAt"
    from json_to_recordset(${JSON.stringify(accepted)}::json)
      as g(id integer, "attemptId" text, "messageId" text, "acceptedAt" timestamptz)
    where m.id = g.id`);
}
