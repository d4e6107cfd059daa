import { and, desc, eq, inArray, lt, or, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { ConversationEntry } from "#contract/conversation/conversation.ts";
import type { Queryable } from "#server/platform/db/client.ts";
import { documents, mailAttachments, mails, members, remarks } from "#server/platform/db/schema.ts";

export type EntryType = ConversationEntry["type"];

/** The cursor of an entry: time, then type, then id. */
export interface Cursor {
  at: Date;
  type: EntryType;
  id: number;
}

/** Entries of one type before a cursor. */
function isBefore(cursor: Cursor | undefined, type: EntryType, at: PgColumn, id: PgColumn): SQL | undefined {
  if (cursor === undefined) return undefined;
  if (type > cursor.type) return lt(at, cursor.at);
  const sameTime = type < cursor.type ? eq(at, cursor.at) : and(eq(at, cursor.at), lt(id, cursor.id));
  return or(lt(at, cursor.at), sameTime);
}

const mailColumns = {
  id: mails.id,
  createdAt: mails.createdAt,
  kind: mails.kind,
  state: mails.state,
  toAddress: mails.toAddress,
  subject: mails.subject,
  body: mails.body,
  language: mails.language,
  error: mails.error,
  possibleDuplicate: mails.possibleDuplicate,
  attempts: mails.attempts,
  dueAt: mails.dueAt,
  orderId: mails.orderId,
  sentBy: members.name,
  document: {
    file1: documents.file1,
    contentType: documents.contentType,
    bytes: documents.bytes,
    sha256: documents.sha256,
  },
};

const selectMails = (db: Queryable) =>
  db
    .select(mailColumns)
    .from(mails)
    .leftJoin(members, eq(members.id, mails.createdBy))
    .leftJoin(documents, eq(documents.id, mails.documentId));
export type MailRow = Awaited<ReturnType<typeof selectMails>>[number];
export type AttachmentRow = typeof mailAttachments.$inferSelect;

/** Newest first. */
export async function findMailRows(db: Queryable, orderId: number, before: Cursor | undefined, limit: number) {
  return await selectMails(db)
    .where(and(eq(mails.orderId, orderId), isBefore(before, "mail", mails.createdAt, mails.id)))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(limit);
}

export async function findMailRow(db: Queryable, id: number): Promise<MailRow | undefined> {
  const [row] = await selectMails(db).where(eq(mails.id, id));
  return row;
}

export async function findFiles(db: Queryable, mailIds: readonly number[]): Promise<AttachmentRow[]> {
  if (mailIds.length === 0) return [];
  const { mailId, position } = mailAttachments;
  return await db
    .select()
    .from(mailAttachments)
    .where(inArray(mailId, [...mailIds]))
    .orderBy(mailId, position);
}

/** Comments marked as a talk by WhatsApp or telephone, newest first. */
export async function findTalks(db: Queryable, orderId: number, before: Cursor | undefined, limit: number) {
  const { id, createdAt, isWhatsapp, isTelephone, remark } = remarks;
  return await db
    .select({ id, createdAt, isWhatsapp, isTelephone, remark, author: members.name })
    .from(remarks)
    .innerJoin(members, eq(members.id, remarks.authorId))
    .where(
      and(
        eq(remarks.orderId, orderId),
        or(eq(isWhatsapp, true), eq(isTelephone, true)),
        isBefore(before, "talk", createdAt, id),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}
export type TalkRow = Awaited<ReturnType<typeof findTalks>>[number];
