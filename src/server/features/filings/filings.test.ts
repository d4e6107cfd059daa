import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DOCUMENT_MAX_BYTES } from "#contract/documents/documents.ts";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import type { Filing } from "#contract/filings/filings.ts";
import { FILING_MESSAGES } from "#contract/filings/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { filings } from "#server/platform/db/schema.ts";
import { call, intake } from "#test/support/client.ts";
import { type FilingFields, recordFiling } from "#test/support/filings.ts";
import { brokenEvents, put } from "#test/support/orders.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

let program: TestProgram;
let token: string;
const START = Date.parse("2026-03-01T12:00:00Z");
let now = START;

beforeAll(async () => {
  program = await startTestProgram({ now: () => new Date(now), services: { isMachineClock: false } });
  token = await program.signIn("Telecaller");
});
afterAll(() => program.stop());
beforeEach(() => {
  now = START;
});

const TRAVELLER = { passport_number: "N 778-8123", flight_number: "ul504", arrival_date: "2026-03-09" };
let travellers = 0;
/** An order of a traveller whom no other test uses. */
const addOrder = async (given: object = {}) => {
  travellers += 1;
  return (await intake(program, { ...TRAVELLER, passport_number: `N 77-${travellers}`, ...given })).order_id;
};
const record = (orderId: number, given: FilingFields = {}, receipt?: Uint8Array) =>
  recordFiling(program.address, token, { orderId: String(orderId), ...given }, receipt);
const voidFiling = (filingId: number, reason: unknown = "Wrong order") =>
  call<Filing>(program.address, "POST", "/api/admin/void-filing", { token, body: { filingId, reason } });
const detailsOf = async (orderId: number) =>
  (await call<OrderDetails>(program.address, "GET", `/api/admin/get-orders-details/${orderId}`, { token })).body.data;
const download = (filingId: number) =>
  fetch(`${program.address}/api/admin/filing-receipts/${filingId}`, { headers: { authorization: token } });
const storedReceipts = async () =>
  (await readdir(path.join(program.dataDir, "files", "receipts")).catch(() => [])).length;
const correct = async (orderId: number, fields: object, factsVersion: number, confirm: string[] = []) =>
  await call(program.address, "POST", "/api/admin/correct-order", {
    token: await program.signIn("Manager"),
    body: { orderId, factsVersion, fields, reason: "The traveller wrote to us", confirm },
  });

