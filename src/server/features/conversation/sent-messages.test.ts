import { readdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { MailEntry } from "#contract/mail/mail.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { intake } from "#test/support/client.ts";
import { sendMessage } from "#test/support/messages.ts";
import { eventTypesOf, orderDetails, orderIn, put, putOrder } from "#test/support/orders.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { type SmtpPeer, startSmtpPeer } from "#test/support/smtp-peer.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { SOON } from "#test/support/wait-limits.ts";

let smtp: SmtpPeer;
let program: TestProgram;
let token: string;

beforeAll(async () => {
  smtp = await startSmtpPeer();
  program = await startTestProgram({
    environment: { SMTP_URL: smtp.url, MAIL_UNDO_SECONDS: "0", SUPPORT_EMAIL: "help@desk.example" },
    services: { mailSchedule: { pausesMs: [2_000] } },
  });
  token = await program.signIn("Admin");
});
afterAll(async () => {
  await program.stop();
  await smtp.close();
});
beforeEach(() => smtp.behave("accept"));

const send = (given: Parameters<typeof sendMessage>[2], files?: Parameters<typeof sendMessage>[3]) =>
  sendMessage(program.address, token, given, files);
const mailOf = async (orderId: number, state: MailEntry["state"]) =>
  await vi.waitFor(async () => {
    const [mail] = (await orderDetails(program, token, orderId)).mailHistory;
    expect(mail?.state).toBe(state);
    return mail;
  }, SOON);
/** Queued again: `queued` alone is also true before and during the first attempt. */
const refusedOnce = async (orderId: number) =>
  await vi.waitFor(async () => {
    const [mail] = (await orderDetails(program, token, orderId)).mailHistory;
    expect(mail).toMatchObject({ state: "queued", error: expect.stringContaining("later") });
  }, SOON);
const upload = async (orderId: number) => {
  const form = new FormData();
  const fields = { orderId, email: "traveller@example.com", mailServiceProvider: "AWS" };
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set("uploadVisaDoc", new File([new Uint8Array(plainPdf("card"))], "card.pdf"));
  const request = { method: "POST", headers: { authorization: token }, body: form };
  expect((await fetch(`${program.address}/api/admin/upload-visa-document`, request)).status).toBe(200);
};
/** The header lines of the mail whose text contains this, unfolded. */
const headOf = (raw: string) => (raw.split("\r\n\r\n")[0] ?? "").replace(/\r\n[ \t]+/g, " ").split("\r\n");
const sentWith = (text: string) => smtp.accepted.filter((raw) => raw.includes(text));

describe("a message that leaves", () => {
  it("is a person's mail to the order's own address, with the document and the files, and moves nothing", async () => {
    const { order_id: orderId } = await intake(program);
    await upload(orderId);
    await mailOf(orderId, "sent");
    await putOrder(program, orderId, { status: "New" });
    const file = { name: "Form für Sie.pdf", content: plainPdf("form") };
    expect((await send({ orderId, subject: `About ${orderId}`, attachDocument: "Y" }, [file])).code).toBe(200);
    await mailOf(orderId, "sent");
    const [raw = ""] = sentWith(`Subject: About ${orderId}`);
    const head = headOf(raw);
    expect(head).toContain("To: traveller@example.com");
    expect(head).toContain("Reply-To: help@desk.example");
    expect(head.filter((line) => /^(auto-submitted|x-auto-response-suppress|precedence|cc|bcc):/i.test(line))).toEqual(
      [],
    );
    expect(raw).toContain(`filename=${orderId}_arrival-card-v1.pdf`);
    expect(raw).toMatch(/filename\*0\*=utf-8''Form%20f%C3%BCr%20Sie\.pdf|filename="=\?UTF-8\?/);
    expect(raw.match(/^Content-Type: application\/pdf/gm)).toHaveLength(2);
    expect(raw.replace(/=\r\n/g, "")).toContain("To answer us, reply to this e-mail.");
    expect((await orderDetails(program, token, orderId)).process_status).toBe("New");
    const [automatic = ""] = sentWith(`filename=${orderId}_arrival-card-v1.pdf`);
    expect(headOf(automatic)).toEqual(
      expect.arrayContaining([
        "Reply-To: help@desk.example",
        "Auto-Submitted: auto-generated",
        "X-Auto-Response-Suppress: OOF, AutoReply",
      ]),
    );
  });

  it("has no header that its subject, a name or a file name brings along", async () => {
    const { order_id: orderId } = await intake(program);
    const evil = "Eve\r\nBcc: victim@example.com\r\nX-Evil: 1\r\n\r\n<script>";
    await program.db.execute(sql`update orders set full_name = ${evil} where id = ${orderId}`);
    const file = { name: 'a"\r\nBcc: victim@example.com\r\n.pdf', content: plainPdf("form") };
    const given = { orderId, subject: "{{customer_name}}\r\nCc: victim@example.com", body: "{{customer_name}}" };
    expect((await send(given, [file])).code).toBe(200);
    await mailOf(orderId, "sent");
    const raw = smtp.accepted.at(-1) ?? "";
    expect(headOf(raw).find((line) => /^subject:/i.test(line))).toMatch(/Eve Bcc: victim@example\.com/);
    expect(headOf(raw).filter((line) => /^(b?cc|x-evil):/i.test(line))).toEqual([]);
    const [, html = "", attached = ""] =
      /Content-Type: text\/html([\s\S]*?)Content-Type: application\/pdf([\s\S]*)/.exec(raw) ?? [];
    expect(html.replace(/=\r\n/g, "")).toContain("&lt;script&gt;");
    expect(html).not.toContain("<script");
    expect(attached).not.toMatch(/^b?cc:/im);
  });
});

describe("a message that fails for good", () => {
  const failed = async (orderId: number) => {
    smtp.behave("refuse-recipient");
    expect((await send({ orderId })).code).toBe(200);
    await mailOf(orderId, "failed");
    return (await orderDetails(program, token, orderId)).process_status;
  };

  it("moves its order from Awaiting to Contact Customer, and from nowhere else", async () => {
    const orderId = await orderIn(program, { status: "Awaiting" });
    expect(await failed(orderId)).toBe("Contact Customer");
    expect(await eventTypesOf(program, orderId)).toEqual(["created", "mail-queued", "mail-failed", "moved"]);
    for (const status of ["New", "AwaitingGovt", "Completed", "Refunds"] as const) {
      expect(await failed(await orderIn(program, { status }))).toBe(status);
    }
  });

  it("moves its order also when the message itself moved it to Awaiting", async () => {
    const orderId = await orderIn(program, { status: "New" });
    smtp.behave("refuse-recipient");
    expect((await send({ orderId, moveTo: "Awaiting" })).code).toBe(200);
    await mailOf(orderId, "failed");
    expect((await orderDetails(program, token, orderId)).process_status).toBe("Contact Customer");
  });

  it("doesn't move an order that a member has moved since", async () => {
    const orderId = await orderIn(program, { status: "New" });
    smtp.behave("refuse-sender-for-now");
    expect((await send({ orderId })).code).toBe(200);
    await refusedOnce(orderId);
    expect((await put(program, token, "move-order-status", { orderId, updatingStatus: "Awaiting" })).code).toBe(200);
    smtp.behave("refuse-recipient");
    await mailOf(orderId, "failed");
    expect((await orderDetails(program, token, orderId)).process_status).toBe("Awaiting");
  }, 60_000);
});

it("is not sent once the order has another address, or the address is blocked", async () => {
  const changed = await orderIn(program, { status: "New" });
  const before = smtp.accepted.length;
  smtp.behave("refuse-sender-for-now");
  expect((await send({ orderId: changed })).code).toBe(200);
  await refusedOnce(changed);
  await program.db.execute(
    sql`update orders set email = 'other@example.com', email_key = 'other@example.com' where id = ${changed}`,
  );
  smtp.behave("accept");
  await mailOf(changed, "failed");
  expect(smtp.accepted).toHaveLength(before);
}, 60_000);

it("leaves nothing behind when its order is deleted permanently", async () => {
  const { order_id: orderId } = await intake(program);
  const stored = () => readdir(path.join(program.dataDir, "files", "attachments"));
  const before = await stored();
  expect((await send({ orderId, body: "Zanzibar?" }, [{ name: "form.pdf", content: plainPdf("form") }])).code).toBe(
    200,
  );
  await mailOf(orderId, "sent");
  expect(await stored()).toHaveLength(before.length + 1);
  await put(program, token, "move-order-status", { orderId, updatingStatus: "Deleted" });
  const { body } = await put(program, token, "change-order-status", {
    orderId: [orderId],
    updatingStatus: "Deleted",
    permanentDeletedFlag: true,
  });
  expect(body.message).toBe(ORDER_MESSAGES.orderPurged);
  expect(await stored()).toEqual(before);
  const { rows } = await program.db.execute(sql`
    select 1 from mails where order_id = ${orderId} or body like '%Zanzibar%'
    union all select 1 from mail_attachments a left join mails m on m.id = a.mail_id where m.id is null`);
  expect(rows).toEqual([]);
});
