import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { MAIL_MESSAGES } from "#contract/mail/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { type DocumentFixture, openFixture, STAFF_TOKEN } from "#test/support/document-fixture.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { SOON } from "#test/support/wait-limits.ts";

let fixture: DocumentFixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

async function withDocument(given: Parameters<DocumentFixture["addOrder"]>[0] = {}) {
  const orderId = await fixture.addOrder(given);
  await fixture.documents.upload(fixture.actor, async () => ({
    fields: { orderId, email: "traveller@example.com", mailServiceProvider: "Sendgrid", reason: null },
    file: { content: plainPdf("x"), sha256: Buffer.alloc(32), originalName: "card.pdf" },
  }));
  fixture.advance(61_000);
  return orderId;
}

async function call(method: "GET" | "POST", route: string, body?: unknown) {
  const response = await fetch(`${fixture.address}/api${route}`, {
    method,
    headers: { authorization: STAFF_TOKEN, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { code: response.status, body: await response.json() };
}
const resend = (orderId: number, given: object = {}) =>
  call("POST", "/admin/resend-mail", { orderId, email: "traveller@example.com", ...given });

describe("resending", () => {
  it("queues the current document again by the last mail's provider", async () => {
    const orderId = await withDocument();
    const { code, body } = await resend(orderId);
    expect([code, body.message]).toEqual([200, MAIL_MESSAGES.mailQueued]);
    expect(body.data).toMatchObject({
      order_id: orderId,
      kind: "document",
      state: "queued",
      mail_service_provider: "Sendgrid",
      customer_name: "N. K. Perera",
      uploadDoc: { file1: "arrival-card-v1.pdf" },
    });
    expect((await fixture.events(orderId)).at(-1)).toMatchObject({ type: "mail-queued", actorId: fixture.actor.id });
  });

  it("sends the document that is current once the order is locked", async () => {
    const orderId = await withDocument();
    const other = await fixture.pool.connect();
    try {
      await other.query("begin");
      await other.query("select 1 from orders where id = $1 for update", [orderId]);
      const sent = resend(orderId);
      const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await vi.waitFor(async () => expect((await fixture.pool.query(waiting)).rows).toHaveLength(1), SOON);
      await other.query(
        `insert into documents (order_id, version, file1, original_name, customer_name, content_type, bytes, sha256, storage_key, created_at)
         select order_id, 2, 'arrival-card-v2.pdf', original_name, customer_name, content_type, bytes, sha256, storage_key || '-2', created_at
         from documents where order_id = $1`,
        [orderId],
      );
      await other.query("commit");
      expect((await sent).body.data.uploadDoc.file1).toBe("arrival-card-v2.pdf");
    } finally {
      other.release(true);
    }
  });

  it("sends once for two requests within a minute, and again a minute later", async () => {
    const orderId = await withDocument();
    const [first, second] = await Promise.all([resend(orderId), resend(orderId, { email: "TRAVELLER@example.com" })]);
    expect(first?.body.data.id).toBe(second?.body.data.id);
    // One of the two is queued, the other's message says that it was a repeat.
    const words = [first, second].map((answer) => answer?.body.message);
    expect(words.toSorted()).toEqual([MAIL_MESSAGES.mailQueued, MAIL_MESSAGES.mailJustSent].toSorted());
    fixture.advance(60_001);
    expect((await resend(orderId)).body.data.id).not.toBe(first?.body.data.id);
    expect(await fixture.mail.listMails(fixture.db, orderId)).toHaveLength(3);
  });

  it("to another address requires a reason and sends a notice to the order's own", async () => {
    const orderId = await withDocument();
    const refused = await resend(orderId, { email: "else@example.net" });
    expect([refused.code, refused.body.code, refused.body.message]).toEqual([
      422,
      "reason_required",
      DOCUMENT_MESSAGES.reasonRequired,
    ]);
    expect((await resend(orderId, { email: "else@example.net", reason: "asked by telephone" })).code).toBe(200);
    expect((await fixture.mail.listMails(fixture.db, orderId)).map(({ kind }) => kind)).toEqual([
      "notice",
      "document",
      "document",
    ]);
  });

  it.each([
    ["there is no document", () => fixture.addOrder(), 422, DOCUMENT_MESSAGES.mailNoDocument],
    ["the order is deleted", () => fixture.addOrder({ status: "Deleted" }), 422, DOCUMENT_MESSAGES.uploadDeleted],
    [
      "the order is purged",
      () => fixture.addOrder({ status: "Deleted", purgedAt: new Date() }),
      404,
      MESSAGES.orderNotFound,
    ],
    ["the order is unknown", async () => 999_999_999, 404, MESSAGES.orderNotFound],
  ])("is refused when %s", async (_what, order, code, message) => {
    const before = await fixture.traces();
    const answer = await resend(await order());
    expect([answer.code, answer.body.message]).toEqual([code, message]);
    expect(await fixture.traces()).toEqual(before);
  });
});

it("shows a mail's exact content, with the customer's name as text and never as markup", async () => {
  const orderId = await withDocument({ fullName: '<img src=x onerror="alert(1)"> & Co' });
  const [mail] = await fixture.mail.listMails(fixture.db, orderId);
  const { body } = await call("GET", `/admin/mail-content/${mail?.id}`);
  const { subject, html, text, from, to } = body.data;
  expect(subject).toBe(`Your Sri Lanka Arrival Card is ready (order ${orderId})`);
  expect([from, to]).toEqual(["Arrival Desk <no-reply@desk.example>", "traveller@example.com"]);
  expect(html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; Co");
  expect(html).not.toContain("<img");
  expect(html).not.toContain("<style");
  const link = `https://desk.example/track-order/${encodeURIComponent(encodeOrderId(orderId))}`;
  expect(html).toContain(`href="${link}"`);
  expect(text).toContain(link);
  expect(text).toContain('Dear <img src=x onerror="alert(1)"> & Co,');
});

it("answers 404 for an unknown mail", async () => {
  expect((await call("GET", "/admin/mail-content/2000000000")).code).toBe(404);
});
