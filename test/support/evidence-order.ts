import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import type { TimelineData } from "#contract/timeline/timeline.ts";
import { describeUserAgent } from "#server/features/tracking/client-facts.ts";
import { documents, downloads, mailEvents, mails, remarks } from "#server/platform/db/schema.ts";
import { call, intake } from "./client.ts";
import { putOrder } from "./orders.ts";
import type { TestProgram } from "./test-program.ts";
import { BROWSERS } from "./user-agents.ts";

export const PASSPORT = "N7788123";
export const [IPHONE] = BROWSERS;

/** An order with all fields that a checkout can send. */
export const PURCHASE = {
  full_name: "Nimal K. Perera",
  email: "nimal@example.com",
  passport_number: PASSPORT,
  date_of_birth: "1984-05-17",
  phone_code: "+44",
  telephone_number: "7700 900123",
  place_of_stay: "12 Galle Road, Colombo",
  flight_number: "UL 504",
  transaction_id: "ch_3MqL9x",
  merchant_name: "Arrival Card Ltd",
  amount: "49.90",
  currency: "USD",
  paid_at: "2026-02-20T09:00:00Z",
  purchase_ip: "112.134.1.1",
  user_agent: IPHONE,
  device_id: "dev_4711_0123456",
  terms_version: "2026-01",
  terms_accepted_at: "2026-02-20T08:59:00Z",
  refund_policy_version: "2026-01",
  payment_fingerprint: "fp_abc",
  card_brand: "Visa",
  card_last4: "4242",
  avs_result: "Y",
  cvc_result: "M",
  three_ds_result: "authenticated",
  billing_name: "N K Perera",
};

/** Appends an event to an order's timeline, bypassing all rules. */
export async function recordEvent(
  program: TestProgram,
  orderId: number,
  at: string,
  event: TimelineData,
): Promise<void> {
  const given = [{ order_id: orderId, actor_id: null, at, type: event.type, payload: JSON.stringify(event.data) }];
  await program.db.execute(sql`select record_order_events(${JSON.stringify(given)}::json)`);
}

export async function addDocument(program: TestProgram, orderId: number, version = 1): Promise<number> {
  const sha256 = createHash("sha256").update(`card ${orderId} ${version}`).digest();
  const at = new Date("2026-02-21T10:00:00Z");
  const file1 = `arrival-card-v${version}.pdf`;
  const [row] = await program.db
    .insert(documents)
    .values({
      orderId,
      version,
      file1,
      originalName: `scan ${PASSPORT}.pdf`,
      customerName: "Nimal K. Perera",
      contentType: "application/pdf",
      bytes: 84_211,
      pages: 1,
      sha256,
      storageKey: `documents/evidence-${orderId}-${version}`,
      createdAt: at,
    })
    .returning({ id: documents.id });
  const documentId = row?.id ?? 0;
  const data = { document_id: documentId, file1, sha256: sha256.toString("hex"), bytes: 84_211 };
  await recordEvent(program, orderId, at.toISOString(), { type: "document-stored", data });
  return documentId;
}

/** The mail of a document that Amazon accepted, and, if given, the receiving server's report. */
export async function addMail(
  program: TestProgram,
  orderId: number,
  documentId: number,
  given: Partial<typeof mails.$inferInsert> & { deliveredAt?: string } = {},
): Promise<number> {
  const { deliveredAt, ...fields } = given;
  const at = new Date("2026-02-21T10:00:05Z");
  const [row] = await program.db
    .insert(mails)
    .values({
      orderId,
      documentId,
      kind: "document",
      createdAt: at,
      customerName: "Nimal K. Perera",
      fromAddress: "desk@desk.example",
      toAddress: "nimal@example.com",
      subject: `The card of passport ${PASSPORT}`,
      html: "<p>card</p>",
      text: "card",
      provider: "AWS",
      state: deliveredAt === undefined ? "sent" : "delivered",
      transport: "ses",
      messageId: `<m-${orderId}@ses.example>`,
      acceptedAt: new Date("2026-02-21T10:00:07Z"),
      ...fields,
    })
    .returning();
  if (row === undefined) throw new Error("no mail");
  if (row.transport !== null && row.acceptedAt !== null) {
    const data = { mail_id: row.id, transport: row.transport, message_id: row.messageId };
    await recordEvent(program, orderId, row.acceptedAt.toISOString(), { type: "mail-accepted", data });
  }
  if (deliveredAt !== undefined) await addReport(program, row.id, "delivered", deliveredAt);
  return row.id;
}

let reports = 0;
export async function addReport(
  program: TestProgram,
  mailId: number,
  type: (typeof mailEvents.$inferInsert)["type"],
  at: string,
): Promise<void> {
  reports += 1;
  await program.db.insert(mailEvents).values({
    provider: "AWS",
    eventKey: `evidence-${reports}`,
    mailId,
    type,
    at: new Date(at),
    receivedAt: new Date(at),
  });
}

export async function addDownload(
  program: TestProgram,
  orderId: number,
  documentId: number,
  given: Partial<typeof downloads.$inferInsert> = {},
): Promise<void> {
  const userAgent = given.userAgent ?? IPHONE;
  const [row] = await program.db
    .insert(downloads)
    .values({
      orderId,
      documentId,
      createdAt: new Date("2026-02-22T07:00:00Z"),
      completedAt: new Date("2026-02-22T07:00:03Z"),
      ip: "112.134.1.1",
      userAgent,
      ...describeUserAgent(userAgent),
      isAutomated: false,
      country: "LK",
      ...given,
    })
    .returning();
  if (row === undefined || row.isAutomated || row.completedAt === null) return;
  const data = { download_id: row.id, file1: "arrival-card-v1.pdf" };
  await recordEvent(program, orderId, row.completedAt.toISOString(), { type: "download-completed", data });
}

export async function addContact(program: TestProgram, orderId: number, text: string, channel = "whatsapp") {
  await program.db.insert(remarks).values({
    orderId,
    createdAt: new Date("2026-02-23T12:00:00Z"),
    authorId: 1,
    remark: text,
    isWhatsapp: channel !== "telephone",
    isTelephone: channel !== "whatsapp",
    isRefund: false,
    isVoided: false,
    isChargeback: false,
  });
}

/** A Completed order whose packs have nothing against them: bought, mailed, confirmed, tracked, downloaded. */
export async function clearOrder(
  program: TestProgram,
  given: Record<string, unknown> = {},
  status: OrderStatus = "Completed",
): Promise<{ orderId: number; documentId: number; mailId: number }> {
  const { order_id: orderId } = await intake(program, { ...PURCHASE, ...given });
  await putOrder(program, orderId, { status });
  const documentId = await addDocument(program, orderId);
  const mailId = await addMail(program, orderId, documentId, { deliveredAt: "2026-02-21T10:00:09Z" });
  const data = { ip: "112.134.1.1", user_agent: IPHONE, country: "LK" };
  await recordEvent(program, orderId, "2026-02-22T06:59:00Z", { type: "tracked", data });
  await addDownload(program, orderId, documentId);
  return { orderId, documentId, mailId };
}

/** Opens a dispute as staff do. */
export async function openDispute(program: TestProgram, orderId: number): Promise<void> {
  const token = await program.signIn("Team");
  const body = { orderId, remark: "The bank reports a chargeback.", chargeBack: "Y" };
  const { code } = await call(program.address, "POST", "/api/admin/add-new-remark", { token, body });
  if (code !== 200) throw new Error(`the dispute was not opened: ${code}`);
}
