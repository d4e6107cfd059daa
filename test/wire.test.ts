// An external client of the staff calls, written from the specification, without importing the program's contract:
// every path, field and message is written out.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { intake } from "./support/client.ts";
import { addDocumentRow, orderIn } from "./support/orders.ts";
import { type Envelope, fieldsOf, plainClient, type Send } from "./support/plain-client.ts";
import { plainPdf } from "./support/plain-pdf.ts";
import { emailOf, startTestProgram, TEST_PASSWORD, type TestProgram } from "./support/test-program.ts";

/** The specified names of the lists, with the status and the count of each. */
const QUEUES = [
  ["newOrder", "New", "newOrdersCount"],
  ["priorityOrder", "Priority", "priorityOrdersCount"],
  ["pendingOrder", "Pending", "pendingOrdersCount"],
  ["completedOrder", "Completed", "completedOrdersCount"],
  ["deletedOrder", "Deleted", "deletedOrdersCount"],
  ["awaitingOrder", "Awaiting", "awaitingOrdersCount"],
  ["awaitingGovtOrder", "AwaitingGovt", "awaitingGovtCount"],
  ["customerCalledOrder", "Customer Called", "customerCalledCount"],
  ["contactCustomerOrder", "Contact Customer", "contactCustomerOrdersCount"],
  ["refundOrder", "Refunds", "refundOrdersCount"],
  ["futureOrder", "Future", "futureOrdersCount"],
] as const;

const SEVEN = ["Awaiting", "Refunds", "Completed", "Deleted", "Contact Customer", "AwaitingGovt", "Customer Called"];

const ROW_FIELDS = [
  "arrival_date",
  "created_at",
  "email",
  "full_name",
  "order_id",
  "phone_code",
  "process_month",
  "process_status",
  "processing_date",
  "refund_date",
  "telephone_number",
  "version",
];

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ENVELOPE = ["data", "message", "status"];
const TRAVELLER = {
  full_name: "N. K. Perera",
  email: "wire@example.com",
  nationality: "GB",
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
};

let program: TestProgram;
let send: Send;
let staff: Record<string, string>;

beforeAll(async () => {
  program = await startTestProgram();
  send = plainClient(`${program.address}/api`);
  staff = { Authorization: await program.signIn("Admin") };
});
afterAll(() => program.stop());

const newOrder = async (given: object = {}) => (await intake(program, { ...TRAVELLER, ...given })).order_id;
const detailsOf = async (id: number) => (await send("GET", `/admin/get-orders-details/${id}`, staff)).envelope.data;
const listed = (name: string, query = "?page=1&limit=500&delay=1") =>
  send("GET", `/admin/get-orders-list/${name}${query}`, staff);

function uploadForm(orderId: number, provider = "AWS", email = TRAVELLER.email): FormData {
  const form = new FormData();
  form.set("orderId", String(orderId));
  form.set("email", email);
  form.set("mailServiceProvider", provider);
  const bytes = new Uint8Array(plainPdf(`card of ${orderId}`));
  form.set("uploadVisaDoc", new Blob([bytes], { type: "application/pdf" }), "card.pdf");
  return form;
}
const upload = (orderId: number, provider?: string) =>
  send("POST", "/admin/upload-visa-document", staff, uploadForm(orderId, provider));

describe("every response", () => {
  it("comes only from below /api/ @7-001 @9-001", async () => {
    expect((await send("GET", "/admin/get-folder-count", staff)).code).toBe(200);
    const elsewhere = await fetch(`${program.address}/v1/admin/get-folder-count`, { headers: staff });
    expect(elsewhere.status).toBe(404);
  });

  it("is JSON with status, which is 1 for a success, and message @7-002 @7-047", async () => {
    const { response, envelope } = await send("GET", "/admin/get-folder-count", staff);
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    expect(fieldsOf(envelope)).toEqual(ENVELOPE);
    expect([envelope.status, typeof envelope.message]).toEqual([1, "string"]);
  });

  it("that is a refusal has status 0, a message, a code and the id of the request @7-047", async () => {
    const refused = await send("GET", "/admin/get-folder-count");
    expect([refused.code, refused.envelope.status]).toEqual([401, 0]);
    expect(fieldsOf(refused.envelope)).toEqual(["code", "message", "requestId", "status"]);
    expect(refused.envelope.message).not.toBe("");
    const invalid = await send("PUT", "/admin/move-order-status", staff, {});
    expect([invalid.code, invalid.envelope.status, invalid.envelope.code]).toEqual([400, 0, "invalid_input"]);
    expect(invalid.envelope.errors).toContainEqual({ path: "orderId", message: expect.any(String) });
  });
});

