// One order as an external client reads it, as staff and as its customer: written from the specification, without
// importing the program's contract.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { intake } from "./support/client.ts";
import { fieldsOf, type PlainAnswer, plainClient, type Send } from "./support/plain-client.ts";
import { plainPdf } from "./support/plain-pdf.ts";
import { startTestProgram, type TestProgram } from "./support/test-program.ts";
import { visitorHeaders } from "./support/visits.ts";

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const TRAVELLER = {
  full_name: "N. K. Perera",
  email: "details@example.com",
  nationality: "GB",
  arrival_date: "2031-07-04",
  processing_mode: "Priority",
  flight_number: "UL 504",
  passport_number: "N1234567",
  sex: "Male",
  date_of_birth: "1990-02-28",
  place_of_stay: "12 Galle Road",
  purpose_of_visit: "Holiday",
  travel_mode: "Air",
  port_of_departure: "London",
  port_of_arrival: "Colombo",
  phone_code: "+44",
  telephone_number: "7700900123",
  transaction_id: "ch_1",
  merchant_name: "Arrival Card",
  amount: "49.9",
  currency: "USD",
};
const BROWSER =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

let program: TestProgram;
let send: Send;
let staff: Record<string, string>;
let orderId: number;
let file1: string;
let visitor: Record<string, string>;

/** An order with everything that belongs to one: a document, its mail, a comment, a download. */
beforeAll(async () => {
  program = await startTestProgram();
  send = plainClient(`${program.address}/api`);
  staff = { Authorization: await program.signIn("Team") };
  orderId = (await intake(program, TRAVELLER)).order_id;
  const form = new FormData();
  form.set("orderId", String(orderId));
  form.set("email", TRAVELLER.email);
  form.set("mailServiceProvider", "Sendgrid");
  form.set("uploadVisaDoc", new Blob([new Uint8Array(plainPdf("card"))], { type: "application/pdf" }), "my card.pdf");
  const uploaded = await send("POST", "/admin/upload-visa-document", staff, form);
  file1 = uploaded.envelope.data.document.file1;
  const remark = { orderId, remark: "Seen.", remarkerName: "x", telephone: "Y" };
  expect((await send("POST", "/admin/add-new-remark", staff, remark)).code).toBe(200);
  visitor = { ...visitorHeaders((await track()).response), "user-agent": BROWSER };
  expect((await startDownload()).code).toBe(200);
});
afterAll(() => program.stop());

const track = (given: object = {}): Promise<PlainAnswer> =>
  send("POST", "/front/track-order", {}, { orderId, email: TRAVELLER.email, ...given });
const history = (headers = visitor, id: unknown = orderId) =>
  send("POST", "/front/get-download-history", headers, { orderId: id });
const startDownload = (given: object = {}) =>
  send("POST", "/front/download-passport-doc-pdf", visitor, {
    orderId,
    customername: "customer",
    file1,
    timezone: "Asia/Colombo",
    ...given,
  });
const details = async () => (await send("GET", `/admin/get-orders-details/${orderId}`, staff)).envelope;

