// The main workflow with a plain client: every path, field and message is written out.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Envelope, plainClient, type Send } from "./support/plain-client.ts";
import { plainPdf } from "./support/plain-pdf.ts";
import { emailOf, INTAKE_KEY, startTestProgram, TEST_PASSWORD, type TestProgram } from "./support/test-program.ts";
import { visitorHeaders } from "./support/visits.ts";

let program: TestProgram;
let api: string;
let send: Send;

beforeAll(async () => {
  program = await startTestProgram();
  api = `${program.address}/api`;
  send = plainClient(api);
});
afterAll(() => program.stop());

it("brings an order from intake to the customer's download", async () => {
  const order = {
    full_name: "Plain Client",
    email: "Plain.Client@example.com",
    nationality: "LKA",
    arrival_date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    paid: false,
    passport_number: "N7654321",
  };
  const machine = { authorization: `Bearer ${INTAKE_KEY}`, "idempotency-key": "plain-client-1" };
  const created = await send("POST", "/intake/orders", machine, order);
  expect(created.response.status).toBe(201);
  expect(created.envelope).toMatchObject({ status: 1, data: { process_status: "Pending" } });
  const id: number = created.envelope.data.order_id;
  expect(id).toBeGreaterThanOrEqual(100001);

  const payment = { transaction_id: "ch_plain_1", merchant_name: "Arrival Card" };
  const paid = await send("POST", `/intake/orders/${id}/payment`, { authorization: `Bearer ${INTAKE_KEY}` }, payment);
  expect(paid.envelope.data).toEqual({ order_id: id, process_status: "New" });

  const signIn = await send(
    "POST",
    "/admin/admin-login",
    {},
    { email: emailOf("Night Staff"), password: TEST_PASSWORD },
  );
  expect(signIn.envelope.data).toEqual({
    id: expect.any(Number),
    name: "Night Staff Member",
    email: emailOf("Night Staff"),
    type: "Night Staff",
  });
  const [, payload = ""] = signIn.envelope.jwtToken.split(".");
  expect(JSON.parse(Buffer.from(payload, "base64url").toString()).user).toMatchObject({ type: "Night Staff" });
  const staff = { authorization: signIn.envelope.jwtToken };

  const counts = await send("GET", "/admin/get-folder-count", staff);
  const list = await send("GET", "/admin/get-orders-list/newOrder?page=1&limit=10&delay=1", staff);
  expect(list.envelope.total).toBe(counts.envelope.data.newOrdersCount);
  expect(list.envelope.data).toContainEqual(
    expect.objectContaining({ order_id: id, process_status: "New", full_name: "Plain Client", version: 2 }),
  );

  const search = { start: 0, end: 10, searchVal: "n7654 321", folderName: "newOrder" };
  const found = await send("POST", "/admin/search-order", staff, search);
  expect(found.envelope.data.map((row: { order_id: number }) => row.order_id)).toEqual([id]);

  const early = await send("PUT", "/admin/move-order-status", staff, { orderId: id, updatingStatus: "Completed" });
  expect([early.response.status, early.envelope.message]).toEqual([422, "Upload the document first"]);
  const moved = await send("PUT", "/admin/move-order-status", staff, {
    orderId: id,
    updatingStatus: "AwaitingGovt",
    version: 2,
  });
  expect(moved.envelope.data).toMatchObject({ process_status: "AwaitingGovt", version: 3 });

  const pdf = plainPdf("the plain client's arrival card");
  const form = new FormData();
  form.set("orderId", String(id));
  form.set("email", order.email);
  form.set("mailServiceProvider", "Sendgrid");
  form.set("uploadVisaDoc", new Blob([new Uint8Array(pdf)], { type: "application/pdf" }), "card.pdf");
  const upload = await fetch(`${api}/admin/upload-visa-document`, { method: "POST", headers: staff, body: form });
  expect(upload.status).toBe(200);
  expect(((await upload.json()) as Envelope).data.mail).toMatchObject({
    state: "queued",
    mail_service_provider: "Sendgrid",
  });

  await expect
    .poll(() => completedDetails(id, staff), { timeout: 20_000 })
    .toMatchObject({
      process_status: "Completed",
      nationality: "Sri Lanka",
      passport_number: "N7654321",
      mailHistory: [{ state: "written", transport: "file", mail_service_provider: "Sendgrid", email: order.email }],
      uploadDoc: [{ current: true, content_type: "application/pdf", bytes: pdf.length, original_name: "card.pdf" }],
    });

  const wrong = await send("POST", "/front/track-order", {}, { orderId: String(id), email: "other@example.com" });
  const unknown = await send("POST", "/front/track-order", {}, { orderId: "424242", email: order.email });
  expect([wrong.response.status, wrong.envelope.message]).toEqual([404, unknown.envelope.message]);

  const encoded = Buffer.from(String(id * 2))
    .toString("base64")
    .replace(/=+$/, "");
  const tracked = await send("POST", "/front/track-order", {}, { orderId: encoded, email: "plain.client@EXAMPLE.com" });
  expect(tracked.envelope.status).toBe(1);
  const visitor = visitorHeaders(tracked.response);

  const before = await send("POST", "/front/get-download-history", visitor, { orderId: id });
  expect(before.envelope).toMatchObject({ data: [], mainResult: { order_id: id, process_status: "Completed" } });
  const file1: string = before.envelope.path.file1;
  const start = { orderId: id, customername: "customer", file1, timezone: "Asia/Colombo" };
  expect((await send("POST", "/front/download-passport-doc-pdf", visitor, start)).envelope.status).toBe(1);

  const address = `${program.address}/uploads/docs/${id}_${file1}`;
  expect((await fetch(address)).status).toBe(404);
  const file = await fetch(address, { headers: { cookie: visitor.cookie ?? "" } });
  expect(file.headers.get("content-disposition")).toContain(`attachment; filename="${id}_${file1}"`);
  expect(file.headers.get("x-content-type-options")).toBe("nosniff");
  expect(file.headers.get("cache-control")).toContain("no-store");
  expect(Buffer.from(await file.arrayBuffer()).equals(pdf)).toBe(true);

  const after = await send("POST", "/front/get-download-history", visitor, { orderId: id });
  expect(after.envelope.data).toMatchObject([{ order_id: id, timezone: "Asia/Colombo", ip: "127.0.0.1" }]);
  const signedOut = await send("POST", "/admin/logout", staff);
  expect(signedOut.envelope.status).toBe(1);
  expect((await send("GET", "/user_info", staff)).response.status).toBe(401);
});

async function completedDetails(id: number, staff: Record<string, string>) {
  return (await send("GET", `/admin/get-orders-details/${id}`, staff)).envelope.data;
}
