import { and, asc, count, eq, gte, isNotNull, isNull, lte, ne, not, type SQL, sql } from "drizzle-orm";
import type { MailingChange } from "#contract/status-mails/count-status-mails.ts";
import type { StatusMailKey } from "#contract/texts/mail-texts.ts";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { lockOrders } from "#server/platform/db/lock-orders.ts";
import { filings, mails, orders, statusMails, suppressions } from "#server/platform/db/schema.ts";

// Raw SQL: in a select from one table Drizzle omits the table name.
const isFiled = sql<boolean>`exists (select 1 from ${filings} f where f.order_id = orders.id and f.voided_at is null)`;

const factColumns = {
  id: orders.id,
  status: orders.status,
  isPaid: orders.isPaid,
  refundedAt: orders.refundedAt,
  fullName: orders.fullName,
  email: orders.email,
  language: orders.language,
  isFiled,
};

/** What decides whether an order's customer is told, and how; undefined for an order that is purged. */
export async function findStatusFacts(db: Queryable, orderId: number) {
  const [row] = await db
    .select(factColumns)
    .from(orders)
    .where(and(eq(orders.id, orderId), isNull(orders.purgedAt)));
  return row;
}
export type StatusFacts = NonNullable<Awaited<ReturnType<typeof findStatusFacts>>>;

/** The same, and holds the order's row. */
export async function lockStatusFacts(tx: Transaction, orderId: number): Promise<StatusFacts | undefined> {
  return (await lockOrders(tx, [orderId], factColumns))[0];
}

export interface DueStatusMail {
  orderId: number;
  key: StatusMailKey;
  dueAt: Date | null;
}

const ofMail = ({ orderId, key }: Pick<DueStatusMail, "orderId" | "key">) =>
  and(eq(statusMails.orderId, orderId), eq(statusMails.key, key));

/** Those whose time has come, the longest waiting first. */
export async function findDueStatusMails(
  db: Queryable,
  at: Date,
  { isBulk, limit }: { isBulk: boolean; limit: number },
): Promise<DueStatusMail[]> {
  const { orderId, key, dueAt } = statusMails;
  return await db
    .select({ orderId, key, dueAt })
    .from(statusMails)
    .where(and(eq(statusMails.isBulk, isBulk), lte(dueAt, at)))
    .orderBy(asc(dueAt), asc(orderId))
    .limit(limit);
}

/** False when it was sent, cancelled or caused again since it was found due. */
export async function isStillDue(tx: Transaction, { dueAt, ...mail }: DueStatusMail): Promise<boolean> {
  const [row] = await tx.select({ dueAt: statusMails.dueAt }).from(statusMails).where(ofMail(mail));
  return row?.dueAt != null && row.dueAt.getTime() === dueAt?.getTime();
}

/** @param mailId null for one that is not sent */
export async function settleStatusMail(tx: Transaction, mail: DueStatusMail, mailId: number | null): Promise<void> {
  await tx.update(statusMails).set({ dueAt: null, mailId }).where(ofMail(mail));
}

/** How many mails of each key were sent since a time, how many of these bounced, and how many wait. */
export async function countStatusMailsByKey(db: Queryable, since: Date) {
  const isStatus = sql`${mails.kind} = 'status'`;
  const sent = await db
    .select({
      key: mails.template,
      sent: count(),
      bounced: sql<number>`count(*) filter (where ${mails.state} = 'bounced')`.mapWith(Number),
    })
    .from(mails)
    .where(and(isStatus, gte(mails.createdAt, since)))
    .groupBy(mails.template);
  const waiting = await db
    .select({ key: statusMails.key, waiting: count() })
    .from(statusMails)
    .where(isNotNull(statusMails.dueAt))
    .groupBy(statusMails.key);
  return { sent, waiting };
}

const BEFORE_CHANGE: Record<MailingChange, { key: StatusMailKey; condition: SQL }> = {
  filed: { key: "sent-to-authority", condition: ne(orders.status, "AwaitingGovt") },
  refunded: { key: "refunded", condition: isNull(orders.refundedAt) },
};

/** How many of these orders' customers would get a mail by a change: they can be mailed and have not had it. */
export async function countToMail(db: Queryable, ids: readonly number[], change: MailingChange): Promise<number> {
  const { key, condition } = BEFORE_CHANGE[change];
  const isBlocked = sql`exists (
    select 1 from ${suppressions} s where s.email_key = orders.email_key and s.lifted_at is null)`;
  const hadIt = sql`exists (
    select 1 from ${statusMails} m where m.order_id = orders.id and m.key = ${key} and m.mail_id is not null)`;
  const [row] = await db
    .select({ count: count() })
    .from(orders)
    .where(
      and(
        sql`${orders.id} = any(${sql.param([...ids])}::bigint[])`,
        isNull(orders.purgedAt),
        isNotNull(orders.email),
        not(isBlocked),
        not(hadIt),
        condition,
      ),
    );
  return row?.count ?? 0;
}
