import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  lte,
  ne,
  notInArray,
  or,
  sql,
} from "drizzle-orm";
import type { MailTransportName, SuppressionReason } from "#contract/mail/mail.ts";
import type { MailProvider } from "#contract/mail/mail-providers.ts";
import type { MailState } from "#contract/mail/mail-state.ts";
import { emailKey } from "#contract/text.ts";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { jsonRows } from "#server/platform/db/json-rows.ts";
import { documents, mailEvents, mails } from "#server/platform/db/schema.ts";
import type { MailWaits } from "./mail-schedule.ts";

export type MailRecord = typeof mails.$inferSelect;
export type NewMail = typeof mails.$inferInsert;

/** Mails with their document and reports, without the bodies, which lists don't show. */
function selectEntries(db: Queryable) {
  const { html, text, linkSeed, body, clientKey, clientDigest, ...columns } = getTableColumns(mails);
  const { id, type, at, isPermanent, attemptId, detail } = mailEvents;
  const reports = jsonRows(
    { id, type, at, isPermanent, attemptId, detail },
    { from: sql`from ${mailEvents} where ${mailEvents.mailId} = ${mails.id}`, orderBy: sql`${id}` },
  );
  return db
    .select({ ...columns, document: { id: documents.id, file1: documents.file1 }, reports })
    .from(mails)
    .leftJoin(documents, eq(documents.id, mails.documentId));
}
export type MailEntryRecord = Awaited<ReturnType<typeof findMails>>[number];

/** Newest first. */
export async function findMails(db: Queryable, orderId: number) {
  return await selectEntries(db).where(eq(mails.orderId, orderId)).orderBy(desc(mails.id));
}

export async function findMail(db: Queryable, id: number) {
  const [mail] = await selectEntries(db).where(eq(mails.id, id));
  return mail;
}

export async function findContent(db: Queryable, id: number) {
  const { orderId, subject, html, text, fromAddress, toAddress } = mails;
  const [row] = await db
    .select({ orderId, subject, html, text, fromAddress, toAddress })
    .from(mails)
    .where(eq(mails.id, id));
  return row;
}
export type MailContentRecord = NonNullable<Awaited<ReturnType<typeof findContent>>>;

/** Only a member's message has files of its own. */
const attachedBytes = sql<number>`case when ${mails.kind} = 'message' then
  (select coalesce(sum(a.bytes), 0) from mail_attachments a where a.mail_id = ${mails.id}) else 0 end`.mapWith(Number);

/** What an attempt needs: the mail, its document, and the size of its own files. */
function selectForDelivery(db: Queryable) {
  return db
    .select({ mail: mails, document: documents, attachedBytes })
    .from(mails)
    .leftJoin(documents, eq(documents.id, mails.documentId));
}

/**
 * False while a contested change of the order's address waits for a decision; the outcome of an attempt that was already
 * made is still determined.
 */
const isSendable = or(
  eq(mails.state, "sending"),
  sql`not exists (
    select from email_changes c
    where c.order_id = ${mails.orderId} and c.contested_at is not null and c.resolved_at is null)`,
);

/** Undefined also for a mail that may not be sent now. */
export async function findForDelivery(db: Queryable, id: number) {
  const [row] = await selectForDelivery(db).where(and(eq(mails.id, id), isSendable));
  return row;
}
export type DueMail = NonNullable<Awaited<ReturnType<typeof findForDelivery>>>;

/** @returns the id of the first mail of the same document to the same address since `since`, not failed for good */
export async function findRepeat(
  tx: Transaction,
  { orderId, documentId, to, since }: { orderId: number; documentId: number; to: string; since: Date },
) {
  const [row] = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        // The index is on the order.
        eq(mails.orderId, orderId),
        eq(mails.documentId, documentId),
        eq(mails.kind, "document"),
        sql`lower(${mails.toAddress}) = lower(${to})`,
        gte(mails.createdAt, since),
        ne(mails.state, "failed"),
      ),
    )
    .orderBy(asc(mails.id))
    .limit(1);
  return row?.id;
}

