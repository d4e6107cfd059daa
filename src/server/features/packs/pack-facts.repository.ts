import { and, desc, eq, getTableColumns, isNull, ne, or, sql } from "drizzle-orm";
import type { Database, Queryable } from "#server/platform/db/client.ts";
import { identityValues } from "#server/platform/db/event-values.ts";
import { jsonRows } from "#server/platform/db/json-rows.ts";
import {
  answerFiles,
  customerAnswers,
  disputes,
  documents,
  downloadReports,
  downloads,
  filings,
  gateways,
  mailAttachments,
  mailEvents,
  mails,
  members,
  orderEventPayloads,
  orderEvents,
  orderSubmissions,
  orders,
  refunds,
  remarks,
} from "#server/platform/db/schema.ts";

/** Reads everything about an order that a pack may state, in one query; undefined if unknown or purged. */
export async function findEvidence(db: Database, orderId: number) {
  const [evidence] = await db
    .select({
      ...getTableColumns(orders),
      gatewayName: gateways.name,
      submitted: orderSubmissions.data,
      disputes: openDisputes(),
      refunds: countedRefunds(),
      documents: currentDocument(),
      mails: mailRows(),
      downloads: downloadRows(),
      remarks: talks(),
      messages: sentMessages(),
      answers: answerRows(),
      filings: validFilings(),
      events: eventRows(),
    })
    .from(orders)
    .leftJoin(gateways, eq(gateways.id, orders.gatewayId))
    .leftJoin(orderSubmissions, eq(orderSubmissions.orderId, orders.id))
    .where(and(eq(orders.id, orderId), isNull(orders.purgedAt)));
  return evidence;
}

function openDisputes() {
  // As text: a JSON number of sixteen digits would lose precision.
  const amount = sql<string | null>`${disputes.amount}::text`;
  return jsonRows(
    { ...getTableColumns(disputes), amount },
    {
      from: sql`from ${disputes} where ${disputes.orderId} = ${orders.id} and ${disputes.closedAt} is null`,
      orderBy: sql`${disputes.id}`,
    },
  );
}

function countedRefunds() {
  const { recordedAt, currency, isAssumed, reasonCode, reference } = refunds;
  // As text, see above.
  const amount = sql<string | null>`${refunds.amount}::text`;
  return jsonRows(
    { recordedAt, amount, currency, isAssumed, reasonCode, reference },
    {
      from: sql`from ${refunds} where ${refunds.orderId} = ${orders.id} and ${refunds.undoneAt} is null`,
      orderBy: sql`${refunds.id}`,
    },
  );
}

function currentDocument() {
  const { version, orderId, ...columns } = getTableColumns(documents);
  return jsonRows(columns, {
    from: sql`from (
      select * from ${documents} where ${orderId} = ${orders.id} order by ${version} desc limit 1) documents`,
    orderBy: sql`${version}`,
  });
}

function mailRows() {
  const { id, kind, state, documentId, toAddress, transport, messageId, createdAt, acceptedAt } = mails;
  const reports = jsonRows(
    { type: mailEvents.type, at: mailEvents.at },
    { from: sql`from ${mailEvents} where ${mailEvents.mailId} = ${id}`, orderBy: sql`${mailEvents.id}` },
  );
  return jsonRows(
    { id, kind, state, documentId, toAddress, transport, messageId, createdAt, acceptedAt, reports },
    { from: sql`from ${mails} where ${mails.orderId} = ${orders.id}`, orderBy: sql`${id}` },
  );
}

function downloadRows() {
  const { downloadId, reportedAt } = downloadReports;
  const reports = jsonRows(
    { reportedAt },
    { from: sql`from ${downloadReports} where ${downloadId} = ${downloads.id}`, orderBy: sql`${downloadReports.id}` },
  );
  return jsonRows(
    { ...getTableColumns(downloads), file1: documents.file1, reports },
    {
      from: sql`from ${downloads} join ${documents} on ${documents.id} = ${downloads.documentId}
        where ${downloads.orderId} = ${orders.id}`,
      orderBy: sql`${downloads.id}`,
    },
  );
}

function talks() {
  const { id, authorId, isWhatsapp, isTelephone, ...columns } = getTableColumns(remarks);
  return jsonRows(
    { ...columns, isWhatsapp, isTelephone, author: members.name },
    {
      from: sql`from ${remarks} join ${members} on ${members.id} = ${authorId}
        where ${remarks.orderId} = ${orders.id} and (${isWhatsapp} or ${isTelephone})`,
      orderBy: sql`${id}`,
    },
  );
}

function sentMessages() {
  const { id, orderId, createdAt, body, kind, state, createdBy } = mails;
  const { name, bytes, sha256, position, mailId } = mailAttachments;
  const files = jsonRows(
    { name, bytes, sha256 },
    { from: sql`from ${mailAttachments} where ${mailId} = ${id}`, orderBy: sql`${position}` },
  );
  return jsonRows(
    { createdAt, body, author: members.name, files },
    {
      from: sql`from ${mails} join ${members} on ${members.id} = ${createdBy}
        where ${orderId} = ${orders.id} and ${kind} = 'message' and ${state} in ('written', 'sent', 'delivered', 'complained')`,
      orderBy: sql`${id}`,
    },
  );
}

function answerRows() {
  const { id, orderId, createdAt, text, ip, userAgent, country } = customerAnswers;
  const { name, bytes, sha256, position, answerId } = answerFiles;
  const files = jsonRows(
    { name, bytes, sha256 },
    { from: sql`from ${answerFiles} where ${answerId} = ${id}`, orderBy: sql`${position}` },
  );
  return jsonRows(
    { createdAt, text, ip, userAgent, country, files },
    { from: sql`from ${customerAnswers} where ${orderId} = ${orders.id}`, orderBy: sql`${id}` },
  );
}

function validFilings() {
  const { filedAt, reference, recordedAt, receiptSha256 } = filings;
  return jsonRows(
    { filedAt, reference, recordedAt, receiptSha256, recorder: members.name },
    {
      from: sql`from ${filings} join ${members} on ${members.id} = ${filings.recordedBy}
        where ${filings.orderId} = ${orders.id} and ${filings.voidedAt} is null`,
      orderBy: sql`${filings.id}`,
    },
  );
}

function eventRows() {
  const { seq, at, type, digest } = orderEvents;
  const { data } = orderEventPayloads;
  const actor = sql<string | null>`(select name from ${members} where ${members.id} = ${orderEvents.actorId})`;
  return jsonRows(
    { seq, at, type, digest, data, values: identityValues, actor },
    {
      from: sql`from ${orderEvents} left join ${orderEventPayloads} on ${orderEventPayloads.eventId} = ${orderEvents.id}
        where ${orderEvents.orderId} = ${orders.id}`,
      orderBy: sql`${seq}`,
    },
  );
}
export type Evidence = NonNullable<Awaited<ReturnType<typeof findEvidence>>>;

/** The events that decide the grades of facts. */
function gradedEvents() {
  return jsonRows(
    { type: orderEvents.type, data: orderEventPayloads.data },
    {
      from: sql`from ${orderEvents} join ${orderEventPayloads} on ${orderEventPayloads.eventId} = ${orderEvents.id}
        where ${orderEvents.orderId} = ${orders.id}
          and ${orderEvents.type} in ('created', 'paid', 'payment-completed', 'transaction-saved')`,
      orderBy: sql`${orderEvents.seq}`,
    },
  );
}

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
      wasRefunded: sql<boolean>`${orders.refundedAt} is not null or exists (
        select 1 from refunds r where r.order_id = orders.id and r.undone_at is null)`,
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
      events: gradedEvents(),
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
