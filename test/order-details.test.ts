// Compares the single statement of the order details with one simple query per table, for all kinds of orders.
import { and, asc, desc, eq, inArray, isNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { ensureMembers } from "#server/features/auth/first-admin.ts";
import type { OrderDetailsRecord } from "#server/features/orders/detail/order-details.repository.ts";
import { toOrderDetails } from "#server/features/orders/order-mapping.ts";
import { createOrdersService, type OrdersService } from "#server/features/orders/orders.service.ts";
import { findDuplicates } from "#server/features/orders/related/duplicate-rule.ts";
import { toOrderRelations } from "#server/order-relations.ts";
import {
  correctionRequests,
  disputes,
  documents,
  downloads,
  filings,
  gateways,
  mailEvents,
  mails,
  members,
  orderEventPayloads,
  orderEvents,
  orderSubmissions,
  orders,
  refunds,
  remarks,
  suppressions,
} from "#server/platform/db/schema.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { fillOrders } from "../bench/dataset.ts";

const FIRST = 100_001;
const ORDERS = 120;
/** The order with rows in all tables, with texts that JSON must escape. */
const FULL = FIRST + 10;
const PURGED = FIRST + 11;
const ids = Array.from({ length: ORDERS }, (_, index) => FIRST + index);
const HARD = `"quoted" \\ back\nline\t‘Zoë’ 孙 🛫 <b>&amp;</b> \u2028`;

let database: TestDatabase;
let service: OrdersService;
/** The values of each execution of the prepared statement. */
let reads: unknown[][] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const { pool, db } = database;
  const person = (name: string) => ({
    name,
    email: `${name}@staff.example`,
    password: "correct horse 7",
    role: "Team" as const,
  });
  await ensureMembers(db, () => new Date(), [person("Author"), person("Closer")]);
  await fillOrders(pool, ORDERS);
  await pool.query("insert into gateways (name) values ('Stripe')");
  await fillOne(pool);
  await pool.query("update orders set purged_at = now() where id = $1", [PURGED]);
  const query = pool.query.bind(pool) as (...given: unknown[]) => unknown;
  // Drizzle passes a statement and its values to the pool.
  pool.query = ((...given: unknown[]) => {
    const [statement, values] = given as [{ name?: string }, unknown[]];
    if (statement.name === "find_order_details") reads.push(values);
    return query(...given);
  }) as typeof pool.query;
  service = createOrdersService({ db, now: () => new Date(), relations: toOrderRelations });
});
afterAll(() => database.drop());

