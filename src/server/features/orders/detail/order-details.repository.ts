import { and, type Column, getTableColumns, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { DOWNLOADS_SHOWN } from "#contract/downloads/downloads.ts";
import { batchedRead } from "#server/platform/batching.ts";
import type { Database } from "#server/platform/db/client.ts";
import { identityValues } from "#server/platform/db/event-values.ts";
import { idPlaceholders } from "#server/platform/db/id-placeholders.ts";
import { jsonRow, jsonRows } from "#server/platform/db/json-rows.ts";
import {
  correctionRequests,
  disputes,
  documents,
  downloadReports,
  downloads,
  emailChanges,
  filings,
  gateways,
  mailEvents,
  mails,
  orderEventPayloads,
  orderEvents,
  orderSubmissions,
  orders,
  refunds,
  remarks,
  suppressions,
} from "#server/platform/db/schema.ts";
import type { OrderFacts } from "../corrections/order-corrections.ts";
import { comparedColumns, duplicateIds } from "../related/duplicate-rule.ts";

/** As text: a JSON number of sixteen digits would lose precision. */
const decimal = (column: Column) => sql<string | null>`${column}::text`;

/**
 * A subselect instead of a join: expecting many orders, the planner would read all members for the few of one order.
 * @param id column of the member, not null where the type says so
 */
const nameOf = <T extends string | null = string | null>(id: Column) =>
  sql<T>`(select name from members where members.id = ${id})`;
const fileOf = <T extends string | null>(id: Column) =>
  sql<T>`(select file1 from documents where documents.id = ${id})`;

/** Leaves out what the details do not show: purchase evidence, and search and sort keys. */
function orderColumns() {
  const {
    purgedAt,
    refundedBy,
    clockStartedAt,
    clockSince,
    clockUsedMs,
    emailKey,
    nameKey,
    telephoneKey,
    gatewayId,
    paidAt,
    purchaseIp,
    userAgent,
    deviceId,
    deviceFingerprint,
    accountId,
    termsVersion,
    termsAcceptedAt,
    refundPolicyVersion,
    paymentFingerprint,
    cardBrand,
    cardLast4,
    cardCountry,
    chargeId,
    avsResult,
    cvcResult,
    threeDsResult,
    billingName,
    ...shown
  } = getTableColumns(orders);
  return shown;
}

/** The rows of a table that belong to the order, newest first. */
function rowsOf<F extends Record<string, Column | SQL>>(
  table: PgTable & { id: Column; orderId: Column },
  fields: F,
  newest: Column = table.id,
) {
  const from = sql`from ${table} where ${table.orderId} = ${orders.id}`;
  return jsonRows(fields, { from, orderBy: sql`${newest} desc` });
}

function documentRows() {
  const { storageKey, version, ...columns } = getTableColumns(documents);
  return rowsOf(documents, { ...columns, uploader: nameOf(documents.uploadedBy) }, version);
}

/** Without the bodies, which are larger than everything else together. */
function mailRows() {
  const { html, text, linkSeed, body, clientKey, clientDigest, ...columns } = getTableColumns(mails);
  const { id, type, at, isPermanent, attemptId, detail } = mailEvents;
  const reports = jsonRows(
    { id, type, at, isPermanent, attemptId, detail },
    { from: sql`from ${mailEvents} where ${mailEvents.mailId} = ${mails.id}`, orderBy: sql`${id}` },
  );
  return rowsOf(mails, { ...columns, file1: fileOf<string | null>(mails.documentId), reports });
}

function reportRows() {
  const { id, downloadId, orderId, settledBy, ...columns } = getTableColumns(downloadReports);
  return jsonRows(
    { id, ...columns, settler: nameOf(settledBy) },
    { from: sql`from ${downloadReports} where ${downloadId} = ${downloads.id}`, orderBy: sql`${id}` },
  );
}

function downloadRows() {
  return jsonRows(
    { ...getTableColumns(downloads), file1: fileOf<string>(downloads.documentId), reports: reportRows() },
    {
      from: sql`from (
        select * from ${downloads} where ${downloads.orderId} = ${orders.id} order by ${downloads.id} desc limit ${sql.raw(String(DOWNLOADS_SHOWN))}
      ) downloads`,
      orderBy: sql`${downloads.id} desc`,
    },
  );
}

function remarkRows() {
  const { authorId, ...columns } = getTableColumns(remarks);
  return rowsOf(remarks, { ...columns, author: nameOf<string>(authorId) });
}

function filingRows() {
  const { orderId, receiptKey, ...columns } = getTableColumns(filings);
  return rowsOf(filings, { ...columns, recorder: nameOf(filings.recordedBy), voider: nameOf(filings.voidedBy) });
}

/** The change that is not settled: contested, or else pending. */
function openEmailChanges() {
  const { id, oldEmail, newEmail, reason, proof, askedBy, askedAt, expiresAt, contestedAt } = emailChanges;
  return jsonRows(
    {
      ...{ id, oldEmail, newEmail, reason, proof, askedAt, expiresAt, contestedAt },
      ...{ askedBy: nameOf<string>(askedBy), askedById: askedBy },
    },
    {
      from: sql`from ${emailChanges} where ${emailChanges.orderId} = ${orders.id} and ${emailChanges.resolvedAt} is null
        and (${contestedAt} is not null or ${emailChanges.confirmedAt} is null)`,
      orderBy: sql`${contestedAt}, ${id}`,
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
      values: identityValues,
    },
    {
      from: sql`from ${orderEvents} left join ${orderEventPayloads} on ${orderEventPayloads.eventId} = ${id}
        where ${orderEvents.orderId} = ${orders.id}`,
      orderBy: seq.getSQL(),
    },
  );
}

/** The blocked ones among the order's own address and the recipients of its mails. */
function blockedAddresses() {
  // The orders' keys are sorted by another collation, with which the index of the blocked addresses can't be used.
  const { id, emailKey: email, reason, createdAt: since } = suppressions;
  return jsonRows(
    { email, reason, since },
    {
      from: sql`from ${suppressions} where ${suppressions.liftedAt} is null and ${email} = any (
        array[${orders.emailKey} collate "default"] || array(select lower(m.to_address) from mails m where m.order_id = ${orders.id}))`,
      orderBy: sql`${id}`,
    },
  );
}

/** Maximum orders per statement; one with a very long timeline delays no more than these. */
const MAX_BATCH = 8;

/**
 * Reads everything about an order that is not purged. It is the only read across the tables of several features,
 * because its screen is open all day. One prepared statement sees one snapshot in one round trip, and is a batch loader
 * for concurrent callers: starting the statement costs the database twice as much as reading one order.
 */
export function createOrderDetailsReader(db: Database) {
  const { placeholders, fill } = idPlaceholders(MAX_BATCH);
  const order = jsonRow({
    ...orderColumns(),
    amount: decimal(orders.amount),
    gatewayName: sql<string | null>`(select name from ${gateways} where ${gateways.id} = ${orders.gatewayId})`,
    blocked: blockedAddresses(),
    duplicates: duplicateIds(comparedColumns),
    submitted: sql<OrderFacts | null>`(
      select data from ${orderSubmissions} where ${orderSubmissions.orderId} = ${orders.id})`,
    correctionRequests: rowsOf(correctionRequests, {
      ...getTableColumns(correctionRequests),
      requester: nameOf(correctionRequests.requestedBy),
      decider: nameOf(correctionRequests.decidedBy),
    }),
    disputes: rowsOf(disputes, {
      ...getTableColumns(disputes),
      amount: decimal(disputes.amount),
      opener: nameOf(disputes.openedBy),
      closer: nameOf(disputes.closedBy),
    }),
    refunds: rowsOf(refunds, {
      ...getTableColumns(refunds),
      amount: decimal(refunds.amount),
      recorder: nameOf(refunds.recordedBy),
      undoer: nameOf(refunds.undoneBy),
    }),
    documents: documentRows(),
    filings: filingRows(),
    mails: mailRows(),
    emailChanges: openEmailChanges(),
    downloads: downloadRows(),
    remarks: remarkRows(),
    events: eventRows(),
  });
  const query = db
    .select({ order })
    .from(orders)
    .where(and(inArray(orders.id, placeholders), isNull(orders.purgedAt)))
    .prepare("find_order_details");
  return batchedRead(
    async (ids: number[]) => new Map((await query.execute(fill(ids))).map((found) => [found.order.id, found.order])),
    { maxKeys: MAX_BATCH },
  );
}
export type OrderDetailsRecord = NonNullable<Awaited<ReturnType<ReturnType<typeof createOrderDetailsReader>>>>;