describe("a filing", () => {
  it("holds what was filed, is in the history and the details, and moves nothing", async () => {
    const orderId = await addOrder();
    const { process_status } = await detailsOf(orderId);
    const { code, body } = await record(orderId, { reference: " SL-\u202e77 ", filedAt: "2026-03-01T15:00:00+05:30" });
    expect([code, body.message]).toEqual([200, FILING_MESSAGES.filingRecorded]);
    const { facts } = body.data;
    expect(facts).toMatchObject({ flight: "UL504", arrival: "09/03/2026", nationality: "United Kingdom" });
    expect(body.data).toMatchObject({
      reference: "SL-77",
      filed_at: "2026-03-01T09:30:00.000Z",
      recorded_at: new Date(START).toISOString(),
      recorded_by: "Telecaller Member",
      facts_sha256: createHash("sha256").update(JSON.stringify(facts)).digest("hex"),
      receipt: null,
      voided_at: null,
    });
    const details = await detailsOf(orderId);
    expect(details).toMatchObject({ filings: [body.data], file_again: false, process_status, version: 1 });
    expect(details.timeline.at(-1)).toMatchObject({
      type: "filed",
      actor: { name: "Telecaller Member" },
      data: { filing_id: body.data.id, reference: "SL-77", receipt_sha256: null },
    });
    expect(await brokenEvents(program)).toEqual([]);
  });

  it("sent again within a minute is the first one, however often at once", async () => {
    const orderId = await addOrder();
    const answers = await Promise.all(Array.from({ length: 3 }, () => record(orderId, {}, plainPdf("Receipt"))));
    expect(new Set(answers.map(({ code, body }) => `${code} ${body.data?.id}`)).size).toBe(1);
    now += 59_000;
    expect((await record(orderId, {}, plainPdf("Receipt"))).body.data.id).toBe(answers[0]?.body.data.id);
    const [{ filings: all, timeline }, stored] = [await detailsOf(orderId), await storedReceipts()];
    expect([all.length, timeline.filter(({ type }) => type === "filed").length, stored]).toEqual([1, 1, 1]);
  });

  it("of an order that was filed asks first, and names the one before", async () => {
    const orderId = await addOrder();
    await record(orderId);
    for (const [given, receipt] of [
      [{ reference: "SL-2" }, undefined],
      [{}, plainPdf("Another")],
    ] as const) {
      const { code, body } = await record(orderId, given, receipt);
      expect([code, body.code, body.data]).toEqual([
        422,
        "confirmation_required",
        { confirm: ["already_filed"], orders: [] },
      ]);
      expect(body.message).toContain("under reference SL-1");
    }
    now += 61_000;
    expect((await record(orderId)).code).toBe(422);
    const before = await storedReceipts();
    expect((await record(orderId, { confirm: "duplicate" })).code).toBe(422);
    const second = await record(orderId, { confirm: "already_filed", reference: "SL-2" });
    expect(second.code).toBe(200);
    expect((await detailsOf(orderId)).filings.map(({ reference }) => reference)).toEqual(["SL-2", "SL-1"]);
    expect(await storedReceipts()).toBe(before);
  });

  it("asks when another order is a duplicate, by the rule that the order's page shows", async () => {
    const passport = "K 900-12 b";
    const first = await addOrder({ passport_number: passport });
    expect((await record(first)).code).toBe(200);
    const other = await addOrder({ passport_number: "k90012B", arrival_date: "2026-03-11" });
    const asked = await record(other);
    expect([asked.code, asked.body.code, asked.body.data]).toEqual([
      422,
      "confirmation_required",
      { confirm: ["duplicate"], orders: [first] },
    ]);
    expect(asked.body.message).toContain(
      `Order ${first} has the same passport number and an arrival within three days`,
    );
    expect((await detailsOf(other)).duplicates).toEqual([first]);
    expect((await record(first, { reference: "SL-9" })).body.data).toMatchObject({
      confirm: ["already_filed", "duplicate"],
      orders: [other],
    });
    expect((await record(other, { confirm: "duplicate" })).code).toBe(200);
    const later = await addOrder({ passport_number: passport, arrival_date: "2026-03-15" });
    expect((await record(later)).code).toBe(200);
    const body = { orderId: first, otherId: other, reason: "A family" };
    await call(program.address, "POST", "/api/admin/dismiss-duplicate", { token, body });
    now += 61_000;
    expect((await record(first)).body.data).toEqual({ confirm: ["already_filed"], orders: [] });
  });

  it("of facts that were corrected meanwhile is refused", async () => {
    const orderId = await addOrder();
    expect((await correct(orderId, { flight_number: "UL505" }, 1)).code).toBe(200);
    const { code, body } = await record(orderId, {}, plainPdf("Receipt"));
    expect([code, body.code, body.message]).toEqual([
      409,
      "conflict_version",
      "Manager Member corrected this order at 01-03-2026 12:00:00 UTC. Compare the values and decide again.",
    ]);
    expect((await record(orderId, { factsVersion: "2" })).body.data.facts).toMatchObject({ flight: "UL 505" });
  });

  it("and a correction at the same time: either it is refused, or the correction asks", async () => {
    for (let round = 0; round < 5; round += 1) {
      const orderId = await addOrder();
      const [filed, corrected] = await Promise.all([record(orderId), correct(orderId, { flight_number: "UL9" }, 1)]);
      expect([`${filed.code} ${corrected.code}`]).toEqual([expect.stringMatching(/^(200 422|409 200)$/)]);
      const { filings: all, file_again } = await detailsOf(orderId);
      expect([all.length, file_again]).toEqual([filed.code === 200 ? 1 : 0, false]);
    }
  });

  it("is marked as out of date once the order says something else, until the next one", async () => {
    const orderId = await addOrder();
    await record(orderId);
    const asked = await correct(orderId, { place_of_stay: "12 Galle Road" }, 1);
    expect([asked.code, asked.body.data]).toEqual([422, { confirm: ["filed"] }]);
    expect((await detailsOf(orderId)).file_again).toBe(false);
    expect((await correct(orderId, { place_of_stay: "12 Galle Road" }, 1, ["filed"])).code).toBe(200);
    expect(await detailsOf(orderId)).toMatchObject({ file_again: true, facts_version: 2 });
    await record(orderId, { factsVersion: "2", reference: "SL-2", confirm: "already_filed" });
    const { filings: all, file_again } = await detailsOf(orderId);
    expect(file_again).toBe(false);
    await voidFiling(all[0]?.id ?? 0);
    expect((await detailsOf(orderId)).file_again).toBe(true);
    await voidFiling(all[1]?.id ?? 0);
    expect((await detailsOf(orderId)).file_again).toBe(false);
  });
});

