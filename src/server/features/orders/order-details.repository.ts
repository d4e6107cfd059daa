import { and, type Column, getTableColumns, inArray, isNull, sql } from "drizzle-orm";
import type { SuppressionReason } from "#contract/mail.ts";
import type { Database } from "#server/platform/db/client.ts";
import { idPlaces } from "#server/platform/db/id-places.ts";
import { jsonRow, jsonRows } from "#server/platform/db/json-rows.ts";
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
import { together } from "#server/platform/together.ts";

/** As text: inside of JSON a number of sixteen digits would lose some. */
const decimal = (column: Column) => sql<string | null>`${column}::text`;

/**
 * A subselect and no join: the planner, who thinks of many orders, would read all members to find the few of one.
 * @param id column of the member, not null where the type says so
 */
const nameOf = <T extends string | null = string | null>(id: Column) =>
  sql<T>`(select name from members where members.id = ${id})`;
const fileOf = <T extends string | null>(id: Column) =>
  sql<T>`(select file1 from documents where documents.id = ${id})`;

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
    { ...columns, uploader: nameOf(documents.uploadedBy) },
    {
      from: sql`from ${documents} where ${documents.orderId} = ${orders.id}`,
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
    { ...columns, file1: fileOf<string | null>(mails.documentId), reports },
    {
      from: sql`from ${mails} where ${mails.orderId} = ${orders.id}`,
      orderBy: sql`${mails.id} desc`,
    },
  );
}

function downloadRows() {
  return jsonRows(
    { ...getTableColumns(downloads), file1: fileOf<string>(downloads.documentId) },
    {
      from: sql`from ${downloads} where ${downloads.orderId} = ${orders.id}`,
      orderBy: sql`${downloads.id} desc`,
    },
  );
}

function remarkRows() {
  const { authorId, ...columns } = getTableColumns(remarks);
  return jsonRows(
    { ...columns, author: nameOf<string>(authorId) },
    {
      from: sql`from ${remarks} where ${remarks.orderId} = ${orders.id}`,
      orderBy: sql`${remarks.id} desc`,
    },
  );
}

function disputeRows() {
  return jsonRows(
    {
      ...getTableColumns(disputes),
      amount: decimal(disputes.amount),
      opener: nameOf(disputes.openedBy),
      closer: nameOf(disputes.closedBy),
    },
    {
      from: sql`from ${disputes} where ${disputes.orderId} = ${orders.id}`,
      orderBy: sql`${disputes.id} desc`,
    },
  );
}

function eventRows() {
  const { id, at, type, seq, digest, actorId } = orderEvents;
  return jsonRows(
    {
      id,
      at,
      type,
      seq,
      digest,
      actorId,
      actorName: nameOf(actorId),
      hasPayload: sql<boolean>`${orderEventPayloads.eventId} is not null`,
      data: orderEventPayloads.data,
    },
    {
      from: sql`from ${orderEvents} left join ${orderEventPayloads} on ${orderEventPayloads.eventId} = ${id}
        where ${orderEvents.orderId} = ${orders.id}`,
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

/** Orders that one statement reads at the most. One with a very long history holds up no more than these. */
const READ_AT_ONCE = 8;

/**
 * Reads all that is held on an order that is not purged: the one read over the tables of several features, because it
 * is the screen that is open all day. One prepared statement sees one moment and costs one round trip, and reads the
 * orders that are asked for at once: to set it up costs the database twice what an order costs it.
 */
export function createOrderDetailsReader(db: Database) {
  const { placeholders, fill } = idPlaces(READ_AT_ONCE);
  const order = jsonRow({
    ...orderColumns(),
    amount: decimal(orders.amount),
    gatewayName: sql<string | null>`(select name from ${gateways} where ${gateways.id} = ${orders.gatewayId})`,
    blocked: blockedAddresses(),
    disputes: disputeRows(),
    documents: documentRows(),
    mails: mailRows(),
    downloads: downloadRows(),
    remarks: remarkRows(),
    events: eventRows(),
  });
  const query = db
    .select({ order })
    .from(orders)
    .where(and(inArray(orders.id, placeholders), isNull(orders.purgedAt)))
    .prepare("find_order_details");
  return together(
    async (ids: number[]) => new Map((await query.execute(fill(ids))).map((found) => [found.order.id, found.order])),
    { atMost: READ_AT_ONCE },
  );
}
export type OrderDetailsRecord = NonNullable<Awaited<ReturnType<ReturnType<typeof createOrderDetailsReader>>>>;