describe("get-orders-details", () => {
  it("returns the order in data, with the specified and the added fields @3-016 @3-027 @3-047 @7-015 @9-020", async () => {
    const { status, data } = await details();
    expect(status).toBe(1);
    expect(fieldsOf(data)).toEqual(
      [
        ["order_id", "process_status", "processing_mode", "flight_number", "arrival_date", "passport_number"],
        ["full_name", "sex", "date_of_birth", "email", "place_of_stay", "purpose_of_visit", "travel_mode"],
        ["port_of_departure", "port_of_arrival", "phone_code", "telephone_number", "transaction_id", "merchant_name"],
        ["downloadHistory", "mailHistory", "uploadDoc", "remark"],
        // Not in the specification.
        ["nationality", "created_at", "processing_date", "process_month", "refund_date", "paid", "gateway_name"],
        [
          "blocked_addresses",
          "bought_mode",
          "due_at",
          "duplicates",
          "email_change",
          "facts_version",
          "file_again",
          "changed_since_filing",
          "filings",
          "submitted",
          "correction_requests",
          "document_before_correction",
          "paid_while_deleted_at",
          "nationality_given",
          "nationality_likely",
          "doubts",
          "telephone_e164",
        ],
        ["amount", "currency", "version", "previous_status", "next_statuses", "dispute", "disputes"],
        ["refunds", "refund_position"],
        ["timeline", "history_head"],
      ]
        .flat()
        .sort(),
    );
  });

  it("returns each field with the value sent to intake @3-016 @3-017 @3-018 @3-019 @3-020 @3-021 @3-022 @3-023 @3-024 @3-025 @3-026 @9-020", async () => {
    const { data } = await details();
    const { nationality: _code, ...same } = { ...TRAVELLER, amount: "49.90" };
    expect(data).toMatchObject(same);
    expect(data).toMatchObject({
      order_id: orderId,
      nationality: "United Kingdom",
      created_at: expect.stringMatching(INSTANT),
      processing_date: "2031-07-01",
      process_month: "Jul",
      refund_date: null,
      paid: true,
      dispute: null,
      disputes: [],
      refunds: [],
    });
  });

  it("returns the version, the next statuses and the timeline @3-028", async () => {
    const { data } = await details();
    expect(Number.isInteger(data.version)).toBe(true);
    expect(data.next_statuses).not.toContain(data.process_status);
    expect(data.next_statuses).toEqual(expect.arrayContaining(["Refunds", "Deleted", "Customer Called"]));
    for (const event of data.timeline) expect(fieldsOf(event)).toEqual(["actor", "at", "data", "id", "type"]);
    const types = data.timeline.map(({ type }: { type: string }) => type);
    expect(types).toEqual(expect.arrayContaining(["created", "document-stored", "commented", "download-started"]));
  });

  it("lists the download with order_id, create_ts, ip and timezone @3-029", async () => {
    const { downloadHistory } = (await details()).data;
    expect(downloadHistory).toEqual([
      {
        id: expect.any(Number),
        order_id: orderId,
        create_ts: expect.stringMatching(INSTANT),
        completed_at: null,
        ip: "127.0.0.1",
        country: null,
        place: null,
        timezone: "Asia/Colombo",
        browser: expect.any(String),
        os: expect.any(String),
        user_agent: BROWSER,
        file1,
        automated: false,
        automated_reason: null,
        more: 0,
        more_completed: 0,
      },
    ]);
  });

  it("lists the mail with order_id, create_ts, its file, its provider and the customer's name @3-031", async () => {
    const { mailHistory } = (await details()).data;
    expect(mailHistory).toHaveLength(1);
    expect(fieldsOf(mailHistory[0])).toEqual(
      [
        ["order_id", "create_ts", "uploadDoc", "mail_service_provider", "customer_name"],
        ["id", "email", "subject", "kind", "state", "transport", "message_id", "possible_duplicate", "error"],
        ["reports"],
      ]
        .flat()
        .sort(),
    );
    expect(mailHistory[0]).toMatchObject({
      order_id: orderId,
      create_ts: expect.stringMatching(INSTANT),
      uploadDoc: { id: expect.any(Number), file1 },
      mail_service_provider: "Sendgrid",
      customer_name: TRAVELLER.full_name,
      email: TRAVELLER.email,
      kind: "document",
    });
  });

  it("lists the document with file1 and the customer's name @3-032", async () => {
    const { uploadDoc } = (await details()).data;
    expect(uploadDoc).toEqual([
      {
        id: expect.any(Number),
        order_id: orderId,
        file1,
        original_name: "my card.pdf",
        customer_name: TRAVELLER.full_name,
        content_type: "application/pdf",
        bytes: plainPdf("card").length,
        pages: 1,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        create_ts: expect.stringMatching(INSTANT),
        uploaded_by: "Team Member",
        current: true,
        finding: {
          verdict: "no_text",
          fields: ["full_name", "passport_number", "arrival_date"].map((field) => ({ field, result: "not_checked" })),
        },
      },
    ]);
  });

  it("lists the comment with its flags", async () => {
    const { remark } = (await details()).data;
    expect(remark).toMatchObject([{ order_id: orderId, remark_name: "Team Member", remark: "Seen.", telephone: "Y" }]);
  });
});

