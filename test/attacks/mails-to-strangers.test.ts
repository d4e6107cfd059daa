import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OtherAddressMail } from "#contract/audit/audit-lists.ts";
import { MAIL_MESSAGES } from "#contract/mail/messages.ts";
import { call, intake } from "#test/support/client.ts";
import { fixedClock } from "#test/support/fixed-clock.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

const OWN = "traveller@example.com";
const MINUTE = 60_000;

const clock = fixedClock(new Date().toISOString());
const later = (ms: number) => {
  clock.at = new Date(clock.at.getTime() + ms);
};
let program: TestProgram;
let token: string;

beforeAll(async () => {
  program = await startTestProgram({ now: clock.now });
  token = await program.signIn("Team");
});
afterAll(() => program.stop());

async function orderWithDocument(email = OWN): Promise<number> {
  const { order_id: orderId } = await intake(program, { email: OWN });
  expect((await upload(orderId, email)).status).toBe(200);
  return orderId;
}
async function upload(orderId: number, email: string): Promise<Response> {
  const form = new FormData();
  const fields = { orderId, email, mailServiceProvider: "AWS", reason: "asked for it by telephone" };
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set("uploadVisaDoc", new File([new Uint8Array(plainPdf(`card ${randomUUID()}`))], "card.pdf"));
  const headers = { authorization: token };
  return await fetch(`${program.address}/api/admin/upload-visa-document`, { method: "POST", headers, body: form });
}
const resend = (orderId: number, email: string, by = token) =>
  call(program.address, "POST", "/api/admin/resend-mail", {
    token: by,
    body: { orderId, email, reason: "asked for it by telephone" },
  });
const stored = async (orderId: number) =>
  (
    await program.db.execute<{ documents: number; mails: number }>(sql`
      select (select count(*)::int from documents where order_id = ${orderId}) as documents,
             (select count(*)::int from mails where order_id = ${orderId} and kind = 'document') as mails`)
  ).rows[0];

it("an order's document is mailed three times in ten minutes, by upload and resend, and again after that", async () => {
  const orderId = await orderWithDocument();
  expect((await resend(orderId, "first@stranger.example")).code).toBe(200);
  later(MINUTE);
  expect((await resend(orderId, "second@stranger.example")).code).toBe(200);
  const { code, body, headers } = await resend(orderId, "third@stranger.example");
  expect([code, body.code, body.message]).toEqual([429, "rate_limited", MAIL_MESSAGES.mailOrderLimit]);
  expect(Number(headers.get("retry-after"))).toBe(9 * 60);
  const refused = await upload(orderId, OWN);
  expect([refused.status, await refused.json()]).toEqual([
    429,
    expect.objectContaining({ message: MAIL_MESSAGES.mailOrderLimit }),
  ]);
  expect(await stored(orderId)).toEqual({ documents: 1, mails: 3 });
  later(9 * MINUTE + 1000);
  expect((await upload(orderId, OWN)).status).toBe(200);
});

it("documents to other addresses are limited to twenty per hour and member, even if sent concurrently", async () => {
  later(61 * MINUTE);
  const orders: number[] = [];
  for (let n = 0; n < 6; n += 1) orders.push(await orderWithDocument());
  // Sixteen earlier mails, copied from one: sixteen uploads with a PDF would take half a minute.
  const first = await orderWithDocument("stranger@stranger.example");
  await program.db.execute(sql`
    insert into mails (order_id, document_id, kind, created_at, created_by, customer_name, from_address, to_address,
                       is_foreign, subject, html, text, provider, state)
    select order_id, document_id, kind, created_at, created_by, customer_name, from_address, to_address,
           is_foreign, subject, html, text, provider, 'sent'
      from mails, generate_series(2, 16) where order_id = ${first} and kind = 'document'`);
  const answers = await Promise.all(orders.map((orderId, n) => resend(orderId, `stranger${n}@stranger.example`)));
  const codes = answers.map(({ code }) => code);
  expect(codes.filter((code) => code === 200)).toHaveLength(4);
  const refused = answers.filter(({ code }) => code !== 200);
  for (const { code, body, headers } of refused) {
    expect([code, body.message]).toEqual([429, MAIL_MESSAGES.mailOtherAddressLimit]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(3500);
  }
  // The limit affects neither the order's own address nor other members.
  const spared = orders[codes.indexOf(429)] ?? 0;
  expect((await resend(spared, OWN)).code).toBe(200);
  expect((await resend(spared, "one.more@stranger.example", await program.signIn("Manager"))).code).toBe(200);
});

it("Admins can list the mails to other addresses, with member, address and reason", async () => {
  const admin = await program.signIn("Admin");
  const path = "/api/admin/foreign-mails?limit=100";
  const { body } = await call<OtherAddressMail[]>(program.address, "GET", path, { token: admin });
  expect(body.total).toBe(23);
  expect(body.data[0]).toMatchObject({
    member: { name: "Manager Member" },
    email: "one.more@stranger.example",
    reason: "asked for it by telephone",
  });
  expect(body.data.map(({ email }) => email)).not.toContain(OWN);
  const { rows } = await program.db.execute<{ events: number }>(
    sql`select count(*)::int as events from audit_events where type = 'mailed-elsewhere' and order_id is not null`,
  );
  expect(rows).toEqual([{ events: 8 }]);
});
