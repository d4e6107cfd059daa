import { and, asc, desc, eq, gte, inArray, isNotNull, lte, ne, notInArray, sql } from "drizzle-orm";
import type { MailState, MailTransportName } from "#contract/mail.ts";
import type { MailProvider } from "#contract/mail-providers.ts";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { documents, mailEvents, mails } from "#server/platform/db/schema.ts";

export type MailRecord = typeof mails.$inferSelect;
export type NewMail = typeof mails.$inferInsert;

// Without what the mails say: lists of them would carry it all for nothing.
const entry = {
  columns: { html: false, text: false },
  with: {
    document: { columns: { id: true, file1: true } },
    reports: {
      columns: { id: true, type: true, at: true, isPermanent: true, attemptId: true, detail: true },
      orderBy: asc(mailEvents.id),
    },
  },
} as const;
export type MailEntryRecord = Awaited<ReturnType<typeof findMails>>[number];

/** Newest first. */
export async function findMails(db: Queryable, orderId: number) {
  return await db.query.mails.findMany({ ...entry, where: eq(mails.orderId, orderId), orderBy: desc(mails.id) });
}

export async function findMail(db: Queryable, id: number) {
  return await db.query.mails.findFirst({ ...entry, where: eq(mails.id, id) });
}

export async function findContent(db: Queryable, id: number) {
  const { subject, html, text, fromAddress, toAddress } = mails;
  const [row] = await db.select({ subject, html, text, fromAddress, toAddress }).from(mails).where(eq(mails.id, id));
  return row;
}
export type MailContentRecord = NonNullable<Awaited<ReturnType<typeof findContent>>>;

/** What a try needs: the mail and the file it carries. */
function selectForDelivery(db: Queryable) {
  return db
    .select({ mail: mails, document: documents })
    .from(mails)
    .leftJoin(documents, eq(documents.id, mails.documentId));
}

export async function findForDelivery(db: Queryable, id: number) {
  const [row] = await selectForDelivery(db).where(eq(mails.id, id));
  return row;
}
export type DueMail = NonNullable<Awaited<ReturnType<typeof findForDelivery>>>;

/** @returns the id of the first mail of the same document to the same address, queued since `since` and not given up */
export async function findRepeat(
  tx: Transaction,
  { documentId, to, since }: { documentId: number; to: string; since: Date },
) {
  const [row] = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
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

/** Those of these ids that a mail has. */
export async function findMailIds(db: Queryable, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: mails.id })
    .from(mails)
    .where(inArray(mails.id, [...ids]));
  return new Set(rows.map(({ id }) => id));
}

/** Mails whose next step is due, the longest waiting first. */
export async function findDue(db: Queryable, now: Date, limit: number, without: readonly number[]): Promise<DueMail[]> {
  return await selectForDelivery(db)
    .where(and(isNotNull(mails.dueAt), lte(mails.dueAt, now), notInArray(mails.id, [...without])))
    .orderBy(asc(mails.dueAt))
    .limit(limit);
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
 * Takes the next step of a mail as it was seen: of several processes that saw the same, one wins. Undefined when
 * somebody was first.
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

/** A try to be claimed: the mail as it was seen, queued, and what names the try. */
interface Claim {
  seen: MailRecord;
  attemptId: string;
  transport: MailTransportName;
}

/**
 * Claims one try of each of these queued mails, in one statement, as `takeStep` does with one.
 * @returns the mails that were claimed here, as they stand now, by id
 */
export async function claimTries(
  db: Queryable,
  claims: readonly Claim[],
  leaseEnd: Date,
): Promise<Map<number, MailRecord>> {
  const given = claims.map(({ seen, attemptId, transport }) => ({
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
    from json_to_recordset(${JSON.stringify(given)}::json)
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

/** Writes what became of a try. False when the mail has gone on without it: a later try, or a settled outcome. */
export async function settleTry(
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

/** A try that was accepted: what the mail's row says of it from now on. */
export interface Acceptance {
  mail: Pick<MailRecord, "id" | "orderId" | "attemptId" | "kind" | "createdAt">;
  state: Extract<MailState, "sent" | "written">;
  provider: MailProvider;
  transport: MailTransportName;
  messageId: string | null;
}

/** Writes acceptances in one statement, each as `settleTry` does. @returns the ids of the mails that had not gone on without */
export async function settleAccepted(
  tx: Transaction,
  acceptances: readonly Acceptance[],
  acceptedAt: Date,
): Promise<Set<number>> {
  const given = acceptances.map(({ mail, state, provider, transport, messageId }) => ({
    id: mail.id,
    attempt_id: mail.attemptId,
    state,
    provider,
    transport,
    message_id: messageId,
  }));
  const { rows } = await tx.execute<{ id: number }>(sql`
    update mails m
    set state = a.state, provider = a.provider, transport = a.transport, message_id = a.message_id,
        accepted_at = ${acceptedAt.toISOString()}::timestamptz, due_at = null, error = null
    from json_to_recordset(${JSON.stringify(given)}::json)
      as a(id int, attempt_id text, state text, provider text, transport text, message_id text)
    where m.id = a.id and m.attempt_id = a.attempt_id and m.state in ('sending', 'unknown')
    returning m.id`);
  return new Set(rows.map(({ id }) => id));
}
