// What a sender may do wrong, or on purpose, with the form that carries a document.
import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DOCUMENT_MAX_BYTES } from "#contract/documents.ts";
import { MESSAGES } from "#contract/messages.ts";
import { type Desk, openDesk, STAFF_TOKEN } from "./support/document-desk.ts";
import { HOSTILE_PDFS } from "./support/hostile-pdfs.ts";
import { plainPdf } from "./support/plain-pdf.ts";

vi.setConfig({ testTimeout: 60_000 });

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  desk.app.log.level = "silent";
});
afterAll(() => desk.close());

const card = plainPdf("Arrival card").toString("latin1");
const disposition = (name: string, fileName?: string) =>
  `content-disposition: form-data; name="${name}"${fileName === undefined ? "" : `; filename="${fileName}"`}`;
const part = (head: string, content: string) => `--x\r\n${head}\r\n\r\n${content}\r\n`;
const file = (content = card, fileName = "card.pdf") => part(disposition("uploadVisaDoc", fileName), content);
const fieldsOf = (orderId: number) =>
  Object.entries({ orderId: String(orderId), email: "traveller@example.com", mailServiceProvider: "AWS" })
    .map(([name, value]) => part(disposition(name), value))
    .join("");

/** Sends the form byte for byte. */
async function send(form: string, headers: Record<string, string> = {}) {
  const sent = request(`${desk.address}/api/admin/upload-visa-document`, {
    method: "POST",
    headers: { authorization: STAFF_TOKEN, "content-type": "multipart/form-data; boundary=x", ...headers },
  });
  // An answer may come, and the line be closed, before the last byte is sent.
  sent.on("error", () => undefined);
  sent.end(Buffer.from(form, "latin1"));
  const [answer] = (await once(sent, "response")) as [import("node:http").IncomingMessage];
  return { code: answer.statusCode, body: JSON.parse(await text(answer)) };
}

describe("a form", () => {
  it("may carry the file before, between or after its fields", async () => {
    const fields = fieldsOf(await desk.addOrder());
    const first = fields.indexOf("--x", 1);
    for (const form of [file() + fields, fields.slice(0, first) + file() + fields.slice(first), fields + file()]) {
      expect((await send(`${form}--x--\r\n`)).code).toBe(200);
    }
  });

  it.each<[string, (fields: string) => string, number]>([
    ["two files", (fields) => `${fields}${file()}${file()}--x--\r\n`, 413],
    ["a file in another field", (fields) => `${fields}${part(disposition("other", "card.pdf"), card)}--x--\r\n`, 400],
    ["the file as a text", (fields) => `${fields}${part(disposition("uploadVisaDoc"), card)}--x--\r\n`, 400],
    [
      "a file without a name for its field",
      (fields) => `${fields}${part('content-disposition: form-data; filename="card.pdf"', card)}--x--\r\n`,
      400,
    ],
    ["a file that is cut off", (fields) => `${fields}${file().slice(0, 200)}`, 400],
    ["no last boundary", (fields) => `${fields}${file()}`, 400],
    ["10 MB and one byte", (fields) => `${fields}${file(card.padEnd(DOCUMENT_MAX_BYTES + 1, "\n"))}--x--\r\n`, 413],
  ])("with %s leaves nothing", async (_what, form, code) => {
    const orderId = await desk.addOrder();
    const before = await desk.traces();
    const answer = await send(form(fieldsOf(orderId)));
    expect([answer.code, answer.body.status]).toEqual([code, 0]);
    expect(await desk.traces()).toEqual(before);
  });

  it("that comes in chunks without a length is counted as it comes", async () => {
    const fields = fieldsOf(await desk.addOrder());
    const before = await desk.traces();
    const chunked = { "transfer-encoding": "chunked" };
    const large = await send(`${fields}${file(card.padEnd(DOCUMENT_MAX_BYTES + 1, "\n"))}--x--\r\n`, chunked);
    expect([large.code, large.body.message]).toEqual([413, MESSAGES.uploadLarge]);
    expect(await desk.traces()).toEqual(before);
    expect((await send(`${fields}${file()}--x--\r\n`, chunked)).code).toBe(200);
  });

  it("that states less than it holds, or more, leaves nothing", async () => {
    const form = `${fieldsOf(await desk.addOrder())}${file()}--x--\r\n`;
    const before = await desk.traces();
    // The rest of it is no request: the line is closed, perhaps before the answer is read.
    const less = await send(form, { "content-length": "200" }).catch(() => undefined);
    expect([400, undefined]).toContain(less?.code);
    const sent = request(`${desk.address}/api/admin/upload-visa-document`, {
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
    expect(await desk.traces()).toEqual(before);
  });

  it.each([
    ["a path", "../../etc/passwd", "passwd"],
    ["a path of Windows", "C:\\temp\\card.pdf", "card.pdf"],
    ["control characters", "ca\u0001rd\u007f.pdf", "card.pdf"],
    ["nothing", "", "document"],
    ["10,000 letters", `${"x".repeat(10_000)}.pdf`, "x".repeat(200)],
  ])("whose file is called by %s stores it under a name of the server", async (_what, given, shown) => {
    const orderId = await desk.addOrder();
    const { code, body } = await send(`${fieldsOf(orderId)}${file(card, given.replaceAll("\\", "\\\\"))}--x--\r\n`);
    expect(code).toBe(200);
    expect(body.data.document.file1).toBe("arrival-card-v1.pdf");
    expect([shown, given]).toContain(body.data.document.original_name);
    expect(body.data.document.original_name.length).toBeLessThanOrEqual(200);
  });
});

it("the program answers others while it reads a file that is made to keep it busy", async () => {
  const events: string[] = [];
  const hostile = (HOSTILE_PDFS["a dictionary begun in every object"]?.() ?? Buffer.alloc(0)).toString("latin1");
  const before = await desk.traces();
  const orderId = await desk.addOrder();
  const upload = send(`${fieldsOf(orderId)}${file(hostile)}--x--\r\n`).then((answer) => {
    events.push("upload");
    return answer;
  });
  for (let n = 0; n < 5; n += 1) {
    const other = await fetch(`${desk.address}/api/admin/documents/2000000000`, {
      headers: { authorization: STAFF_TOKEN },
    });
    expect(other.status).toBe(404);
    events.push("other");
  }
  const { code, body } = await upload;
  expect([code, body.message]).toEqual([422, MESSAGES.uploadPdfBroken]);
  expect(events).toEqual([...Array(5).fill("other"), "upload"]);
  expect(await desk.traces()).toEqual(before);
});
