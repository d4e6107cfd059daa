import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DOCUMENT_MAX_BYTES } from "#contract/documents/documents.ts";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import { type DocumentFixture, openFixture, STAFF_TOKEN } from "#test/support/document-fixture.ts";
import { png } from "#test/support/image-files.ts";
import { rc4Pdf } from "#test/support/pdf-files.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";

let fixture: DocumentFixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

type Part = readonly [name: string, value: string | Blob];
const file = (content: Uint8Array | string): Part => [
  "uploadVisaDoc",
  new File([typeof content === "string" ? content : new Uint8Array(content)], "card.pdf"),
];

async function post(call: string, parts: readonly Part[], headers: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  const response = await fetch(`${fixture.address}/api/admin/${call}`, { method: "POST", headers, body: form });
  return { code: response.status, body: await response.json() };
}
const staff = { authorization: STAFF_TOKEN };
const check = (parts: readonly Part[], headers: Record<string, string> = staff) =>
  post("check-document", parts, headers);
const upload = (orderId: number, content: Buffer) => {
  const fields = { orderId: String(orderId), email: "traveller@example.com", mailServiceProvider: "AWS" };
  return post("upload-visa-document", [...Object.entries(fields), file(content)], staff);
};

const RIGHT = { fullName: "N. K. Perera", passportNumber: "N1234567", arrivalDate: "2026-03-01" };
const rightCard = plainPdf("PERERA, N. K.; passport N1234567; arrival 01-03-2026; Electronic travel authorisation");
const wrongCard = plainPdf("SILVA, A. M.; passport X7654321; arrival 01-03-2026; Electronic travel authorisation");
const fieldsOf = (...results: string[]) =>
  ["full_name", "passport_number", "arrival_date"].map((field, index) => ({ field, result: results[index] }));

describe("the wrong-document guard", () => {
  const findings: [string, Buffer, object][] = [
    ["the right card", rightCard, { verdict: "match", fields: fieldsOf("found", "found", "found") }],
    ["another person's card", wrongCard, { verdict: "mismatch", fields: fieldsOf("missing", "missing", "found") }],
    ["a picture", png(), { verdict: "no_text", fields: fieldsOf("not_checked", "not_checked", "not_checked") }],
  ];

  it.each(findings)("reports %s before and at the upload, which it never refuses", async (_what, content, finding) => {
    const orderId = await fixture.addOrder(RIGHT);
    const before = await fixture.traces();
    const checked = await check([file(content), ["orderId", String(orderId)]]);
    expect([checked.code, checked.body.message]).toEqual([200, DOCUMENT_MESSAGES.documentChecked]);
    expect(checked.body.data).toEqual({ finding });
    expect(await fixture.traces()).toEqual(before);

    const { code, body } = await upload(orderId, content);
    expect([code, body.data.document.finding]).toEqual([200, finding]);
    const [stored] = await fixture.events(orderId);
    expect(stored).toMatchObject({ type: "document-stored", data: { finding } });
  });

  it("reports nothing when the order has nothing to compare", async () => {
    const orderId = await fixture.addOrder({ fullName: null, passportNumber: null, arrivalDate: null });
    const { body } = await check([["orderId", String(orderId)], file(rightCard)]);
    expect(body.data.finding.verdict).toBe("not_held");
  });

  it("ignores the other fields of an upload and accepts orders that can't have a document", async () => {
    const orderId = await fixture.addOrder({ ...RIGHT, isPaid: false, status: "Pending" });
    const given = { orderId: String(orderId), email: "nobody", mailServiceProvider: "Pigeon" };
    const { code, body } = await check([...Object.entries(given), ["email", "twice"], file(rightCard)]);
    expect([code, body.data.finding.verdict]).toEqual([200, "match"]);
  });

  const order = () => fixture.addOrder(RIGHT).then((id): Part => ["orderId", String(id)]);
  const refusals: [string, () => Promise<Part[]>, number, string][] = [
    ["a check without a file", async () => [await order()], 400, MESSAGES.uploadFileRequired],
    ["a check without an order", async () => [file(rightCard)], 400, ORDER_MESSAGES.orderIdInvalid],
    [
      "a check of an unknown order",
      async () => [["orderId", "999999999"], file(rightCard)],
      404,
      MESSAGES.orderNotFound,
    ],
    ["an empty file", async () => [await order(), file("")], 400, MESSAGES.uploadEmpty],
    ["text", async () => [await order(), file("hello")], 415, DOCUMENT_MESSAGES.uploadType],
    [
      "one byte too much",
      async () => [await order(), file(Buffer.concat([png(), Buffer.alloc(DOCUMENT_MAX_BYTES)]))],
      413,
      MESSAGES.uploadLarge,
    ],
    ["a broken PDF", async () => [await order(), file("%PDF-1.4 torn")], 422, DOCUMENT_MESSAGES.uploadPdfBroken],
    [
      "a PDF with a password",
      async () => [await order(), file(rc4Pdf({ userPassword: "x" }))],
      422,
      DOCUMENT_MESSAGES.uploadPdfEncrypted,
    ],
  ];

  it.each(refusals)("refuses %s as the upload does", async (_what, parts, code, message) => {
    const before = await fixture.traces();
    const answer = await check(await parts());
    expect([answer.code, answer.body.message]).toEqual([code, message]);
    expect(await fixture.traces()).toEqual(before);
  });

  it("requires a session and counts as an upload", async () => {
    expect((await check([await order(), file(rightCard)], {})).code).toBe(401);
    vi.spyOn(fixture.limits, "upload").mockRejectedValueOnce(new AppError("rate_limited", MESSAGES.rateLimited));
    expect((await check([await order(), file(rightCard)])).code).toBe(429);
  });
});