describe("signing in", () => {
  it("accepts email and password and returns jwtToken, data, status and message @3-003 @7-005 @7-006", async () => {
    const body = { email: emailOf("Telecaller"), password: TEST_PASSWORD };
    const { code, envelope } = await send("POST", "/admin/admin-login", {}, body);
    expect([code, envelope.status]).toEqual([200, 1]);
    expect(fieldsOf(envelope)).toEqual(["data", "jwtToken", "message", "status"]);
    expect(fieldsOf(envelope.data)).toEqual(["email", "id", "name", "type"]);
    const payload = JSON.parse(Buffer.from(envelope.jwtToken.split(".")[1], "base64url").toString());
    expect(payload.user).toEqual({ id: envelope.data.id, name: "Telecaller Member", type: "Telecaller" });
    expect(payload.sid).toMatch(/^[\w-]{43}$/);
    expect(payload.exp - payload.iat).toBe(12 * 60 * 60);
  });

  it("user_info then returns the member @7-007", async () => {
    const { code, envelope } = await send("GET", "/user_info", staff);
    expect([code, fieldsOf(envelope)]).toEqual([200, ENVELOPE]);
    expect(envelope.data).toEqual({
      id: expect.any(Number),
      name: "Admin Member",
      email: emailOf("Admin"),
      type: "Admin",
    });
  });

  it("change-password then accepts newPassword alone and returns status and message @7-008", async () => {
    const body = { email: emailOf("Night Staff"), password: TEST_PASSWORD };
    const { envelope: signedIn } = await send("POST", "/admin/admin-login", {}, body);
    const own = { Authorization: signedIn.jwtToken as string };
    const { code, envelope } = await send("POST", "/admin/change-password", own, { newPassword: "horse of the wire" });
    expect([code, fieldsOf(envelope), envelope.status]).toEqual([200, ENVELOPE, 1]);
    expect(envelope.message).not.toBe("");
    expect((await send("GET", "/user_info", own)).code).toBe(401);
  });
});

