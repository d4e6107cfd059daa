import { and, asc, desc, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { Database, Queryable } from "#server/platform/db/client.ts";
import {
  disputes,
  documents,
  downloads,
  filings,
  mails,
  orderEvents,
  orders,
  remarks,
} from "#server/platform/db/schema.ts";
import type { GradedOrder } from "./grades.ts";

/** Reads everything about an order that a pack may state, in one query; undefined if unknown or purged. */
export async function findEvidence(db: Database, orderId: number) {
  return await db.query.orders.findFirst({
    where: and(eq(orders.id, orderId), isNull(orders.purgedAt)),
    with: {
      gateway: { columns: { name: true } },
      submission: { columns: { data: true } },
      disputes: {
        where: isNull(disputes.closedAt),
        // As text: a JSON number of sixteen digits would lose precision.
        columns: { amount: false },
        extras: { amount: sql<string | null>`${disputes.amount}::text`.as("amount") },
        with: { opener: { columns: { name: true } } },
      },
      documents: { orderBy: desc(documents.version), limit: 1 },
      mails: {
        orderBy: asc(mails.id),
        columns: {
          html: false,
          text: false,
          subject: false,
          body: false,
          clientDigest: false,
          customerName: false,
          fromAddress: false,
        },
        with: { reports: { columns: { id: true, type: true, at: true } } },
      },
      downloads: { orderBy: asc(downloads.id), with: { document: { columns: { file1: true } } } },
      remarks: {
        where: or(eq(remarks.isWhatsapp, true), eq(remarks.isTelephone, true)),
        orderBy: asc(remarks.id),
        with: { author: { columns: { name: true } } },
      },
      filings: {
        where: isNull(filings.voidedAt),
        orderBy: asc(filings.id),
        columns: { filedAt: true, reference: true, recordedAt: true, receiptSha256: true },
        with: { recorder: { columns: { name: true } } },
      },
      events: {
        orderBy: asc(orderEvents.seq),
        columns: { seq: true, at: true, type: true, digest: true },
        with: { payload: { columns: { data: true } }, actor: { columns: { name: true } } },
      },
    },
  });
}
export type Evidence = NonNullable<Awaited<ReturnType<typeof findEvidence>>>;

/** More than a pack can show; of a card used more often, the newest orders are read. */
const EARLIER_READ = 200;

/** Earlier paid orders with the same card, possibly the same card, or the same e-mail address; newest first. */
export async function findEarlierOrders(db: Queryable, order: Evidence) {
  const { id, paymentFingerprint, cardLast4, cardBrand, emailKey } = order;
  const isLinked = [
    paymentFingerprint === null ? undefined : eq(orders.paymentFingerprint, paymentFingerprint),
    cardLast4 === null || cardBrand === null
      ? undefined
      : and(eq(orders.cardLast4, cardLast4), eq(orders.cardBrand, cardBrand)),
    // The predicate of the index on e-mail addresses, which excludes deleted orders.
    emailKey === "" ? undefined : and(eq(orders.emailKey, emailKey), ne(orders.status, "Deleted")),
  ].filter((condition) => condition !== undefined);
  if (isLinked.length === 0) return [];
  const paidAt = sql<Date>`coalesce(${orders.paidAt}, ${orders.createdAt})`.mapWith(orders.createdAt);
  return await db
    .select({
      id: orders.id,
      paidAt,
      transactionId: orders.transactionId,
      chargeId: orders.chargeId,
      amount: orders.amount,
      currency: orders.currency,
      purchaseIp: orders.purchaseIp,
      userAgent: orders.userAgent,
      deviceId: orders.deviceId,
      deviceFingerprint: orders.deviceFingerprint,
      accountId: orders.accountId,
      refundedAt: orders.refundedAt,
      emailKey: orders.emailKey,
      telephoneKey: orders.telephoneKey,
      nameKey: orders.nameKey,
      paymentFingerprint: orders.paymentFingerprint,
      cardBrand: orders.cardBrand,
      cardLast4: orders.cardLast4,
      billingName: orders.billingName,
      // Raw SQL: Drizzle would omit the table name of `orders.id`, which would then mean the dispute's.
      hadDispute: sql<boolean>`exists (
        select 1 from disputes d where d.order_id = orders.id and d.outcome is distinct from 'opened_in_error')`,
      events: sql<GradedOrder["events"]>`(
        select coalesce(json_agg(json_build_object('type', e.type, 'payload', json_build_object('data', p.data)) order by e.seq), '[]')
        from order_events e join order_event_payloads p on p.event_id = e.id
        where e.order_id = orders.id and e.type in ('created', 'paid', 'payment-completed', 'transaction-saved'))`,
    })
    .from(orders)
    .where(
      and(
        or(...isLinked),
        ne(orders.id, id),
        eq(orders.isPaid, true),
        isNull(orders.purgedAt),
        sql`${paidAt} < ${(order.paidAt ?? order.createdAt).toISOString()}::timestamptz`,
      ),
    )
    .orderBy(desc(paidAt), desc(orders.id))
    .limit(EARLIER_READ);
}
export type EarlierOrder = Awaited<ReturnType<typeof findEarlierOrders>>[number];
