import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { AuditFilter, OtherAddressMail } from "#contract/audit/audit-lists.ts";
import { cappedPage, instantText, type PageRange, personJson, withinDays } from "#server/platform/db/capped-page.ts";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { mails } from "#server/platform/db/schema.ts";

export interface Window {
  since: Date;
  most: number;
}

/** Times at which documents of the order were mailed, newest first. */
export async function findDocumentMailTimes(tx: Transaction, orderId: number, { since, most }: Window) {
  const rows = await tx
    .select({ at: mails.createdAt })
    .from(mails)
    .where(and(eq(mails.orderId, orderId), eq(mails.kind, "document"), gt(mails.createdAt, since)))
    .orderBy(desc(mails.createdAt))
    .limit(most);
  return rows.map(({ at }) => at);
}

/** Times at which the member mailed documents to other addresses, newest first. */
export async function findOtherAddressMailTimes(tx: Transaction, memberId: number, { since, most }: Window) {
  const rows = await tx
    .select({ at: mails.createdAt })
    .from(mails)
    .where(and(mails.isOtherAddress, eq(mails.createdBy, memberId), gt(mails.createdAt, since)))
    .orderBy(desc(mails.createdAt))
    .limit(most);
  return rows.map(({ at }) => at);
}

/** "ArFm" in ASCII. */
const SENDER_LOCK = 0x4172466d;

/** Serializes a member's messages and mails to other addresses until the transaction ends, so that they count each other. */
export async function lockSenderOf(tx: Transaction, memberId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SENDER_LOCK}, ${memberId})`);
}

/** Newest first, with the reason from the order's timeline. */
export async function findOtherAddressMails(db: Queryable, filter: AuditFilter, range: PageRange) {
  const { member, order } = filter;
  const reason = sql`(
    select p.data ->> 'reason' from order_events e join order_event_payloads p on p.event_id = e.id
     where e.order_id = m.order_id and e.type = 'mail-queued' and (p.data ->> 'mail_id')::int = m.id limit 1)`;
  return await cappedPage<OtherAddressMail>(
    db,
    {
      columns: sql`m.id, ${instantText(sql`m.created_at`)} as at, ${personJson(sql`sender`)} as member,
        m.order_id::float8 as order_id, m.to_address as email, m.state, ${reason} as reason`,
      from: sql`from mails m left join members sender on sender.id = m.created_by`,
      conditions: [
        sql`m.is_foreign`,
        ...(member === undefined ? [] : [sql`m.created_by = ${member}`]),
        ...(order === undefined ? [] : [sql`m.order_id = ${order}`]),
        ...withinDays(sql`m.created_at`, filter),
      ],
      orderBy: sql`m.created_at desc, m.id desc`,
    },
    range,
  );
}