describe("lists", () => {
  it.each(QUEUES)(
    "%s contains the orders in %s and is counted by %s @3-009 @4-003 @7-010 @7-037",
    async (name, status, count) => {
      const id = await orderIn(program, { status });
      const { code, envelope } = await listed(name);
      expect([code, fieldsOf(envelope).filter((field) => field !== "months")]).toEqual([
        200,
        [...ENVELOPE, "total"].sort(),
      ]);
      expect(envelope.data).toContainEqual(expect.objectContaining({ order_id: id, process_status: status }));
      expect(new Set(envelope.data.map((row: Envelope) => row.process_status))).toEqual(new Set([status]));
      const counts = await send("GET", "/admin/get-folder-count", staff);
      expect(counts.envelope.data[count]).toBe(envelope.total);
      expect(envelope.total).toBe(envelope.data.length);
    },
  );

  it("allOrder contains all orders except deleted ones and is counted by allOrdersCount @2-076 @3-009", async () => {
    const [kept, deleted] = [
      await orderIn(program, { status: "Refunds" }),
      await orderIn(program, { status: "Deleted" }),
    ];
    const { envelope } = await listed("allOrder");
    const ids = envelope.data.map((row: Envelope) => row.order_id);
    expect([ids.includes(kept), ids.includes(deleted)]).toEqual([true, false]);
    const counts = await send("GET", "/admin/get-folder-count", staff);
    expect(counts.envelope.data.allOrdersCount).toBe(envelope.total);
  });

  it("have the twelve counts of the specification and no other @3-008 @7-009", async () => {
    const { envelope } = await send("GET", "/admin/get-folder-count", staff);
    expect(fieldsOf(envelope.data)).toEqual([...QUEUES.map(([, , count]) => count), "allOrdersCount"].sort());
    for (const count of Object.values(envelope.data)) expect(Number.isInteger(count)).toBe(true);
  });

  it("have rows of the specified fields: instants in UTC, days without time, missing values as null @3-010 @3-011 @7-037", async () => {
    const id = await newOrder({ arrival_date: "2031-07-04", phone_code: "", telephone_number: null });
    const { envelope } = await listed("futureOrder");
    const row = envelope.data.find((each: Envelope) => each.order_id === id);
    expect(fieldsOf(row)).toEqual(ROW_FIELDS);
    expect(row).toMatchObject({
      process_status: "Future",
      full_name: TRAVELLER.full_name,
      email: TRAVELLER.email,
      created_at: expect.stringMatching(INSTANT),
      processing_date: "2031-07-01",
      process_month: "Jul",
      refund_date: null,
      phone_code: null,
      telephone_number: null,
    });
  });

  it("futureOrder returns the number of orders of each of the twelve months @9-013", async () => {
    const { envelope: before } = await listed("futureOrder");
    await newOrder({ arrival_date: "2031-11-03" });
    const { months } = (await listed("futureOrder")).envelope;
    expect(Object.keys(months).join(" ")).toBe("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec");
    expect(months).toEqual({ ...before.months, Oct: before.months.Oct + 1 });
    const { envelope: october } = await listed("futureOrder", "?month=Oct&limit=500");
    expect(october.total).toBe(months.Oct);
  });

  it("have pages: by default page 1 of ten orders, with perPage as an alias of limit @7-010 @7-036 @9-003 @9-004", async () => {
    for (let count = 0; count < 12; count += 1) await orderIn(program, { status: "Customer Called" });
    const first = await listed("customerCalledOrder", "?delay=1");
    expect(first.envelope.data).toHaveLength(10);
    expect((await listed("customerCalledOrder", "?page=1&limit=10")).envelope.data).toEqual(first.envelope.data);
    const second = await listed("customerCalledOrder", "?page=2&perPage=10&delay=1");
    expect(second.envelope.data).toHaveLength(second.envelope.total - 10);
    const seen = first.envelope.data.map((row: Envelope) => row.order_id);
    for (const row of second.envelope.data) expect(seen).not.toContain(row.order_id);
  });

  it("are searched with start, end, searchVal and folderName @7-013", async () => {
    const id = await newOrder({ full_name: "Quentin Wirecroft" });
    const search = (folderName: string, start = 0, end = 10) =>
      send("POST", "/admin/search-order", staff, { start, end, searchVal: "wirecroft", folderName });
    const { code, envelope } = await search("newOrder");
    expect([code, fieldsOf(envelope), envelope.total]).toEqual([200, [...ENVELOPE, "total"].sort(), 1]);
    expect(envelope.data.map((row: Envelope) => [row.order_id, fieldsOf(row)])).toEqual([[id, ROW_FIELDS]]);
    expect((await search("newOrder", 1, 10)).envelope.data).toEqual([]);
    expect((await search("refundOrder")).envelope.data).toEqual([]);
  });

  it("are counted exactly on demand, with the same fields in the response", async () => {
    await newOrder({ full_name: "Otto Countcroft" });
    const body = { start: 0, end: 0, searchVal: "countcroft", folderName: "newOrder", exact: true };
    const { code, envelope } = await send("POST", "/admin/search-order", staff, body);
    expect([code, fieldsOf(envelope), envelope.total, envelope.data]).toEqual([
      200,
      [...ENVELOPE, "total"].sort(),
      1,
      [],
    ]);
    const refused = await send("POST", "/admin/search-order", staff, { ...body, exact: "yes" });
    expect([refused.code, refused.envelope.errors[0].path]).toEqual([400, "exact"]);
  });
});