/** Adds several different rows to each table. */
async function fillOne(pool: TestDatabase["pool"]): Promise<void> {
  const run = (text: string, values: unknown[] = []) => pool.query(text, values);
  await run(
    `update orders set gateway_id = (select min(id) from gateways), amount = 123456789012.3456, currency = 'LKR',
       date_of_birth = '1990-02-28', place_of_stay = $2, full_name = $2, sex = '', refunded_at = '2026-01-01T00:00:00.5Z'
     where id = $1`,
    [FULL, HARD],
  );
  await run(
    `insert into documents (order_id, version, file1, original_name, customer_name, content_type, bytes, pages, sha256,
       storage_key, created_at, uploaded_by, finding)
     select $1, 1 + n, 'card-v' || n || '.pdf', $2::text, $2::text, 'application/pdf', n, null, sha256(convert_to($2::text, 'UTF8')), 'hard/' || n, now(),
       (select max(id) from members), '{"verdict":"no_text","fields":[]}' from generate_series(1, 3) n`,
    [FULL, HARD],
  );
  await run(
    `insert into mails (order_id, kind, created_at, customer_name, from_address, to_address, subject, html, text, provider,
       state, error, attempts, attempt_id, possible_duplicate)
     select $1, 'document', now(), $2, 'desk@example.com', 'Other' || n || '@Example.com', $2, '<p>', '', 'Sendgrid', 'failed',
       $2, n, 'try-' || n, n = 1 from generate_series(1, 2) n`,
    [FULL, HARD],
  );
  await run(
    `insert into mail_events (provider, event_key, mail_id, attempt_id, type, at, received_at, is_permanent, detail)
     select 'Sendgrid', 'key-' || m.id || '-' || n, m.id, 'try-' || n, 'bounced', now(), now(), n = 2, $2
     from mails m, generate_series(1, 3) n where m.order_id = $1`,
    [FULL, HARD],
  );
  await run(
    `insert into suppressions (email_key, reason, created_at, lifted_at)
     values ('other2@example.com', 'bounced', now(), null), ('other1@example.com', 'bounced', now(), now()),
       ((select email_key from orders where id = $1), 'complained', now(), null)`,
    [FULL],
  );
  await run(
    `insert into remarks (order_id, created_at, author_id, remark, is_whatsapp, is_telephone, is_refund, is_voided, is_chargeback)
     select $1, now() - n * interval '4 months', (select max(id) from members), $2, false, true, false, true, n = 1 from generate_series(1, 2) n`,
    [FULL, HARD],
  );
  await run(
    `insert into disputes (order_id, opened_at, opened_by, closed_at, closed_by, reason, amount, currency, due_date, case_id, outcome)
     values ($1, now(), (select min(id) from members), now(), (select max(id) from members), null, 1234567890.1200, 'USD',
       '2026-02-03', $2, 'won'), ($1, now(), null, null, null, null, null, null, null, null, null)`,
    [FULL, HARD],
  );
  await run(
    `insert into refunds (order_id, amount, currency, is_assumed, reason_code, note, reference, recorded_at, recorded_by,
       override_reason, undone_at, undone_by, undo_reason)
     values ($1, 1234567890.1200, 'LKR', true, null, null, null, now(), (select min(id) from members), null, now(),
       (select max(id) from members), $2), ($1, 0.0100, 'LKR', false, 'goodwill', $2, $2, now(), null, $2, null, null, null)`,
    [FULL, HARD],
  );
  const facts = JSON.stringify({ full_name: HARD, nationality: "GB", processing_mode: "Standard" });
  await run("insert into order_submissions values ($1, $2, sha256(''), now())", [FULL, facts]);
  await run(
    `insert into correction_requests (order_id, requested_by, fields, note, at, decided_at, decided_by, outcome, reason)
     values ($1, (select max(id) from members), json_build_object('full_name', $2::text), $2, now(), null, null, null, null),
       ($1, null, '{"sex":null}', $2, now(), now(), (select min(id) from members), 'declined', $2)`,
    [FULL, HARD],
  );
  await run(
    `insert into filings (order_id, profile, reference, filed_at, recorded_at, recorded_by, facts, facts_sha256,
       receipt_key, receipt_sha256, receipt_type, receipt_bytes, voided_at, voided_by, void_reason)
     select $1, 'arrival-card-1', $2, now(), now(), (select min(id) from members), json_build_object('stay', $2::text),
       sha256('x'), case n when 1 then 'hard' end, case n when 1 then sha256('y') end, case n when 1 then 'image/png' end,
       case n when 1 then 5 end, case n when 2 then now() end, case n when 2 then (select max(id) from members) end,
       case n when 2 then $2 end from generate_series(1, 2) n`,
    [FULL, HARD],
  );
  await run(
    `insert into downloads (order_id, document_id, created_at, ip, browser, os, user_agent, is_automated, country, automation)
     select $1, max(id), now(), '::1', $2, '', $2, true, 'LK', 'link_scanner' from documents where order_id = $1`,
    [FULL, HARD],
  );
}

