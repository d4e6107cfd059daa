import { createHash } from "node:crypto";
import { utimes } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DOCUMENT_MAX_BYTES } from "#contract/documents/documents.ts";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { MAIL_MESSAGES } from "#contract/mail/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import { type DocumentFixture, openFixture, STAFF_TOKEN } from "#test/support/document-fixture.ts";
import { png } from "#test/support/image-files.ts";
import { pdf, rc4Pdf } from "#test/support/pdf-files.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";

let fixture: DocumentFixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

type Part = [name: string, value: string | Blob, fileName?: string];
const card = plainPdf("Arrival card");
const file = (content: Uint8Array | string = card, name = "card.pdf"): Part => [
  "uploadVisaDoc",
  new Blob([typeof content === "string" ? content : new Uint8Array(content)]),
  name,
];
const fields = (orderId: number, given: Record<string, string> = {}): Part[] =>
  Object.entries({ orderId: String(orderId), email: "traveller@example.com", mailServiceProvider: "AWS", ...given });

async function post(parts: Part[], headers: Record<string, string> = { authorization: STAFF_TOKEN }) {
  const form = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value, fileName);
  }
  const response = await fetch(`${fixture.address}/api/admin/upload-visa-document`, {
    method: "POST",
    headers,
    body: form,
  });
  return { code: response.status, body: await response.json() };
}

let cards = 0;
/** By default a card like no other: the same one again is a repeat. */
function upload(orderId: number, content?: Buffer, given?: Record<string, string>) {
  cards += 1;
  return post([...fields(orderId, given), file(content ?? plainPdf(`Arrival card ${cards}`))]);
}

async function download(documentId: number) {
  return await fetch(`${fixture.address}/api/admin/documents/${documentId}`, {
    headers: { authorization: STAFF_TOKEN },
  });
}

describe("the same file again within a minute", () => {
  it("is stored and mailed once, at once and later, and answered as the first", async () => {
    const orderId = await fixture.addOrder();
    const before = await fixture.traces();
    const at = (given?: Record<string, string>) => upload(orderId, card, given);
    const [first, second] = await Promise.all([at(), at()]);
    const third = await at();
    expect([first, second, third].map(({ code }) => code)).toEqual([200, 200, 200]);
    const ids = [first, second, third].map(({ body }) => [body.data.document.id, body.data.mail.id]);
    expect(new Set(ids.map((each) => each.join())).size).toBe(1);
    expect(third.body.message).toBe(MAIL_MESSAGES.mailJustSent);
    expect((await fixture.events(orderId)).map(({ type }) => type)).toEqual(["document-stored", "mail-queued"]);
    const after = await fixture.traces();
    expect([Number(after.documents) - Number(before.documents), after.files - before.files]).toEqual([1, 1]);
  });

  it("is another document with other bytes, and for another address", async () => {
    const orderId = await fixture.addOrder();
    const other = { email: "agency@example.com", reason: "She asked for it" };
    const answers = [await upload(orderId, card), await upload(orderId), await upload(orderId, card)];
    answers.push(await upload(orderId, card, other));
    expect(answers.map(({ body }) => body.data.document.file1)).toEqual(
      [1, 2, 3, 4].map((n) => `arrival-card-v${n}.pdf`),
    );
  });
});