describe("changing orders", () => {
  it.each(SEVEN)(
    "move-order-status moves an order to %s @4-001 @4-008 @4-009 @4-010 @4-011 @4-012 @4-013 @4-014 @4-015 @7-014",
    async (updatingStatus) => {
      const orderId = await newOrder();
      await addDocumentRow(program, orderId);
      const { code, envelope } = await send("PUT", "/admin/move-order-status", staff, { orderId, updatingStatus });
      expect([code, fieldsOf(envelope), envelope.status]).toEqual([200, ENVELOPE, 1]);
      expect(envelope.message).not.toBe("");
      expect(envelope.data).toMatchObject({ order_id: orderId, process_status: updatingStatus, version: 2 });
      expect(envelope.data.next_statuses).not.toContain(updatingStatus);
      expect((await detailsOf(orderId)).process_status).toBe(updatingStatus);
    },
  );

  it("change-order-status soft-deletes a list of orders, with a result for each @4-018 @4-019 @4-021 @7-011 @8-011", async () => {
    const orderId = [await newOrder(), await newOrder()];
    const body = { orderId, updatingStatus: "Deleted", permanentDeletedFlag: false };
    const { code, envelope } = await send("PUT", "/admin/change-order-status", staff, body);
    expect([code, envelope.status, envelope.message]).toEqual([200, 1, "Order has been deleted successfully"]);
    expect(envelope.data).toEqual(orderId.map((id) => ({ order_id: id, status: 1, message: envelope.message })));
    const ids = async (name: string) => (await listed(name)).envelope.data.map((row: Envelope) => row.order_id);
    const [fresh, deleted] = [await ids("newOrder"), await ids("deletedOrder")];
    for (const id of orderId) expect([fresh.includes(id), deleted.includes(id)]).toEqual([false, true]);
    expect(await detailsOf(orderId[0] ?? 0)).toMatchObject({ full_name: TRAVELLER.full_name, previous_status: "New" });
  });

  it("move-to-complete-refund accepts the selected orders with id and status @4-024 @4-026 @7-012", async () => {
    const id = await orderIn(program, { status: "Refunds" });
    const body = { orderId: [{ id, status: "Refunds" }] };
    const { code, envelope } = await send("PUT", "/admin/move-to-complete-refund", staff, body);
    expect([code, envelope.status, envelope.data]).toEqual([
      200,
      1,
      [{ order_id: id, status: 1, message: envelope.message }],
    ]);
    const { envelope: list } = await listed("refundOrder");
    const row = list.data.find((each: Envelope) => each.order_id === id);
    expect(row).toMatchObject({ process_status: "Refunds", refund_date: expect.stringMatching(INSTANT) });
    const again = await send("PUT", "/admin/move-to-complete-refund", staff, body);
    expect([again.code, again.envelope.status]).toEqual([422, 0]);
    const bare = await send("PUT", "/admin/move-to-complete-refund", staff, { orderId: [id] });
    expect([bare.code, bare.envelope.message]).toEqual([
      400,
      'Send each order as an object with its id and status, such as { "id": 100001, "status": "Refunds" }.',
    ]);
  });

  it("add-new-remark accepts the text, the name and the five flags @3-033 @3-034 @3-035 @7-034", async () => {
    const orderId = await newOrder();
    const flags = { whatsapp: "Y", telephone: "N", statusRefund: "Y", voided: "N", chargeBack: "N" };
    const body = { orderId, remark: "Told the traveller.", remarkerName: "Admin Member", ...flags };
    const { code, envelope } = await send("POST", "/admin/add-new-remark", staff, body);
    expect([code, envelope.status]).toEqual([200, 1]);
    expect((await detailsOf(orderId)).remark).toEqual([envelope.data]);
    expect(envelope.data).toEqual({
      id: expect.any(Number),
      order_id: orderId,
      us_date: expect.stringMatching(/^\d\d-\d\d-\d{4}$/),
      us_time: expect.stringMatching(/^\d\d:\d\d:\d\d$/),
      remark_name: "Admin Member",
      remark: "Told the traveller.",
      whatsapp: "Y",
      telephone: "N",
      status_refund: "Y",
      voided: "N",
      chargeback: "N",
      report_error: "N",
      create_ts: expect.stringMatching(INSTANT),
    });
    const bare = await send("POST", "/admin/add-new-remark", staff, { orderId, remark: "No flag." });
    const { whatsapp, telephone, status_refund, voided, chargeback } = bare.envelope.data;
    expect([whatsapp, telephone, status_refund, voided, chargeback]).toEqual(["N", "N", "N", "N", "N"]);
  });
});

describe("documents and mails", () => {
  it.each(["AWS", "Sendgrid"])(
    "upload-visa-document accepts the form with %s @7-002 @7-016 @7-017 @9-014",
    async (provider) => {
      const orderId = await newOrder();
      const { code, envelope } = await upload(orderId, provider);
      expect([code, fieldsOf(envelope), envelope.status]).toEqual([200, ENVELOPE, 1]);
      expect(envelope.data.mail).toMatchObject({ mail_service_provider: provider, email: TRAVELLER.email });
      expect((await detailsOf(orderId)).uploadDoc).toHaveLength(1);
    },
  );

  it("upload-visa-document and resend-mail refuse any other provider @7-017 @9-014", async () => {
    const orderId = await newOrder();
    const refused = await upload(orderId, "sendgrid");
    expect([refused.code, refused.envelope.status]).toEqual([400, 0]);
    expect(refused.envelope.errors[0].path).toBe("mailServiceProvider");
    expect((await detailsOf(orderId)).uploadDoc).toEqual([]);
    const body = { orderId, email: TRAVELLER.email, mailServiceProvider: "Mailgun" };
    expect((await send("POST", "/admin/resend-mail", staff, body)).code).toBe(400);
  });

  it("resend-mail accepts orderId and email @7-018", async () => {
    const orderId = await newOrder();
    const { order_id: other } = await intake(program, { email: "wire.other@example.com" });
    expect((await upload(orderId)).code).toBe(200);
    const body = { orderId, email: TRAVELLER.email };
    const { code, envelope } = await send("POST", "/admin/resend-mail", staff, body);
    expect([code, envelope.status, envelope.data.order_id]).toEqual([200, 1, orderId]);
    const nothing = await send("POST", "/admin/resend-mail", staff, {
      orderId: other,
      email: "wire.other@example.com",
    });
    expect([nothing.code, nothing.envelope.status]).toEqual([422, 0]);
  });
});