/** The same details by one query per table, parsed by Drizzle's column types. */
async function assemble(id: number): Promise<OrderDetails | undefined> {
  const { db } = database;
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), isNull(orders.purgedAt)));
  if (order === undefined) return undefined;
  const names = new Map((await db.select().from(members)).map((member) => [member.id, member.name]));
  const nameOf = (member: number | null) => (member === null ? null : (names.get(member) ?? null));
  const files = await db.select().from(documents).where(eq(documents.orderId, id)).orderBy(desc(documents.version));
  const fileOf = (document: number | null) => files.find((file) => file.id === document)?.file1 ?? null;
  const sent = await db.select().from(mails).where(eq(mails.orderId, id)).orderBy(desc(mails.id));
  const reports = await db.select().from(mailEvents).orderBy(asc(mailEvents.id));
  const downloaded = await db.select().from(downloads).where(eq(downloads.orderId, id)).orderBy(desc(downloads.id));
  const commented = await db.select().from(remarks).where(eq(remarks.orderId, id)).orderBy(desc(remarks.id));
  const opened = await db.select().from(disputes).where(eq(disputes.orderId, id)).orderBy(desc(disputes.id));
  const refunded = await db.select().from(refunds).where(eq(refunds.orderId, id)).orderBy(desc(refunds.id));
  const filed = await db.select().from(filings).where(eq(filings.orderId, id)).orderBy(desc(filings.id));
  const [submission] = await db.select().from(orderSubmissions).where(eq(orderSubmissions.orderId, id));
  const requests = await db
    .select()
    .from(correctionRequests)
    .where(eq(correctionRequests.orderId, id))
    .orderBy(desc(correctionRequests.id));
  const events = await db.select().from(orderEvents).where(eq(orderEvents.orderId, id)).orderBy(asc(orderEvents.seq));
  const payloads = await db.select().from(orderEventPayloads);
  const [gateway] = await db
    .select()
    .from(gateways)
    .where(eq(gateways.id, order.gatewayId ?? 0));
  const addresses = [order.emailKey, ...sent.map(({ toAddress }) => toAddress.toLowerCase())];
  const blocked = await db
    .select()
    .from(suppressions)
    .where(and(isNull(suppressions.liftedAt), inArray(suppressions.emailKey, addresses)))
    .orderBy(asc(suppressions.id));
  const record: OrderDetailsRecord = {
    ...order,
    gatewayName: gateway?.name ?? null,
    blocked: blocked.map(({ emailKey: email, reason, createdAt: since }) => ({ email, reason, since })),
    duplicates: await findDuplicates(db, order),
    submitted: (submission?.data as OrderDetailsRecord["submitted"] | undefined) ?? null,
    correctionRequests: requests.map((one) => ({
      ...one,
      requester: nameOf(one.requestedBy),
      decider: nameOf(one.decidedBy),
    })),
    disputes: opened.map((one) => ({ ...one, opener: nameOf(one.openedBy), closer: nameOf(one.closedBy) })),
    refunds: refunded.map((one) => ({ ...one, recorder: nameOf(one.recordedBy), undoer: nameOf(one.undoneBy) })),
    documents: files.map((one) => ({ ...one, uploader: nameOf(one.uploadedBy) })),
    mails: sent.map((one) => ({
      ...one,
      file1: fileOf(one.documentId),
      reports: reports.filter(({ mailId }) => mailId === one.id),
    })),
    emailChanges: [],
    downloads: downloaded.map((one) => ({ ...one, file1: fileOf(one.documentId) ?? "", reports: [] })),
    remarks: commented.map((one) => ({ ...one, author: nameOf(one.authorId) ?? "" })),
    filings: filed.map((one) => ({ ...one, recorder: nameOf(one.recordedBy), voider: nameOf(one.voidedBy) })),
    events: events.map((event) => {
      const payload = payloads.find(({ eventId }) => eventId === event.id);
      const actorName = nameOf(event.actorId);
      return { ...event, actorName, hasPayload: payload !== undefined, data: payload?.data as never, values: null };
    }),
  };
  return toOrderDetails(record, toOrderRelations(record));
}

const textOf = async (id: number) => JSON.stringify(await service.details(id).catch(() => undefined));

describe("the details of an order", () => {
  it("equal those read by one query per table, requested alone and concurrently with all others", async () => {
    const batched = await Promise.all(ids.map(textOf));
    for (const [index, id] of ids.entries()) {
      const plain = JSON.stringify(await assemble(id));
      expect(batched[index], `${id} of many`).toBe(plain);
      expect(await textOf(id), `${id} alone`).toBe(plain);
    }
    const full = await service.details(FULL);
    expect([full.filings.length, full.file_again]).toEqual([2, true]);
    const { disputes: all, mailHistory, blocked_addresses: blocked, uploadDoc, timeline, amount, gateway_name } = full;
    expect([all.length, mailHistory.length, blocked.length, uploadDoc.length]).toEqual([2, 3, 2, 4]);
    expect(mailHistory.map(({ reports }) => reports.length)).toEqual([3, 3, 3]);
    expect([timeline.length, amount, gateway_name]).toEqual([2, "123456789012.3456", "Stripe"]);
  });

  it("are read in batches of concurrent requests, each order once", async () => {
    reads = [];
    await Promise.all([...ids.slice(20, 40), FIRST + 39].map((id) => service.details(id)));
    expect(reads.map((values) => new Set(values).size)).toEqual([8, 8, 4]);
    expect(new Set(reads.flat())).toEqual(new Set(ids.slice(20, 40)));
    reads = [];
    await service.details(FIRST);
    expect(reads).toEqual([Array(8).fill(FIRST)]);
  });

  it("of a purged or unknown order are refused, without affecting others in the batch", async () => {
    const asked = [FIRST, PURGED, 999_999, FULL].map((id) => service.details(id));
    const answers = await Promise.allSettled(asked);
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
    for (const index of [1, 2]) expect(answers[index]).toMatchObject({ reason: { code: "not_found" } });
  });
});
