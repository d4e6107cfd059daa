import { and, asc, desc, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { Database, Queryable } from "#server/platform/db/client.ts";
import { disputes, documents, downloads, mails, orderEvents, orders, remarks } from "#server/platform/db/schema.ts";

/** All that is held on an order and that a pack may tell of, in one statement; undefined for one unknown or purged. */
export async function findEvidence(db: Database, orderId: number) {
  return await db.query.orders.findFirst({
    where: and(eq(orders.id, orderId), isNull(orders.purgedAt)),
    with: {
      gateway: { columns: { name: true } },
      disputes: {
        where: isNull(disputes.closedAt),
        // As text: inside of JSON a number of sixteen digits would lose some.
        columns: { amount: false },
        extras: { amount: sql<string | null>`${disputes.amount}::text`.as("amount") },
        with: { opener: { columns: { name: true } } },
      },
      documents: { orderBy: desc(documents.version), limit: 1 },
      mails: {
        orderBy: asc(mails.id),
        columns: { html: false, text: false, subject: false, customerName: false, fromAddress: false },
        with: { reports: { columns: { id: true, type: true, at: true } } },
      },
      downloads: { orderBy: asc(downloads.id), with: { document: { columns: { file1: true } } } },
      remarks: {
        where: or(eq(remarks.isWhatsapp, true), eq(remarks.isTelephone, true)),
        orderBy: asc(remarks.id),
        with: { author: { columns: { name: true } } },
      },
      events: {
        orderBy: asc(orderEvents.seq),
        columns: { seq: true, at: true, type: true, digest: true },
        with: { payload: { columns: { data: true } } },
      },
    },
  });
}
export type Evidence = NonNullable<Awaited<ReturnType<typeof findEvidence>>>;

/** As many as a pack could ever show; the newest ones of a card that was used more often than that. */
const EARLIER_READ = 200;

/** Paid orders from before this one, by the same card, by what may be the same card, or under the same e-mail address; newest first. */
export async function findEarlierOrders(db: Queryable, order: Evidence) {
  const { id, paymentFingerprint, cardLast4, cardBrand, emailKey } = order;
  const isLinked = [
    paymentFingerprint === null ? undefined : eq(orders.paymentFingerprint, paymentFingerprint),
    cardLast4 === null || cardBrand === null
      ? undefined
      : and(eq(orders.cardLast4, cardLast4), eq(orders.cardBrand, cardBrand)),
    // The predicate of the index on e-mail addresses, which leaves the deleted orders out.
    emailKey === "" ? undefined : and(eq(orders.emailKey, emailKey), ne(orders.status, "Deleted")),
  ].filter((condition) => condition !== undefined);
  if (isLinked.length === 0) return [];
  const paidAt = sql<Date>`coalesce(${orders.paidAt}, ${orders.createdAt})`.mapWith(orders.createdAt);
  return await db
    .select({
      id: orders.id,
      paidAt,
      transactionId: orders.transactionId,
      amount: orders.amount,
      currency: orders.currency,
      purchaseIp: orders.purchaseIp,
      userAgent: orders.userAgent,
      deviceId: orders.deviceId,
      emailKey: orders.emailKey,
      telephoneKey: orders.telephoneKey,
      nameKey: orders.nameKey,
      paymentFingerprint: orders.paymentFingerprint,
      cardBrand: orders.cardBrand,
      cardLast4: orders.cardLast4,
      billingName: orders.billingName,
      // Written out: Drizzle would leave the table's name off `orders.id`, and it would be the dispute's.
      hadDispute: sql<boolean>`exists (select 1 from disputes d where d.order_id = orders.id)`,
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
