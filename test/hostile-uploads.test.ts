// Invalid and malicious upload forms.
import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DOCUMENT_MAX_BYTES } from "#contract/documents/documents.ts";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { type DocumentFixture, openFixture, STAFF_TOKEN } from "./support/document-fixture.ts";
import { HOSTILE_PDFS } from "./support/hostile-pdfs.ts";
import { plainPdf } from "./support/plain-pdf.ts";

vi.setConfig({ testTimeout: 60_000 });

let fixture: DocumentFixture;
beforeAll(async () => {
  fixture = await openFixture();
  fixture.app.log.level = "silent";
});
afterAll(() => fixture.close());

const card = plainPdf("Arrival card").toString("latin1");
const disposition = (name: string, fileName?: string) =>
  `content-disposition: form-data; name="${name}"${fileName === undefined ? "" : `; filename="${fileName}"`}`;
const part = (head: string, content: string) => `--x\r\n${head}\r\n\r\n${content}\r\n`;
const file = (content = card, fileName = "card.pdf") => part(disposition("uploadVisaDoc", fileName), content);
const parts = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => part(disposition(name), value))
    .join("");
const fieldsOf = (orderId: number) =>
  parts({ orderId: String(orderId), email: "traveller@example.com", mailServiceProvider: "AWS" });

/** Sends the form verbatim. */
async function send(form: string, headers: Record<string, string> = {}, operation = "upload-visa-document") {
  const sent = request(`${fixture.address}/api/admin/${operation}`, {
    method: "POST",
    headers: { authorization: STAFF_TOKEN, "content-type": "multipart/form-data; boundary=x", ...headers },
  });
  // The server may respond and close the connection before the last byte is sent.
  sent.on("error", () => undefined);
  sent.end(Buffer.from(form, "latin1"));
  const [answer] = (await once(sent, "response")) as [import("node:http").IncomingMessage];
  return { code: answer.statusCode, body: JSON.parse(await text(answer)) };
}

describe("a form", () => {
  it("may have the file before, between or after its fields", async () => {
    const fields = fieldsOf(await fixture.addOrder());
    const first = fields.indexOf("--x", 1);
    for (const form of [file() + fields, fields.slice(0, first) + file() + fields.slice(first), fields + file()]) {
      expect((await send(`${form}--x--\r\n`)).code).toBe(200);
    }
  });

  it.each<[string, (fields: string) => string, number]>([
    ["two files", (fields) => `${fields}${file()}${file()}--x--\r\n`, 413],
    ["a file in another field", (fields) => `${fields}${part(disposition("other", "card.pdf"), card)}--x--\r\n`, 400],
    ["the file as a text field", (fields) => `${fields}${part(disposition("uploadVisaDoc"), card)}--x--\r\n`, 400],
    [
      "a file without a field name",
      (fields) => `${fields}${part('content-disposition: form-data; filename="card.pdf"', card)}--x--\r\n`,
      400,
    ],
    ["a file that is cut off", (fields) => `${fields}${file().slice(0, 200)}`, 400],
    ["no last boundary", (fields) => `${fields}${file()}`, 400],
    ["10 MB and one byte", (fields) => `${fields}${file(card.padEnd(DOCUMENT_MAX_BYTES + 1, "\n"))}--x--\r\n`, 413],
  ])("with %s leaves nothing", async (_what, form, code) => {
    const orderId = await fixture.addOrder();
    const before = await fixture.traces();
    const answer = await send(form(fieldsOf(orderId)));
    expect([answer.code, answer.body.status]).toEqual([code, 0]);
    expect(await fixture.traces()).toEqual(before);
  });

  it.each<[string, (orderId: number) => string]>([
    ["the file's name", (orderId) => fieldsOf(orderId) + file(card, "Jos\u00e9.pdf")],
    ["a field", (orderId) => parts({ orderId: String(orderId), email: "jos\u00e9@example.com" }) + file()],
    ["a field's name", (orderId) => fieldsOf(orderId) + parts({ "not\u00e9": "x" }) + file()],
  ])("with %s in Latin-1 is refused and leaves nothing", async (_what, form) => {
    const orderId = await fixture.addOrder();
    const before = await fixture.traces();
    const answer = await send(`${form(orderId)}--x--\r\n`);
    expect([answer.code, answer.body.message]).toEqual([400, MESSAGES.bodyNotUtf8]);
    expect(await fixture.traces()).toEqual(before);
    const utf8 = Buffer.from(`${form(orderId)}--x--\r\n`, "utf8").toString("latin1");
    expect((await send(utf8)).body.message).not.toBe(MESSAGES.bodyNotUtf8);
  });

  it("sent in chunks without a length is limited while it is received", async () => {
    const fields = fieldsOf(await fixture.addOrder());
    const before = await fixture.traces();
    const chunked = { "transfer-encoding": "chunked" };
    const large = await send(`${fields}${file(card.padEnd(DOCUMENT_MAX_BYTES + 1, "\n"))}--x--\r\n`, chunked);
    expect([large.code, large.body.message]).toEqual([413, MESSAGES.uploadLarge]);
    expect(await fixture.traces()).toEqual(before);
    expect((await send(`${fields}${file()}--x--\r\n`, chunked)).code).toBe(200);
  });

  it("with a content length that is too small or too large leaves nothing", async () => {
    const form = `${fieldsOf(await fixture.addOrder())}${file()}--x--\r\n`;
    const before = await fixture.traces();
    // The rest is not a valid request: the connection is closed, perhaps before the response is read.
    const less = await send(form, { "content-length": "200" }).catch(() => undefined);
    expect([400, undefined]).toContain(less?.code);
    const sent = request(`${fixture.address}/api/admin/upload-visa-document`, {
      method: "POST",
      headers: {
        authorization: STAFF_TOKEN,
        "content-type": "multipart/form-data; boundary=x",
        "content-length": String(form.length + 1000),
      },
    });
    const broken = new Promise((resolve) => sent.once("close", resolve));
    sent.on("error", () => undefined);
    sent.write(Buffer.from(form.slice(0, -10), "latin1"), () => sent.destroy());
    await broken;
    expect(await fixture.traces()).toEqual(before);
  });

  it.each([
    ["a path", "../../etc/passwd", "passwd"],
    ["a Windows path", "C:\\temp\\card.pdf", "card.pdf"],
    ["control characters", "ca\u0001rd\u007f.pdf", "card.pdf"],
    ["nothing", "", "document"],
    ["10,000 characters", `${"x".repeat(10_000)}.pdf`, "x".repeat(200)],
  ])("whose file name is %s stores it under a generated name", async (_what, given, shown) => {
    const orderId = await fixture.addOrder();
    const { code, body } = await send(`${fieldsOf(orderId)}${file(card, given.replaceAll("\\", "\\\\"))}--x--\r\n`);
    expect(code).toBe(200);
    expect(body.data.document.file1).toBe("arrival-card-v1.pdf");
    expect([shown, given]).toContain(body.data.document.original_name);
    expect(body.data.document.original_name.length).toBeLessThanOrEqual(200);
  });
});