describe("an upload", () => {
  it("stores the bytes as received, queues the mail and records it in the timeline, with form parts in any sequence @1-008 @7-016", async () => {
    const orderId = await fixture.addOrder();
    const before = await fixture.traces();
    const { code, body } = await post([file(card, "C:\\fake\u202epath\\my card.pdf"), ...fields(orderId)]);
    expect([code, body.status, body.message]).toEqual([200, 1, DOCUMENT_MESSAGES.documentQueued]);
    const sha256 = createHash("sha256").update(card).digest("hex");
    expect(body.data.document).toMatchObject({
      order_id: orderId,
      file1: "arrival-card-v1.pdf",
      content_type: "application/pdf",
      bytes: card.length,
      pages: 1,
      sha256,
      uploaded_by: "Ann Clerk",
      current: true,
    });
    expect(body.data.document.original_name).not.toMatch(/\u202e/);
    expect(body.data.mail).toMatchObject({ kind: "document", state: "queued", mail_service_provider: "AWS" });
    expect((await fixture.events(orderId)).map(({ type }) => type)).toEqual(["document-stored", "mail-queued"]);
    const after = await fixture.traces();
    expect(after).toMatchObject({
      documents: Number(before.documents) + 1,
      jobs: Number(before.jobs) + 1,
      files: before.files + 1,
    });

    const answer = await download(body.data.document.id);
    expect(
      createHash("sha256")
        .update(Buffer.from(await answer.arrayBuffer()))
        .digest("hex"),
    ).toBe(sha256);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-length": String(card.length),
      "content-disposition": `attachment; filename="${orderId}_arrival-card-v1.pdf"`,
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "content-security-policy": "sandbox; default-src 'none'",
    });
  });

  it("creates a new version and keeps the older ones @3-032", async () => {
    const orderId = await fixture.addOrder();
    await upload(orderId);
    await upload(orderId, png());
    const versions = await fixture.documents.listDocuments(fixture.db, orderId);
    expect(versions.map(({ file1, current }) => [file1, current])).toEqual([
      ["arrival-card-v2.png", true],
      ["arrival-card-v1.pdf", false],
    ]);
  });

  it("gives concurrent uploads different versions", async () => {
    const orderId = await fixture.addOrder();
    const answers = await Promise.all([1, 2, 3].map(() => upload(orderId)));
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);
    const names = (await fixture.documents.listDocuments(fixture.db, orderId)).map(({ file1 }) => file1);
    expect(names).toEqual([3, 2, 1].map((version) => `arrival-card-v${version}.pdf`));
  });

  it("to another address requires a reason and sends a notice to the order's own", async () => {
    const orderId = await fixture.addOrder();
    const refused = await upload(orderId, card, { email: "else@example.net" });
    expect([refused.code, refused.body.code]).toEqual([422, "reason_required"]);
    const { code } = await upload(orderId, card, {
      email: "else@example.net",
      reason: "New address, told by telephone",
    });
    expect(code).toBe(200);
    const mails = await fixture.mail.listMails(fixture.db, orderId);
    expect(mails.map(({ kind, email }) => [kind, email])).toEqual([
      ["notice", "Traveller@example.com"],
      ["document", "else@example.net"],
    ]);
    const { content: notice } = await fixture.mail.requireContent(mails[0]?.id ?? 0);
    expect(notice.text).toContain("e***@example.net");
    expect(notice.text + notice.html).not.toMatch(/else@|telephone/);
    const queued = (await fixture.events(orderId)).filter(({ type }) => type === "mail-queued");
    expect(queued.map(({ data }) => data)).toMatchObject([
      { reason: "New address, told by telephone" },
      { reason: null },
    ]);
  });

  it("accepts exactly 10 MB @5-016", async () => {
    const orderId = await fixture.addOrder();
    const image = png();
    const full = Buffer.concat([image, Buffer.alloc(DOCUMENT_MAX_BYTES - image.length)]);
    const { code, body } = await upload(orderId, full);
    expect([code, body.data?.document.bytes]).toEqual([200, DOCUMENT_MAX_BYTES]);
  });
});