describe("a filing is refused, and leaves nothing,", () => {
  it.each<[string, FilingFields, string, string]>([
    ["without a reference", { reference: null }, "reference", FILING_MESSAGES.filingReferenceRequired],
    ["with an empty reference", { reference: " \u0001 " }, "reference", FILING_MESSAGES.filingReferenceRequired],
    ["with a long reference", { reference: "x".repeat(101) }, "reference", "At most 100 characters."],
    ["without a time", { filedAt: null }, "filedAt", FILING_MESSAGES.filingTimeInvalid],
    ["with a time without a zone", { filedAt: "2026-03-01T12:00" }, "filedAt", FILING_MESSAGES.filingTimeInvalid],
    ["with a time to come", { filedAt: "2026-03-01T12:02:01Z" }, "filedAt", FILING_MESSAGES.filingTimeFuture],
    ["with an unknown form", { profile: "departure-card" }, "profile", FILING_MESSAGES.filingProfileUnknown],
    ["without a version of the facts", { factsVersion: null }, "factsVersion", FILING_MESSAGES.filingFactsVersion],
    ["with version 0", { factsVersion: "0" }, "factsVersion", FILING_MESSAGES.filingFactsVersion],
    ["with an unknown confirmation", { confirm: "yes" }, "confirm.0", FILING_MESSAGES.filingConfirm],
  ])("%s", async (_what, given, field, message) => {
    const orderId = await addOrder();
    const { code, body } = await record(orderId, given, plainPdf("Receipt"));
    expect([code, body.code]).toEqual([400, "invalid_input"]);
    expect(body.errors).toEqual([{ path: field, message }]);
    expect((await detailsOf(orderId)).filings).toEqual([]);
  });

  it.each<[string, () => Uint8Array, number, string]>([
    ["an empty receipt", () => new Uint8Array(), 400, MESSAGES.uploadEmpty],
    ["a text", () => Buffer.from("Filed, thank you"), 415, DOCUMENT_MESSAGES.uploadType],
    ["more than 10 MB", () => Buffer.alloc(DOCUMENT_MAX_BYTES + 1, "%PDF-"), 413, MESSAGES.uploadLarge],
    ["a torn PDF", () => Buffer.from("%PDF-1.7 torn"), 422, DOCUMENT_MESSAGES.uploadPdfBroken],
  ])("with %s as its receipt", async (_what, receipt, code, message) => {
    const orderId = await addOrder();
    const before = await storedReceipts();
    const answer = await record(orderId, {}, receipt());
    expect([answer.code, answer.body.message]).toEqual([code, message]);
    expect([(await detailsOf(orderId)).filings, await storedReceipts()]).toEqual([[], before]);
  });

  it("for an unknown and a deleted order", async () => {
    expect((await record(1)).code).toBe(404);
    const orderId = await addOrder();
    const admin = await program.signIn("Admin");
    await put(program, admin, "move-order-status", { orderId, updatingStatus: "Deleted" });
    const { code, body } = await record(orderId, {}, plainPdf("Receipt"));
    expect([code, body.message]).toEqual([422, FILING_MESSAGES.filingDeleted]);
  });

  it("but not for a clock that is a little ahead", async () => {
    expect((await record(await addOrder(), { filedAt: "2026-03-01T12:02:00Z" })).code).toBe(200);
  });
});