export async function insertMail(tx: Transaction, mail: NewMail): Promise<number> {
  const [row] = await tx.insert(mails).values(mail).returning({ id: mails.id });
  if (row === undefined) throw new Error("the mail was not inserted");
  return row.id;
}

/** Those of the ids that exist. */
export async function findMailIds(db: Queryable, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: mails.id })
    .from(mails)
    .where(inArray(mails.id, [...ids]));
  return new Set(rows.map(({ id }) => id));
}

/** Mails whose next step is due, oldest due time first. */
export async function findDue(db: Queryable, now: Date, limit: number, without: readonly number[]): Promise<DueMail[]> {
  return await selectForDelivery(db)
    .where(and(isNotNull(mails.dueAt), lte(mails.dueAt, now), notInArray(mails.id, [...without]), isSendable))
    .orderBy(asc(mails.dueAt))
    .limit(limit);
}

/**
 * Begins again the waits that end later than any wait can: the clock went back after they were set. A wait may be a minute
 * longer than its state's own, for a provider that is paused.
 */
export async function restartWaits(
  tx: Transaction,
  now: Date,
  waits: MailWaits,
): Promise<{ id: number; dueAt: Date }[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const ms = sql`(case when ${mails.state} = 'sending' then ${waits.sending}::float8 when ${mails.state} = 'unknown'
    then ${waits.unknown} when ${mails.attempts} = 0 then ${waits.first} else ${waits.next} end)`;
  const rows = await tx
    .update(mails)
    .set({ dueAt: sql`${at} + ${ms} * interval '1 ms'` })
    .where(
      and(
        sql`${mails.dueAt} > ${at} + interval '2 minutes'`,
        sql`${mails.dueAt} > ${at} + ${ms} * interval '1 ms' + interval '2 minutes'`,
      ),
    )
    .returning({ id: mails.id, dueAt: mails.dueAt });
  return rows.map(({ id, dueAt }) => ({ id, dueAt: dueAt ?? now }));
}

/** Mails of an order that have a next step. */
export async function findWaiting(tx: Transaction, orderId: number): Promise<number[]> {
  const rows = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.orderId, orderId), isNotNull(mails.dueAt)));
  return rows.map(({ id }) => id);
}