describe("a refused upload leaves nothing", () => {
  const refusals: [string, () => Promise<{ code: number; body: Record<string, unknown> }>, number, string][] = [
    ["without a session", async () => post([...fields(await fixture.addOrder()), file()], {}), 401, "Please sign in."],
    ["without a file", async () => post(fields(await fixture.addOrder())), 400, MESSAGES.uploadFileRequired],
    ["without a form", async () => post([]), 400, ORDER_MESSAGES.orderIdInvalid],
    [
      "with an empty file",
      async () => post([...fields(await fixture.addOrder()), file("")]),
      400,
      MESSAGES.uploadEmpty,
    ],
    [
      "without an e-mail",
      async () => upload(await fixture.addOrder(), card, { email: " " }),
      400,
      DOCUMENT_MESSAGES.uploadEmailRequired,
    ],
    [
      "with a field given twice",
      async () => post([...fields(await fixture.addOrder()), ["email", "a@example.com"], file()]),
      400,
      DOCUMENT_MESSAGES.uploadEmailRequired,
    ],
    [
      "with an unknown provider",
      async () => upload(await fixture.addOrder(), card, { mailServiceProvider: "Pigeon" }),
      400,
      MAIL_MESSAGES.mailProviderUnknown,
    ],
    [
      "of one byte too much",
      async () => upload(await fixture.addOrder(), Buffer.concat([png(), Buffer.alloc(DOCUMENT_MAX_BYTES)])),
      413,
      MESSAGES.uploadLarge,
    ],
    [
      "of text named as a PDF",
      async () => upload(await fixture.addOrder(), Buffer.from("%PDF")),
      415,
      DOCUMENT_MESSAGES.uploadType,
    ],
    [
      "of a PDF with a password",
      async () => upload(await fixture.addOrder(), rc4Pdf({ userPassword: "x" })),
      422,
      DOCUMENT_MESSAGES.uploadPdfEncrypted,
    ],
    [
      "of a PDF with a script",
      async () => upload(await fixture.addOrder(), pdf({ catalog: "/OpenAction << /S /JavaScript /JS (1) >>" })),
      422,
      DOCUMENT_MESSAGES.uploadPdfActive,
    ],
    [
      "of a broken PDF",
      async () => upload(await fixture.addOrder(), Buffer.from("%PDF-1.4 torn")),
      422,
      DOCUMENT_MESSAGES.uploadPdfBroken,
    ],
    ["for an unknown order", async () => upload(999_999_999), 404, MESSAGES.orderNotFound],
    [
      "of a broken PDF for an unknown order",
      async () => upload(999_999_999, Buffer.from("%PDF-1.4 torn")),
      404,
      MESSAGES.orderNotFound,
    ],
    ["of text for an unknown order", async () => upload(999_999_999, Buffer.from("x")), 404, MESSAGES.orderNotFound],
    [
      "without an e-mail for an unknown order",
      async () => upload(999_999_999, card, { email: " " }),
      400,
      DOCUMENT_MESSAGES.uploadEmailRequired,
    ],
    [
      "of text for a deleted order",
      async () => upload(await fixture.addOrder({ status: "Deleted" }), Buffer.from("x")),
      415,
      DOCUMENT_MESSAGES.uploadType,
    ],
    [
      "for a purged order",
      async () => upload(await fixture.addOrder({ status: "Deleted", purgedAt: new Date() })),
      404,
      MESSAGES.orderNotFound,
    ],
    [
      "for a deleted order",
      async () => upload(await fixture.addOrder({ status: "Deleted" })),
      422,
      DOCUMENT_MESSAGES.uploadDeleted,
    ],
    [
      "for an unpaid order",
      async () => upload(await fixture.addOrder({ isPaid: false, status: "Pending" })),
      422,
      DOCUMENT_MESSAGES.uploadUnpaid,
    ],
    [
      "to another address without a reason",
      async () => upload(await fixture.addOrder(), card, { email: "x@example.com" }),
      422,
      DOCUMENT_MESSAGES.reasonRequired,
    ],
  ];

  it.each(refusals)("%s", async (_what, send, code, message) => {
    const before = await fixture.traces();
    const answer = await send();
    expect([answer.code, answer.body.status, answer.body.message]).toEqual([code, 0, message]);
    expect(await fixture.traces()).toEqual(before);
  });

  it("over the limit, without reading the body", async () => {
    const before = await fixture.traces();
    vi.spyOn(fixture.limits, "upload").mockRejectedValueOnce(new AppError("rate_limited", MESSAGES.rateLimited));
    expect((await upload(await fixture.addOrder())).code).toBe(429);
    expect(await fixture.traces()).toEqual(before);
  });

  it("when the storage is down", async () => {
    const before = await fixture.traces();
    vi.spyOn(fixture.files, "put").mockRejectedValueOnce(new AppError("unavailable", MESSAGES.unavailable));
    expect((await upload(await fixture.addOrder())).code).toBe(503);
    expect(await fixture.traces()).toEqual(before);
  });

  it("when the commit fails", async () => {
    const before = await fixture.traces();
    vi.spyOn(fixture.mail, "enqueue").mockRejectedValueOnce(new Error("no"));
    expect((await upload(await fixture.addOrder())).code).toBe(500);
    expect(await fixture.traces()).toEqual(before);
  });

  it("when the order is deleted while its file is stored", async () => {
    const orderId = await fixture.addOrder();
    const before = await fixture.traces();
    const { put } = fixture.files;
    vi.spyOn(fixture.files, "put").mockImplementationOnce(async (key, source) => {
      await put(key, source);
      await fixture.pool.query("update orders set status = 'Deleted' where id = $1", [orderId]);
    });
    const { code, body } = await upload(orderId);
    expect([code, body.message]).toEqual([422, DOCUMENT_MESSAGES.uploadDeleted]);
    expect(await fixture.traces()).toEqual(before);
  });

  it("when the client disconnects in the middle", async () => {
    const before = await fixture.traces();
    const orderId = await fixture.addOrder();
    const head = fields(orderId).map(
      ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
    );
    const opened = `${head.join("")}--x\r\ncontent-disposition: form-data; name="uploadVisaDoc"; filename="a.pdf"\r\n\r\n`;
    const abort = new AbortController();
    const body = new ReadableStream({
      async pull(controller) {
        controller.enqueue(Buffer.from(opened));
        controller.enqueue(card.subarray(0, 100));
        abort.abort();
      },
    });
    const headers = { authorization: STAFF_TOKEN, "content-type": "multipart/form-data; boundary=x" };
    const init = { method: "POST", headers, body, signal: abort.signal, duplex: "half" } as const;
    await expect(fetch(`${fixture.address}/api/admin/upload-visa-document`, init)).rejects.toThrow(/abort/);
    expect(await fixture.traces()).toEqual(before);
  });
});

it("removes files without a document after an hour, and no others", async () => {
  const orderId = await fixture.addOrder();
  await upload(orderId);
  await fixture.files.put("documents/orphan-old", Buffer.from("x"));
  await fixture.files.put("documents/orphan-new", Buffer.from("x"));
  const old = new Date(fixture.clock.at.getTime() - 2 * 60 * 60_000);
  await utimes(path.join(fixture.folder, "files/documents/orphan-old"), old, old);
  await fixture.documents.sweepOrphans();
  const keys = (await fixture.files.list("documents")).map(({ key }) => key);
  expect(keys).toContain("documents/orphan-new");
  expect(keys).not.toContain("documents/orphan-old");
  const [document] = await fixture.documents.listDocuments(fixture.db, orderId);
  expect((await download(document?.id ?? 0)).status).toBe(200);
});

it("returns 404 for an unknown document and 400 for an invalid id", async () => {
  expect((await download(2_000_000_000)).status).toBe(404);
  expect((await download(0)).status).toBe(400);
});