describe("the visitor's calls", () => {
  it("use POST and no other method @7-038", async () => {
    for (const name of ["track-order", "get-download-history", "download-passport-doc-pdf"]) {
      for (const method of ["GET", "PUT"]) {
        expect((await send(method, `/front/${name}`, visitor)).code).toBe(404);
      }
    }
  });

  it("track-order accepts orderId, plain or encoded, and email, and returns status and message @3-042 @6-011 @7-039", async () => {
    const encoded = Buffer.from(String(orderId * 2))
      .toString("base64")
      .replace(/=+$/, "");
    for (const id of [orderId, String(orderId), encoded]) {
      const { code, envelope } = await track({ orderId: id, email: "DETAILS@example.com" });
      expect([code, fieldsOf(envelope), envelope.status]).toEqual([200, ["data", "message", "status"], 1]);
      expect(envelope.message).not.toBe("");
    }
    const wrong = await track({ email: "other@example.com" });
    const unknown = await track({ orderId: 999_999 });
    expect([wrong.code, unknown.code]).toEqual([404, 404]);
    expect(wrong.envelope.message).toBe(unknown.envelope.message);
  });

  it("track-order refuses each invalid field with its message @5-019 @5-020 @5-021", async () => {
    const refused: [object, string, string][] = [
      [{ orderId: "" }, "orderId", "Please enter your orderId"],
      [{ orderId: undefined }, "orderId", "Please enter your orderId"],
      [{ email: "" }, "email", "Please enter your email"],
      [{ email: undefined }, "email", "Please enter your email"],
      [{ email: "traveller.example.com" }, "email", "Please enter your email"],
    ];
    for (const [given, path, message] of refused) {
      const { code, envelope } = await track(given);
      expect([code, envelope.status, envelope.message]).toEqual([400, 0, message]);
      expect(envelope.errors).toEqual([{ path, message }]);
    }
  });

  it("get-download-history returns data, mainResult and path.file1 @3-041 @7-041", async () => {
    const { code, envelope } = await history();
    expect([code, fieldsOf(envelope)]).toEqual([200, ["data", "mainResult", "message", "path", "status"]]);
    expect(envelope.path).toEqual({ file1 });
    expect(fieldsOf(envelope.mainResult)).toEqual(["order_id", "process_status", "refund_date"]);
    expect(envelope.mainResult.order_id).toBe(orderId);
  });

  it("get-download-history lists browser, joined by hyphens, and os @3-030", async () => {
    const { envelope } = await history();
    expect(envelope.data).toEqual([
      {
        order_id: orderId,
        create_ts: expect.stringMatching(INSTANT),
        ip: "127.0.0.1",
        timezone: "Asia/Colombo",
        browser: expect.stringMatching(/^Safari-[^-]+-[^-]*iPhone[^-]*-[^-]+$/),
        os: expect.stringContaining("iOS"),
      },
    ]);
  });

  it("the history and the download require a grant for the order and X-XSRF-TOKEN @7-040", async () => {
    const { order_id: other } = await intake(program, TRAVELLER);
    const { "x-xsrf-token": _token, ...cookieOnly } = visitor;
    expect((await history({})).code).toBe(401);
    expect((await history(cookieOnly)).code).toBe(403);
    expect((await history(visitor, other)).code).toBe(403);
    expect((await startDownload({ orderId: other })).code).toBe(403);
  });

  it("download-passport-doc-pdf accepts orderId, customername and file1 and records the download @7-042 @7-044", async () => {
    const before = (await history()).envelope.data.length;
    const { code, envelope } = await startDownload({ timezone: undefined });
    expect([code, fieldsOf(envelope), envelope.status]).toEqual([200, ["data", "message", "status"], 1]);
    expect(envelope.message).not.toBe("");
    const after = (await history()).envelope.data;
    expect([after.length, after[0].timezone]).toEqual([before + 1, null]);
    expect((await startDownload({ file1: "other.pdf" })).code).toBe(404);
  });

  it("the file is at uploads/docs, named order id, underscore, file name, and requires the cookie @7-002 @7-045 @7-046", async () => {
    expect(file1).toMatch(/^[A-Za-z0-9._-]+\.pdf$/);
    const address = `${program.address}/uploads/docs/${orderId}_${file1}`;
    expect((await fetch(address)).status).toBe(404);
    const file = await fetch(address, { headers: { cookie: visitor.cookie ?? "" } });
    expect(file.status).toBe(200);
    expect(file.headers.get("content-disposition")).toBe(`attachment; filename="${orderId}_${file1}"`);
    expect(file.headers.get("x-content-type-options")).toBe("nosniff");
    expect(file.headers.get("cache-control")).toContain("no-store");
    expect(Buffer.from(await file.arrayBuffer()).equals(plainPdf("card"))).toBe(true);
  });
});

it("the cookie that our page reads is XSRF-TOKEN, and the grant's cookie is hidden from scripts @7-050", async () => {
  const cookies = (await track()).response.headers.getSetCookie();
  const [xsrf, ...others] = [...cookies].sort();
  expect(xsrf).toMatch(/^XSRF-TOKEN=/);
  expect(xsrf).not.toMatch(/HttpOnly/i);
  expect(others).toHaveLength(1);
  expect(others[0]).toMatch(/HttpOnly.*SameSite=Strict/i);
});