describe("a filing's form", () => {
  const filingOf = (orderId: number) =>
    parts({
      orderId: String(orderId),
      factsVersion: "1",
      profile: "arrival-card-1",
      reference: "SL-1",
      filedAt: "2026-03-01T09:30:00Z",
    });
  const receipt = (content = card) => part(disposition("receipt", "receipt.pdf"), content);
  const sendFiling = (form: string, headers: Record<string, string> = {}) => send(form, headers, "record-filing");

  it.each<[string, (fields: string) => string, number]>([
    ["two receipts", (fields) => `${fields}${receipt()}${receipt()}--x--\r\n`, 413],
    ["an empty receipt", (fields) => `${fields}${receipt("")}--x--\r\n`, 400],
    ["no fields", () => `${receipt()}--x--\r\n`, 400],
    ["a repeated field", (fields) => `${fields}${fields}${receipt()}--x--\r\n`, 400],
    ["a receipt that is cut off", (fields) => `${fields}${receipt().slice(0, 200)}`, 400],
    ["no last boundary", (fields) => `${fields}${receipt()}`, 400],
    ["10 MB and one byte", (fields) => `${fields}${receipt(card.padEnd(DOCUMENT_MAX_BYTES + 1, "\n"))}--x--\r\n`, 413],
    ["a page of HTML", (fields) => `${fields}${receipt("<html><script>alert(1)</script></html>")}--x--\r\n`, 415],
    ["an SVG image", (fields) => `${fields}${receipt('<svg xmlns="http://www.w3.org/2000/svg"/>')}--x--\r\n`, 415],
    ["a PDF behind other data", (fields) => `${fields}${receipt(`GIF89a${card}`)}--x--\r\n`, 415],
  ])("with %s leaves nothing", async (_what, form, code) => {
    const orderId = await fixture.addOrder();
    const before = await fixture.traces();
    const answer = await sendFiling(form(filingOf(orderId)));
    expect([answer.code, answer.body.status]).toEqual([code, 0]);
    expect(await fixture.traces()).toEqual(before);
  });

  // The others are refused by the same inspector, which has its own tests.
  it.each(["3 kB that unpack twice", "an unclosed string in every trailer"])(
    "with a PDF with %s leaves nothing",
    { tags: "long" },
    async (kind) => {
      const orderId = await fixture.addOrder();
      const before = await fixture.traces();
      const content = (HOSTILE_PDFS[kind]?.() ?? Buffer.alloc(0)).toString("latin1");
      const { code } = await sendFiling(`${filingOf(orderId)}${receipt(content)}--x--\r\n`);
      expect([413, 422]).toContain(code);
      expect(await fixture.traces()).toEqual(before);
    },
  );

  it("may have no receipt, or an empty file field as browsers send it", async () => {
    const fields = filingOf(await fixture.addOrder());
    const empty = part(disposition("receipt", ""), "");
    const first = await sendFiling(`${fields}${empty}--x--\r\n`);
    expect([first.code, first.body.data.receipt]).toEqual([200, null]);
    const again = await sendFiling(`${fields}--x--\r\n`);
    expect([again.code, again.body.data.id]).toEqual([200, first.body.data.id]);
  });
});

it("the program answers other requests while it reads a file crafted to keep it busy", { tags: "long" }, async () => {
  const events: string[] = [];
  const hostile = (HOSTILE_PDFS["an unclosed dictionary in every object"]?.() ?? Buffer.alloc(0)).toString("latin1");
  const before = await fixture.traces();
  const orderId = await fixture.addOrder();
  const upload = send(`${fieldsOf(orderId)}${file(hostile)}--x--\r\n`).then((answer) => {
    events.push("upload");
    return answer;
  });
  for (let n = 0; n < 5; n += 1) {
    const other = await fetch(`${fixture.address}/api/admin/documents/2000000000`, {
      headers: { authorization: STAFF_TOKEN },
    });
    expect(other.status).toBe(404);
    events.push("other");
  }
  const { code, body } = await upload;
  expect([code, body.message]).toEqual([422, DOCUMENT_MESSAGES.uploadPdfBroken]);
  expect(events).toEqual([...Array(5).fill("other"), "upload"]);
  expect(await fixture.traces()).toEqual(before);
});
