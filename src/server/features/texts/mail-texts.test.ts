// The words of mails that the office changes: versions, who may, preview, test, and the mail that is sent with them.
import { afterAll, beforeAll, expect, it } from "vitest";
import { formatDateTimeUtc } from "#contract/dates.ts";
import type { MailContent } from "#contract/mail/mail.ts";
import type { MailTextPreview } from "#contract/mail-templates/mail-templates.ts";
import type { Role } from "#contract/roles.ts";
import { MAIL_TEXT_KEYS, type MailText } from "#contract/texts/mail-texts.ts";
import { mailTestSentMessage, mailTextConflictMessage, TEXT_MESSAGES } from "#contract/texts/messages.ts";
import { LANGUAGES } from "#contract/tracking/visitor-languages.ts";
import { call, intake } from "#test/support/client.ts";
import { orderDetails } from "#test/support/orders.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { type SmtpPeer, startSmtpPeer } from "#test/support/smtp-peer.ts";
import { emailOf, startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { BUILT_IN_MAILS } from "./built-in/mails.ts";

let program: TestProgram;
let smtp: SmtpPeer;
const tokens = new Map<Role, string>();

beforeAll(async () => {
  smtp = await startSmtpPeer();
  program = await startTestProgram({ environment: { SMTP_URL: smtp.url } });
  for (const role of ["Admin", "Manager", "Team"] as const) tokens.set(role, await program.signIn(role));
});
afterAll(async () => {
  await program.stop();
  await smtp.close();
});

const api = <T>(role: Role, method: "GET" | "POST", path: string, body?: unknown) =>
  call<T>(program.address, method, `/api/admin/${path}`, {
    token: tokens.get(role) ?? "",
    ...(body !== undefined && { body }),
  });
const save = (body: unknown, role: Role = "Manager") => api<MailText>(role, "POST", "save-mail-text", body);
const versions = async (language: string) =>
  (await api<MailText[]>("Admin", "GET", `mail-text-versions?key=document&language=${language}`)).body.data;
const inUse = async (language: string) =>
  (await api<MailText[]>("Admin", "GET", "mail-texts")).body.data.find(
    (each) => each.key === "document" && each.language === language,
  );
const published = async () => {
  const { body } = await api<{ data: unknown }[]>("Admin", "GET", "activity?type=mail-text-published");
  return body.data.map(({ data }) => data);
};

/** A text of the document mail in a language that no other test changes. */
const text = (language: string, change: object = {}) => ({
  key: "document",
  language,
  version: 0,
  subject: "Fertig ({{order_id}})",
  body: "Hallo {{customer_name}},\n\nIhre Karte <b>liegt bei</b>.",
  ...change,
});

async function mailed(language: string | undefined, name = "Asha {{order_id}}") {
  const { order_id: orderId } = await intake(program, { full_name: name, ...(language && { language }) });
  const form = new FormData();
  const fields = { orderId, email: "traveller@example.com", mailServiceProvider: "AWS" };
  for (const [field, value] of Object.entries(fields)) form.set(field, String(value));
  form.set("uploadVisaDoc", new File([new Uint8Array(plainPdf("card"))], "card.pdf"));
  const authorization = tokens.get("Team") ?? "";
  const request = { method: "POST", headers: { authorization }, body: form };
  expect((await fetch(`${program.address}/api/admin/upload-visa-document`, request)).status).toBe(200);
  const [mail] = (await orderDetails(program, authorization, orderId)).mailHistory;
  const { body } = await api<MailContent>("Team", "GET", `mail-content/${mail?.id}`);
  const { rows } = await program.database.pool.query(
    "select template, template_version, language from mails where id = $1",
    [mail?.id],
  );
  return { orderId, row: rows[0], ...body.data };
}

it("has every text in ten languages, built in at first", async () => {
  const { code, body } = await api<MailText[]>("Manager", "GET", "mail-texts");
  expect(code).toBe(200);
  expect(body.data.map(({ key, language }) => `${key} ${language}`)).toEqual(
    MAIL_TEXT_KEYS.flatMap((key) => LANGUAGES.map(([language]) => `${key} ${language}`)),
  );
  for (const each of body.data) expect(each).toMatchObject({ version: 0, is_built_in: true, saved: null });
});

it("is changed by Admins and Managers alone", async () => {
  for (const path of ["save-mail-text", "preview-mail-text", "test-mail-text"]) {
    expect((await api("Team", "POST", path, text("fr"))).code, path).toBe(403);
  }
  expect((await api("Team", "GET", "mail-texts")).code).toBe(403);
});

it("counts from the next document mail on, in the customer's language, which the mail keeps", async () => {
  const before = await mailed("de-CH");
  expect(before).toMatchObject({
    subject: `Ihr Dokument ist fertig: Sri Lanka Arrival Card (Bestellung ${before.orderId})`,
    row: { template: "document", template_version: 0, language: "de" },
  });
  const { code, body } = await save(text("de"));
  expect([code, body.message]).toEqual([200, TEXT_MESSAGES.mailTextSaved]);
  expect(body.data).toMatchObject({ version: 1, is_built_in: false, saved: { by: "Manager Member" } });
  expect((await published())[0]).toEqual({ text: "document", language: "de", version: 1, is_built_in: false });
  const after = await mailed("de", "Asha {{order_id}} <i>");
  expect(after.row).toEqual({ template: "document", template_version: 1, language: "de" });
  expect(after.subject).toBe(`Fertig (${after.orderId})`);
  expect(after.text).toContain("Hallo Asha {{order_id}} <i>,\n\nIhre Karte <b>liegt bei</b>.");
  expect(after.html).toContain("Hallo Asha {{order_id}} &lt;i&gt;,");
  expect(after.html).toContain('lang="de"');
  for (const language of [undefined, "pt-BR", "en"]) {
    const other = await mailed(language);
    expect(other.row).toEqual({ template: "document", template_version: 0, language: "en" });
    expect(other.subject).toBe(`Your Sri Lanka Arrival Card is ready (order ${other.orderId})`);
  }
});

it("keeps every version; an older one and the built-in one are published again", async () => {
  await save(text("es"));
  await save(text("es", { version: 1, body: "Nuevo" }), "Admin");
  const again = await save(text("es", { version: 2 }));
  expect(again.body.data).toMatchObject({ version: 3, body: text("es").body });
  const back = await save(text("es", { version: 3, builtIn: true }));
  const builtIn = { is_built_in: true, ...BUILT_IN_MAILS.document.es };
  expect(back.body.data).toMatchObject({ version: 4, ...builtIn });
  expect(await versions("es")).toMatchObject([
    { version: 4, ...builtIn },
    { version: 3, body: text("es").body },
    { version: 2, body: "Nuevo", saved: { by: "Admin Member" } },
    { version: 1, body: text("es").body },
    { version: 0, ...builtIn, saved: null },
  ]);
  expect((await mailed("es")).row).toMatchObject({ template_version: 0, language: "es" });
  expect((await published())[0]).toMatchObject({ version: 4, is_built_in: true });
});

it("is not overwritten by who has read an older version; a second press adds none", async () => {
  const count = async () => (await published()).length;
  const first = await save(text("ru"));
  const events = await count();
  for (const version of [0, 1]) {
    expect(await save(text("ru", { version }))).toMatchObject({ code: 200, body: { data: first.body.data } });
  }
  expect([(await versions("ru")).length, await count()]).toEqual([2, events]);
  const late = await save(text("ru", { body: "Other" }), "Admin");
  const at = formatDateTimeUtc(first.body.data.saved?.at ?? "");
  expect([late.code, late.body.message]).toEqual([409, mailTextConflictMessage("Manager Member", at)]);
  const both = await Promise.all(["One", "Two"].map((body) => save(text("ru", { version: 1, body }))));
  expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
  expect(await inUse("ru")).toMatchObject({ version: 2 });
});

it.each([
  ["subject", { subject: " " }, TEXT_MESSAGES.mailSubjectRequired],
  ["subject", { subject: "Ready" }, TEXT_MESSAGES.mailSubjectOrder],
  ["subject", { subject: "=?utf-8?q?x?= {{order_id}}" }, expect.any(String)],
  ["body", { body: "Dear {{name}}" }, expect.stringContaining("{{name}}")],
  ["body", { body: "Flight {{flight}}" }, expect.stringContaining("{{flight}}")],
  ["body", { body: "x".repeat(10_001) }, "At most 10000 characters."],
  ["key", { key: "password-reset" }, TEXT_MESSAGES.mailTextUnknown],
  ["language", { language: "xx" }, expect.any(String)],
  ["version", { version: -1 }, TEXT_MESSAGES.replyVersion],
  ["builtIn", { builtIn: "yes" }, TEXT_MESSAGES.mailBuiltIn],
])("is refused with a wrong %s: %.60j", async (path, change, message) => {
  const { code, body } = await save(text("zh", change));
  expect([code, body.errors]).toEqual([400, [{ path, message }]]);
  expect(await inUse("zh")).toMatchObject({ version: 0 });
});

it("is previewed with sample data and with an order, and stores nothing", async () => {
  const sample = await api<MailTextPreview>("Manager", "POST", "preview-mail-text", text("ar"));
  expect(sample.body.data.subject).toBe("Fertig (999999999)");
  expect(sample.body.data.html).toMatch(/<body[^>]* dir="rtl"/);
  const { order_id: orderId } = await intake(program, { full_name: "Zoë <O'Hara>" });
  const real = await api<MailTextPreview>("Manager", "POST", `preview-mail-text-of-order/${orderId}`, text("ar"));
  expect(real.body.data.text).toContain("Hallo Zoë <O'Hara>,");
  expect((await api("Manager", "POST", "preview-mail-text-of-order/999999", text("ar"))).code).toBe(404);
  expect(await inUse("ar")).toMatchObject({ version: 0 });
});

it("is tested at one's own address, ten times an hour", async () => {
  const test = () => api("Manager", "POST", "test-mail-text", text("fr"));
  const { code, body } = await test();
  expect([code, body.message]).toEqual([200, mailTestSentMessage(emailOf("Manager"))]);
  const [raw = ""] = smtp.accepted.filter((each) => each.includes("Subject: [Test] Fertig (999999999)"));
  expect(raw).toContain(`To: ${emailOf("Manager")}`);
  expect(raw).toContain("Hallo Sample Traveller,");
  const more = [];
  for (let each = 0; each < 10; each += 1) more.push((await test()).code);
  expect(more).toEqual([...Array(9).fill(200), 429]);
  smtp.behave("refuse-content");
  expect((await api("Admin", "POST", "test-mail-text", text("fr"))).body.message).toBe(TEXT_MESSAGES.mailTestFailed);
});