/** One with an unknown outcome keeps that state, but is not sent again. */
export async function cancelTo(tx: Transaction, orderId: number, email: string): Promise<number[]> {
  const rows = await tx
    .update(mails)
    .set({ state: sql`case when ${mails.state} = 'queued' then 'cancelled' else ${mails.state} end`, dueAt: null })
    .where(
      and(
        eq(mails.orderId, orderId),
        sql`lower(${mails.toAddress}) = lower(${email})`,
        inArray(mails.state, ["queued", "unknown"]),
        isNotNull(mails.dueAt),
      ),
    )
    .returning({ id: mails.id });
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** What may have happened since a mail was queued: its address was blocked, or the order's changed or contested. */
export async function findNews(db: Queryable, { orderId, toAddress }: MailRecord) {
  const { rows } = await db.execute<{ block: SuppressionReason | null; email_key: string; is_held: boolean }>(sql`
    select o.email_key,
      (select s.reason from suppressions s
        where s.email_key = ${emailKey(toAddress)} and s.lifted_at is null) as block,
      exists (select from email_changes c
        where c.order_id = o.id and c.contested_at is not null and c.resolved_at is null) as is_held
    from orders o where o.id = ${orderId}`);
  return rows[0];
}

export type MailChange = Partial<
  Pick<
    MailRecord,
    | "state"
    | "provider"
    | "transport"
    | "messageId"
    | "possibleDuplicate"
    | "error"
    | "attempts"
    | "attemptId"
    | "dueAt"
    | "acceptedAt"
  >
>;

/**
 * Takes the next step of a mail if it hasn't changed since it was read: of several processes one wins. Undefined for
 * the others.
 */
export async function takeStep(db: Queryable, seen: MailRecord, change: MailChange): Promise<MailRecord | undefined> {
  const { id, state, attempts, dueAt } = seen;
  if (dueAt === null) return undefined;
  const [row] = await db
    .update(mails)
    .set(change)
    .where(and(eq(mails.id, id), eq(mails.state, state), eq(mails.attempts, attempts), eq(mails.dueAt, dueAt)))
    .returning();
  return row;
}

/** An attempt to be claimed: the queued mail as it was read, and the attempt's id. */
interface Claim {
  seen: MailRecord;
  attemptId: string;
  transport: MailTransportName;
}

/**
 * Claims an attempt of each of these queued mails, in one statement, with the condition of `takeStep`.
 * @returns the mails claimed by this call, updated, by id
 */
export async function claimAttempts(
  db: Queryable,
  claims: readonly Claim[],
  leaseEnd: Date,
): Promise<Map<number, MailRecord>> {
  const input = claims.map(({ seen, attemptId, transport }) => ({
    id: seen.id,
    attempts: seen.attempts,
    due_at: seen.dueAt,
    attempt_id: attemptId,
    transport,
  }));
  const { rows } = await db.execute<{ id: number }>(sql`
    update mails m
    set state = 'sending', attempts = m.attempts + 1, attempt_id = c.attempt_id, transport = c.transport,
        due_at = ${leaseEnd.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(input)}::json)
      as c(id int, attempts int, due_at timestamptz, attempt_id text, transport text)
    where m.id = c.id and m.state = 'queued' and m.attempts = c.attempts and m.due_at = c.due_at
    returning m.id`);
  const ids = new Set(rows.map(({ id }) => id));
  return new Map(
    claims
      .filter(({ seen }) => ids.has(seen.id))
      .map(({ seen, attemptId, transport }) => [
        seen.id,
        { ...seen, state: "sending", attempts: seen.attempts + 1, attemptId, transport, dueAt: leaseEnd },
      ]),
  );
}

/** Writes an attempt's outcome. False if the mail has a later attempt or a settled outcome. */
export async function settleAttempt(
  tx: Transaction,
  { id, attemptId }: Pick<MailRecord, "id" | "attemptId">,
  change: MailChange,
): Promise<boolean> {
  if (attemptId === null) return false;
  const rows = await tx
    .update(mails)
    .set(change)
    .where(and(eq(mails.id, id), eq(mails.attemptId, attemptId), inArray(mails.state, ["sending", "unknown"])))
    .returning({ id: mails.id });
  return rows.length > 0;
}

/** An accepted attempt and what its mail's row is set to. */
export interface Acceptance {
  mail: Pick<MailRecord, "id" | "orderId" | "attemptId" | "kind" | "createdAt">;
  /** When the answer arrived: each its own time, even if several share a transaction. */
  at: Date;
  state: Extract<MailState, "sent" | "written">;
  provider: MailProvider;
  transport: MailTransportName;
  messageId: string | null;
}

/** Writes acceptances in one statement, with the condition of `settleAttempt`. @returns the ids of the settled mails */
export async function settleAccepted(tx: Transaction, acceptances: readonly Acceptance[]): Promise<Set<number>> {
  const input = acceptances.map(({ mail, at, state, provider, transport, messageId }) => ({
    id: mail.id,
    attempt_id: mail.attemptId,
    state,
    provider,
    transport,
    message_id: messageId,
    accepted_at: at,
  }));
  const { rows } = await tx.execute<{ id: number }>(sql`
    update mails m
    set state = a.state, provider = a.provider, transport = a.transport, message_id = a.message_id,
        accepted_at = a.accepted_at, due_at = null, error = null
    from json_to_recordset(${JSON.stringify(input)}::json)
      as a(id int, attempt_id text, state text, provider text, transport text, message_id text, accepted_at timestamptz)
    where m.id = a.id and m.attempt_id = a.attempt_id and m.state in ('sending', 'unknown')
    returning m.id`);
  return new Set(rows.map(({ id }) => id));
}
