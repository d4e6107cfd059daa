import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import type { SuppressionReason } from "#contract/mail.ts";
import type { Database } from "#server/platform/db/client.ts";
import { jsonRows } from "#server/platform/db/json-rows.ts";
import {
  disputes,
  documents,
  downloads,
  gateways,
  mailEvents,
  mails,
  orderEventPayloads,
  orderEvents,
  orders,
  remarks,
} from "#server/platform/db/schema.ts";

const nameOf = (member: string) => sql<string | null>`${sql.raw(member)}.name`;

/** What the detail does not show is not read either: the evidence of the purchase and the keys of search and sort. */
function orderColumns() {
  const {
    statusChangedAt,
    purgedAt,
    refundedBy,
    emailKey,
    nameKey,
    telephoneKey,
    nationalityText,
    gatewayId,
    paidAt,
    purchaseIp,
    userAgent,
    deviceId,
    termsVersion,
    termsAcceptedAt,
    refundPolicyVersion,
    paymentFingerprint,
    cardBrand,
    cardLast4,
    avsResult,
    cvcResult,
    threeDsResult,
    billingName,
    ...shown
  } = getTableColumns(orders);
  return shown;
}

function documentRows() {
  const { storageKey, version, ...columns } = getTableColumns(documents);
  return jsonRows(
    { ...columns, uploader: nameOf("uploader") },
    {
      from: sql`from ${documents} left join members uploader on uploader.id = ${documents.uploadedBy} where ${documents.orderId} = ${orders.id}`,
      orderBy: sql`${version} desc`,
    },
  );
}

/** Their letters stay where they are: they weigh more than all the rest. */
function mailRows() {
  const { html, text, ...columns } = getTableColumns(mails);
  const { id, type, at, isPermanent, attemptId, detail } = mailEvents;
  const reports = jsonRows(
    { id, type, at, isPermanent, attemptId, detail },
    { from: sql`from ${mailEvents} where ${mailEvents.mailId} = ${mails.id}`, orderBy: sql`${id}` },
  );
  return jsonRows(
    { ...columns, file1: sql<string | null>`sent.file1`, reports },
    {
      from: sql`from ${mails} left join documents sent on sent.id = ${mails.documentId} where ${mails.orderId} = ${orders.id}`,
      orderBy: sql`${mails.id} desc`,
    },
  );
}

function downloadRows() {
  return jsonRows(
    { ...getTableColumns(downloads), file1: sql<string>`taken.file1` },
    {
      from: sql`from ${downloads} join documents taken on taken.id = ${downloads.documentId} where ${downloads.orderId} = ${orders.id}`,
      orderBy: sql`${downloads.id} desc`,
    },
  );
}

function remarkRows() {
  const { authorId, ...columns } = getTableColumns(remarks);
  return jsonRows(
    { ...columns, author: sql<string>`author.name` },
    {
      from: sql`from ${remarks} join members author on author.id = ${authorId} where ${remarks.orderId} = ${orders.id}`,
      orderBy: sql`${remarks.id} desc`,
    },
  );
}

function disputeRows() {
  return jsonRows(
    {
      ...getTableColumns(disputes),
      // As text: inside of JSON a number of sixteen digits would lose some.
      amount: sql<string | null>`${disputes.amount}::text`,
      opener: nameOf("opener"),
      closer: nameOf("closer"),
    },
    {
      from: sql`from ${disputes} left join members opener on opener.id = ${disputes.openedBy}
        left join members closer on closer.id = ${disputes.closedBy} where ${disputes.orderId} = ${orders.id}`,
      orderBy: sql`${disputes.id} desc`,
    },
  );
}

function eventRows() {
  const { id, at, type, seq, digest } = orderEvents;
  return jsonRows(
    {
      id,
      at,
      type,
      seq,
      digest,
      actorId: sql<number | null>`actor.id`,
      actorName: nameOf("actor"),
      hasPayload: sql<boolean>`${orderEventPayloads.eventId} is not null`,
      data: orderEventPayloads.data,
    },
    {
      from: sql`from ${orderEvents} left join ${orderEventPayloads} on ${orderEventPayloads.eventId} = ${id}
        left join members actor on actor.id = ${orderEvents.actorId} where ${orderEvents.orderId} = ${orders.id}`,
      orderBy: seq.getSQL(),
    },
  );
}

interface BlockedAddress {
  email: string;
  reason: SuppressionReason;
  since: string;
}

/** Of the order's own address and of those its mails went to, the blocked ones. */
function blockedAddresses() {
  const found = sql`(
    select coalesce(json_agg(json_build_object('email', s.email_key, 'reason', s.reason, 'since', s.created_at) order by s.id), '[]')
    from suppressions s where s.lifted_at is null and s.email_key = any (
      array[${orders.emailKey}] || array(select lower(m.to_address) from mails m where m.order_id = ${orders.id})))`;
  return sql<BlockedAddress[]>`${found}`;
}

/**
 * Reads all that is held on an order that is not purged: the one read over the tables of several features, because it
 * is the screen that is open all day. One prepared statement sees one moment and costs one round trip; six statements
 * answered a fraction of the requests (bench/README.md).
 */
export function prepareFindOrderDetails(db: Database) {
  const query = db
    .select({
      ...orderColumns(),
      gatewayName: gateways.name,
      blocked: blockedAddresses(),
      disputes: disputeRows(),
      documents: documentRows(),
      mails: mailRows(),
      downloads: downloadRows(),
      remarks: remarkRows(),
      events: eventRows(),
    })
    .from(orders)
    .leftJoin(gateways, eq(gateways.id, orders.gatewayId))
    .where(and(eq(orders.id, sql.placeholder("id")), isNull(orders.purgedAt)))
    .prepare("find_order_details");
  return async (id: number) => (await query.execute({ id }))[0];
}
export type OrderDetailsRecord = NonNullable<Awaited<ReturnType<ReturnType<typeof prepareFindOrderDetails>>>>;
