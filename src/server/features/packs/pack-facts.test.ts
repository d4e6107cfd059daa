import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DisputeReason } from "#contract/disputes/disputes.ts";
import { PACK_TYPES } from "#contract/packs/packs.ts";
import { call, intake } from "#test/support/client.ts";
import {
  addContact,
  addDownload,
  addMail,
  addReport,
  clearOrder,
  openDispute,
  PASSPORT,
  PURCHASE,
  recordEvent,
} from "#test/support/evidence-order.ts";
import { orderDetails } from "#test/support/orders.ts";
import { type PackProgram, startPackProgram } from "#test/support/pack-program.ts";
import { INTAKE_KEY } from "#test/support/test-program.ts";
import { ensurePolicies } from "./policies.service.ts";
import { leftOutText } from "./render/delivery.ts";

let program: PackProgram;

beforeAll(async () => {
  program = await startPackProgram("Manager", {
    COMPANY_NAME: "Arrival Card Ltd",
    COMPANY_ADDRESS: "1 High Street, London",
    COMPANY_TELEPHONE: "+44 20 7946 0000",
    COMPANY_TAX_ID: "GB 123 4567 89",
    STATEMENT_DESCRIPTOR: "ARRIVALCARD",
  });
});
afterAll(() => program.stop());

describe("the facts of a pack", () => {
  it("are the order's, with personal data masked @9-017", async () => {
    const { orderId } = await clearOrder(program);
    const facts = await program.factsOf(orderId);
    expect(facts).toMatchObject({
      type: 1,
      caseReference: `${orderId}-P1-${new Date().toISOString().slice(0, 10).replaceAll("-", "")}`,
      company: {
        name: "Arrival Card Ltd",
        address: "1 High Street, London",
        telephone: "+44 20 7946 0000",
        taxId: "GB 123 4567 89",
        descriptor: "ARRIVALCARD",
      },
      sold: { mode: "Standard" },
      order: {
        id: orderId,
        status: "Completed",
        fullName: "Nimal K. Perera",
        email: "nimal@example.com",
        telephone: "0123",
        passportNumber: "123",
        birthYear: "1984",
        nationality: "United Kingdom",
        placeOfStay: "12 Galle Road, Colombo",
      },
      payment: {
        transactionId: "ch_3MqL9x",
        merchantName: "Arrival Card Ltd",
        gateway: "Stripe",
        amount: "49.90",
        currency: "USD",
        paidAt: "2026-02-20T09:00:00.000Z",
        cardBrand: "Visa",
        cardLast4: "4242",
        avs: "Y",
        cvc: "M",
        threeDs: "authenticated",
        billingName: "N K Perera",
      },
      purchase: {
        ip: "112.134.1.1",
        place: "Sri Lanka",
        device: "Mobile iPhone",
        browser: "Safari 18.5",
        os: "iOS 18.5",
      },
      terms: {
        version: "2026-01",
        text: null,
        acceptedAt: "2026-02-20T08:59:00.000Z",
        refundPolicyVersion: "2026-01",
        refundPolicyText: null,
      },
      document: { file: "arrival-card-v1.pdf", pages: 1, bytes: 84_211, finding: null },
      deliveryMail: {
        to: "nimal@example.com",
        via: "Amazon SES",
        messageId: `<m-${orderId}@ses.example>`,
        acceptedAt: "2026-02-21T10:00:07.000Z",
        deliveredAt: "2026-02-21T10:00:09.000Z",
        isSent: true,
      },
      contact: [],
      refund: { recordedAt: null, isDue: false },
      dispute: null,
      earlier: { orders: [] },
    });
    expect(facts.document?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(facts.chain).toEqual({ seq: expect.any(Number), head: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it("list the delivery chronologically, each line with its grade", async () => {
    const { orderId, mailId } = await clearOrder(program);
    await recordEvent(program, orderId, "2026-02-21T09:00:00Z", {
      type: "moved",
      data: { from: "New", to: "AwaitingGovt", reason: `passport ${PASSPORT} seen` },
    });
    await addReport(program, mailId, "deferred", "2026-02-21T10:00:08Z");
    await addReport(program, mailId, "delivered", "2026-02-21T10:30:00Z");
    const { delivery } = await program.factsOf(orderId);
    expect(delivery.map(({ text, grade, kind }) => `${grade} ${kind}: ${text.replace(/[0-9a-f]{64}/, "…")}`)).toEqual([
      "S payment: Payment made, as the checkout stated",
      "S move: Order moved to Awaiting Govt",
      "S document: Document arrival-card-v1.pdf stored, 84211 bytes, SHA-256 …",
      `S mail: Mail with the document to nimal@example.com handed to Amazon SES, message id <m-${orderId}@ses.example>`,
      "P mail: The recipient's mail server accepted the mail to nimal@example.com",
      "S sign_in: Tracking page opened with order id and e-mail address from 112.134.1.1 (Sri Lanka)",
      "S download: Document arrival-card-v1.pdf downloaded in full from 112.134.1.1 (Sri Lanka)",
      "S order: Order received from the checkout",
    ]);
    expect(delivery.map(({ at }) => at)).toEqual(delivery.map(({ at }) => at).toSorted());
  });

  it("state when a mail bounced, or was written to a file because there is no mail server", async () => {
    const { orderId, documentId } = await clearOrder(program);
    const bounced = await addMail(program, orderId, documentId, { state: "bounced", toAddress: "agent@example.net" });
    await addReport(program, bounced, "bounced", "2026-02-21T11:00:00Z");
    await addMail(program, orderId, documentId, {
      state: "written",
      transport: "file",
      acceptedAt: new Date("2026-02-21T12:00:00Z"),
    });
    const { delivery, deliveryMail } = await program.factsOf(orderId);
    const texts = delivery.map(({ text }) => text);
    expect(texts).toContain("The mail could not be delivered to agent@example.net");
    expect(texts.some((text) => text.includes("written to a file of this installation"))).toBe(true);
    expect(deliveryMail).toMatchObject({
      isSent: false,
      via: "a file of this installation, which has no mail server",
      deliveredAt: null,
    });
  });

  it("count a complaint as a receipt", async () => {
    const { orderId, documentId } = await clearOrder(program);
    const mailId = await addMail(program, orderId, documentId, { state: "complained" });
    await addReport(program, mailId, "complained", "2026-02-21T11:00:00Z");
    expect((await program.factsOf(orderId)).deliveryMail?.deliveredAt).toBe("2026-02-21T11:00:00.000Z");
  });

  it("call a download no longer the customer's that the customer called somebody else's, and say why", async () => {
    const { orderId, documentId } = await clearOrder(program);
    await addDownload(program, orderId, documentId, { ip: "8.8.8.8" });
    const before = await program.factsOf(orderId);
    await program.db.execute(sql`insert into download_reports (order_id, download_id, reported_at, note, ip, user_agent)
      select order_id, id, '2026-02-25T10:00Z', '', '112.134.1.1', '' from downloads where order_id = ${orderId} and ip = '8.8.8.8'`);
    const after = await program.factsOf(orderId);
    expect([before, after].map(({ downloads }) => downloads.map(({ ip }) => ip))).toEqual([
      ["112.134.1.1", "8.8.8.8"],
      ["112.134.1.1"],
    ]);
    expect(after.leftOut).toEqual({ ...before.leftOut, questioned: 1 });
    expect(leftOutText(after)).toContain("1 download that the customer said to be somebody else's; ");
    expect(leftOutText(before)).not.toContain("somebody else");
    const told = after.delivery.filter(({ kind }) => kind === "download").map(({ text }) => text);
    expect(told[1]).toContain("8.8.8.8");
    expect(told[1]).toContain("; the customer said on 2026-02-25 that it was not theirs");
  });

  it("list complete downloads by people, and count the others", async () => {
    const { orderId, documentId } = await clearOrder(program);
    await addDownload(program, orderId, documentId, { isAutomated: true, userAgent: "curl/8.1", ip: "8.8.8.8" });
    await addDownload(program, orderId, documentId, { isAutomated: true, completedAt: null });
    await addDownload(program, orderId, documentId, { completedAt: null });
    await addDownload(program, orderId, documentId, { country: null, ip: "8.8.8.8" });
    const { downloads, leftOut, signIns } = await program.factsOf(orderId);
    expect(downloads.map(({ ip, place }) => [ip, place])).toEqual([
      ["112.134.1.1", "Sri Lanka"],
      ["8.8.8.8", "United States of America"],
    ]);
    expect(leftOut).toEqual({ automated: 2, incomplete: 1, repeated: 0 });
    expect(signIns).toEqual([
      {
        at: "2026-02-22T06:59:00.000Z",
        ip: "112.134.1.1",
        place: "Sri Lanka",
        device: "Mobile iPhone",
        browser: "Safari 18.5",
        os: "iOS 18.5",
      },
    ]);
  });

  it("list as contact only the comments that are flagged as contact", async () => {
    const { orderId } = await clearOrder(program);
    await addContact(program, orderId, "On WhatsApp");
    await addContact(program, orderId, "On the telephone", "telephone");
    await addContact(program, orderId, "On both", "both");
    await call(program.address, "POST", "/api/admin/add-new-remark", {
      token: program.token,
      body: { orderId, remark: "An inner note" },
    });
    const { contact } = await program.factsOf(orderId);
    expect(contact.map(({ channel, text }) => [channel, text])).toEqual([
      ["WhatsApp", "On WhatsApp"],
      ["Telephone", "On the telephone"],
      ["WhatsApp and telephone", "On both"],
    ]);
  });

  it("never contain the passport number or a card number, in whatever field they were entered", async () => {
    const spaced = `${PASSPORT.slice(0, 1)} ${PASSPORT.slice(1)}`;
    const given = {
      full_name: `Nimal ${PASSPORT} Perera`,
      email: `nimal.${PASSPORT}@example.com`,
      flight_number: `UL ${PASSPORT}`,
      sex: spaced,
      place_of_stay: `Passport ${spaced}, card 4111 1111 1111 1111`,
      purpose_of_visit: PASSPORT.toLowerCase(),
      travel_mode: PASSPORT,
      port_of_departure: PASSPORT,
      port_of_arrival: PASSPORT,
      transaction_id: `ch_${PASSPORT}`,
      merchant_name: `Shop ${PASSPORT}`,
      user_agent: `${PASSPORT}/1.0 (X11) ${PASSPORT}`,
      terms_version: PASSPORT,
      refund_policy_version: PASSPORT,
      card_brand: PASSPORT,
      avs_result: PASSPORT,
      cvc_result: PASSPORT,
      three_ds_result: PASSPORT,
      billing_name: `N ${PASSPORT}`,
    };
    const earlier = { ...given, paid_at: "2025-09-01T00:00:00Z", device_id: PURCHASE.device_id };
    await intake(program, { ...PURCHASE, ...earlier });
    const { orderId, documentId } = await clearOrder(program, given);
    const data = { ip: "112.134.1.1", user_agent: `${PASSPORT}/2.0`, country: "LK" };
    await recordEvent(program, orderId, "2026-02-22T08:00:00Z", { type: "tracked", data });
    await recordEvent(program, orderId, "2026-02-22T09:00:00Z", {
      type: "paid",
      data: { status: "New", transaction_id: PASSPORT, merchant_name: PASSPORT },
    });
    await addDownload(program, orderId, documentId, { userAgent: `${PASSPORT}/3.0` });
    await addMail(program, orderId, documentId, { toAddress: `${PASSPORT}@example.net`, messageId: `<${PASSPORT}@x>` });
    await addContact(program, orderId, `Her passport is ${spaced}, her card 4111-1111-1111-1111.`);
    await openDispute(program, orderId);
    await program.db.execute(`update disputes set case_id = 'case ${PASSPORT}' where order_id = ${orderId}`);
    for (const type of PACK_TYPES) {
      const text = JSON.stringify(await program.factsOf(orderId, type)).replace(/[^a-z0-9]/gi, "");
      expect(text).not.toMatch(new RegExp(PASSPORT, "i"));
      expect(text).not.toContain("4111111111111111");
      expect(text).toContain("1111");
    }
  });

  it("are null for missing values, and claim nothing", async () => {
    const { order_id: orderId } = await intake(program);
    await program.set(orderId, { status: "Completed", nationalityCode: null, nationalityText: null });
    expect(await program.factsOf(orderId)).toMatchObject({
      order: { telephone: null, passportNumber: null, birthYear: null, nationality: null, flightNumber: null },
      payment: { transactionId: null, amount: null, avs: null, cvc: null, threeDs: null },
      purchase: { ip: null, place: null, device: null, browser: null, os: null },
      terms: { version: null, acceptedAt: null, refundPolicyVersion: null },
      document: null,
      deliveryMail: null,
      downloads: [],
      signIns: [],
      leftOut: { automated: 0, incomplete: 0, repeated: 0 },
    });
  });

  it("state the open dispute and the refund", async () => {
    const { orderId } = await clearOrder(program);
    await program.set(orderId, { refundedAt: new Date("2026-03-01T00:00:00Z") });
    await openDispute(program, orderId);
    const reason: DisputeReason = "not_received";
    await program.db.execute(
      `update disputes set reason = '${reason}', amount = 123456789012.3456, currency = 'USD', due_date = '2026-04-01', case_id = 'C-1' where order_id = ${orderId}`,
    );
    expect(await program.factsOf(orderId)).toMatchObject({
      dispute: { reason, amount: "123456789012.3456", currency: "USD", dueDate: "2026-04-01", caseId: "C-1" },
      refund: { recordedAt: "2026-03-01T00:00:00.000Z", isDue: false },
    });
  });
});

describe("what was sold", () => {
  it("is the bought mode, whatever queue the order was in", async () => {
    const { orderId } = await clearOrder(program, { processing_mode: "Standard", arrival_date: "2099-12-24" });
    expect(await orderDetails(program, program.token, orderId)).toMatchObject({
      processing_mode: "Future",
      bought_mode: "Standard",
    });
    expect((await program.factsOf(orderId)).sold.mode).toBe("Standard");
  });

  it("is not recorded for an old Future order, and is kept for one that becomes Future", async () => {
    const { orderId } = await clearOrder(program);
    await program.set(orderId, { boughtMode: null, processingMode: "Future" });
    expect((await program.factsOf(orderId)).sold.mode).toBeNull();
    const { orderId: later } = await clearOrder(program, { processing_mode: "Priority" });
    await program.set(later, { boughtMode: null });
    expect((await program.factsOf(later)).sold.mode).toBe("Priority");
    await program.set(later, { processingMode: "Future" });
    expect((await program.factsOf(later, 2)).sold.mode).toBe("Priority");
  });
});

describe("the texts of the policies", () => {
  it("are those of the accepted versions, and null for a version that is not on record", async () => {
    const at = new Date("2026-03-01T00:00:00Z");
    const policies = [
      { kind: "terms", version: "2026-01", text: "The terms of January" },
      { kind: "terms", version: "2026-02", text: "The terms of February" },
    ] as const;
    expect(await ensurePolicies(program.db, at, policies)).toEqual([]);
    expect(await ensurePolicies(program.db, at, policies)).toEqual([]);
    const { orderId } = await clearOrder(program, { refund_policy_version: "2025-07" });
    expect((await program.factsOf(orderId)).terms).toMatchObject({
      version: "2026-01",
      text: "The terms of January",
      refundPolicyVersion: "2025-07",
      refundPolicyText: null,
    });
  });

  it("can't change for a version, neither by configuration nor in the database", async () => {
    const at = new Date("2026-03-01T00:00:00Z");
    await ensurePolicies(program.db, at, [{ kind: "refund", version: "9", text: "One text" }]);
    const [problem, ...others] = await ensurePolicies(program.db, at, [
      { kind: "refund", version: "9", text: "Another text" },
    ]);
    expect(others).toEqual([]);
    expect(problem).toMatch(/^REFUND_POLICY_VERSION 9 is on record with another text/);
    await expect(program.db.execute("update policy_versions set text = 'x'")).rejects.toThrow();
    await expect(program.db.execute("delete from policy_versions")).rejects.toThrow();
  });
});

describe("the names of the payment are graded", () => {
  const save = (orderId: number, transactionId: string) =>
    call(program.address, "POST", "/api/admin/save-transaction-details", {
      token: program.token,
      body: { orderId, transactionId, merchantName: "Arrival Card Ltd" },
    });

  it("S as sent by the checkout, T after staff entered them, S again after a payment", async () => {
    const { orderId } = await clearOrder(program);
    expect((await program.factsOf(orderId)).grades.transaction).toBe("S");
    await save(orderId, "ch_by_hand");
    expect(await program.factsOf(orderId)).toMatchObject({
      grades: { transaction: "T", amount: "S" },
      payment: { transactionId: "ch_by_hand" },
    });
    const data = { status: "New", transaction_id: "ch_by_hand", merchant_name: "Arrival Card Ltd" } as const;
    await recordEvent(program, orderId, new Date().toISOString(), { type: "paid", data });
    expect((await program.factsOf(orderId)).grades.transaction).toBe("S");
  });

  it("S when the payment came later, with a separate line", async () => {
    const { transaction_id, merchant_name, paid_at: _paidAt, ...unpaid } = PURCHASE;
    const { order_id: orderId } = await intake(program, { ...unpaid, paid: false });
    const paid = await call(program.address, "POST", `/api/intake/orders/${orderId}/payment`, {
      token: INTAKE_KEY,
      body: { transaction_id, merchant_name },
    });
    expect(paid.code).toBe(200);
    await program.set(orderId, { status: "Completed" });
    const { grades, delivery } = await program.factsOf(orderId);
    expect(grades).toMatchObject({ transaction: "S", paidAt: "S" });
    expect(delivery.map(({ text }) => text)).toEqual([
      "Order received from the checkout",
      "Payment recorded, transaction ch_3MqL9x",
    ]);
  });
});