describe("a receipt", () => {
  it("is downloaded as it was sent, as an attachment", async () => {
    const orderId = await addOrder();
    const receipt = plainPdf("Receipt of the authority");
    const { body } = await record(orderId, {}, receipt);
    const sha256 = createHash("sha256").update(receipt).digest("hex");
    expect(body.data.receipt).toEqual({ content_type: "application/pdf", bytes: receipt.length, sha256 });
    const response = await download(body.data.id);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(receipt);
    expect(response.headers.get("content-disposition")).toBe(
      `attachment; filename="${orderId}_receipt-${body.data.id}.pdf"`,
    );
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect((await detailsOf(orderId)).timeline.at(-1)?.data).toMatchObject({ receipt_sha256: sha256 });
  });

  it("that does not exist is a 404", async () => {
    const { id } = (await record(await addOrder())).body.data;
    for (const unknown of [id, 2_000_000_000]) expect((await download(unknown)).status).toBe(404);
  });

  it("goes with its filing when the order is deleted permanently", async () => {
    const orderId = await addOrder();
    const before = await storedReceipts();
    const { id } = (await record(orderId, {}, plainPdf("To be purged"))).body.data;
    expect(await storedReceipts()).toBe(before + 1);
    const admin = await program.signIn("Admin");
    await put(program, admin, "move-order-status", { orderId, updatingStatus: "Deleted" });
    const { code } = await put(program, admin, "change-order-status", {
      orderId: [orderId],
      updatingStatus: "Deleted",
      permanentDeletedFlag: true,
    });
    expect([code, await storedReceipts(), (await download(id)).status]).toEqual([200, before, 404]);
    expect(await program.db.select().from(filings).where(eq(filings.orderId, orderId))).toEqual([]);
    expect((await voidFiling(id)).code).toBe(404);
  });
});

describe("a voided filing", () => {
  it("stays on record with its reason, and is in the history", async () => {
    const orderId = await addOrder();
    const { id } = (await record(orderId, {}, plainPdf("Receipt"))).body.data;
    const { code, body } = await voidFiling(id, "Filed for the wrong order");
    expect([code, body.message]).toEqual([200, FILING_MESSAGES.filingVoided]);
    expect(body.data).toMatchObject({ voided_by: "Telecaller Member", void_reason: "Filed for the wrong order" });
    const details = await detailsOf(orderId);
    expect(details.filings).toEqual([body.data]);
    expect(details.timeline.at(-1)).toMatchObject({
      type: "filing-voided",
      data: { filing_id: id, reference: "SL-1" },
    });
    expect((await download(id)).status).toBe(200);
    // It no longer counts: the same filing is a new one.
    expect((await record(orderId)).body.data.id).not.toBe(id);
  });

  it("can't be voided again, nor without a reason", async () => {
    const { id } = (await record(await addOrder())).body.data;
    for (const reason of ["", null, "x".repeat(501)]) expect((await voidFiling(id, reason)).code).toBe(400);
    const answers = await Promise.all([voidFiling(id), voidFiling(id)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 422]);
    expect((await voidFiling(id)).body.message).toBe(FILING_MESSAGES.filingIsVoided);
  });
});
