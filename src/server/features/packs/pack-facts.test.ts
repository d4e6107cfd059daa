import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DisputeReason } from "#contract/disputes.ts";
import { orders } from "#server/platform/db/schema.ts";
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
  tell,
} from "#test/support/evidence-order.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { INTAKE_KEY, startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import type { PackFacts } from "./pack-facts.ts";

let program: TestProgram;
let token: string;
let told: PackFacts | undefined;

beforeAll(async () => {
  program = await startTestProgram({
    environment: {
      COMPANY_NAME: "Arrival Card Ltd",
      COMPANY_ADDRESS: "1 High Street, London",
      COMPANY_TELEPHONE: "+44 20 7946 0000",
      COMPANY_TAX_ID: "GB 123 4567 89",
      STATEMENT_DESCRIPTOR: "ARRIVALCARD",
    },
    services: {
      packRenderer: {
        render: async (facts) => {
          told = facts;
          return { bytes: plainPdf("page"), pages: 1 };
        },
        close: async () => undefined,
      },
    },
  });
  token = await program.signIn("Manager");
});
afterAll(() => program.stop());
beforeEach(() => {
  told = undefined;
});

/** What a new pack of the order says. */
async function factsOf(orderId: number, defencePackType = 1): Promise<PackFacts> {
  const response = await fetch(`${program.address}/api/admin/get-defence-pack-pdf`, {
    method: "POST",
    headers: { authorization: token, "content-type": "application/json" },
    body: JSON.stringify({ orderId, defencePackType, overrideReason: "A test" }),
  });
  if (response.status !== 200) throw new Error(await response.text());
  if (told === undefined) throw new Error("the pack was not made anew");
  return told;
}
const set = (orderId: number, change: Partial<typeof orders.$inferInsert>) =>
  program.db.update(orders).set(change).where(eq(orders.id, orderId));

describe("the facts of a pack", () => {
  it("are the order's, with what is personal masked", async () => {
    const { orderId } = await clearOrder(program);
    const facts = await factsOf(orderId);
    expect(facts).toMatchObject({
      type: 1,
      caseReference: `${orderId}-P1-${new Date().toISOString().slice(0, 10).replaceAll("-", "")}`,
      company: {
        name: "Arrival Card Ltd",
        address: "1 High Street, London",
        telephone: "+44 20 7946 0000",
        taxId: "GB 123 4567 89",
        descriptor: "ARRIVALCARD",
        termsText: null,
        refundPolicyText: null,
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
        grade: "S",
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
      terms: { version: "2026-01", acceptedAt: "2026-02-20T08:59:00.000Z", refundPolicyVersion: "2026-01" },
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

  it("tell the delivery in the order of time, each line with who vouches for it", async () => {
    const { orderId, mailId } = await clearOrder(program);
    await tell(program, orderId, "2026-02-21T09:00:00Z", {
      type: "moved",
      data: { from: "New", to: "AwaitingGovt", reason: `passport ${PASSPORT} seen` },
    });
    await addReport(program, mailId, "deferred", "2026-02-21T10:00:08Z");
    await addReport(program, mailId, "delivered", "2026-02-21T10:30:00Z");
    const { delivery } = await factsOf(orderId);
    expect(delivery.map(({ text, grade, kind }) => `${grade} ${kind}: ${text.replace(/[0-9a-f]{64}/, "…")}`)).toEqual([
      "S payment: Payment made, as the checkout stated",
      "S move: Order moved to Awaiting Govt",
      "S document: Document arrival-card-v1.pdf stored, 84211 bytes, SHA-256 …",
      `S mail: Mail with the document to nimal@example.com handed to Amazon SES, message id <m-${orderId}@ses.example>`,
      "P mail: The recipient's mail server accepted the mail to nimal@example.com",
      "S sign_in: Tracking page opened with order id and e-mail address from 112.134.1.1 (Sri Lanka)",
      "S download: Document arrival-card-v1.pdf downloaded to its last byte from 112.134.1.1 (Sri Lanka)",
      "S order: Order received from the checkout",
    ]);
    expect(delivery.map(({ at }) => at)).toEqual(delivery.map(({ at }) => at).toSorted());
  });

  it("say so when a mail came back, or went to a file because there is no mail server", async () => {
    const { orderId, documentId } = await clearOrder(program);
    const bounced = await addMail(program, orderId, documentId, { state: "bounced", toAddress: "agent@example.net" });
    await addReport(program, bounced, "bounced", "2026-02-21T11:00:00Z");
    await addMail(program, orderId, documentId, {
      state: "written",
      transport: "file",
      acceptedAt: new Date("2026-02-21T12:00:00Z"),
    });
    const { delivery, deliveryMail } = await factsOf(orderId);
    const texts = delivery.map(({ text }) => text);
    expect(texts).toContain("The mail could not be delivered to agent@example.net");
    expect(texts.some((text) => text.includes("written to a file of this installation"))).toBe(true);
    expect(deliveryMail).toMatchObject({
      isSent: false,
      via: "a file of this installation, which has no mail server",
      deliveredAt: null,
    });
  });

  it("take a complaint for a receipt", async () => {
    const { orderId, documentId } = await clearOrder(program);
    const mailId = await addMail(program, orderId, documentId, { state: "complained" });
    await addReport(program, mailId, "complained", "2026-02-21T11:00:00Z");
    expect((await factsOf(orderId)).deliveryMail?.deliveredAt).toBe("2026-02-21T11:00:00.000Z");
  });

  it("list the downloads of people that came to their end, and count the others", async () => {
    const { orderId, documentId } = await clearOrder(program);
    await addDownload(program, orderId, documentId, { isAutomated: true, userAgent: "curl/8.1", ip: "8.8.8.8" });
    await addDownload(program, orderId, documentId, { isAutomated: true, completedAt: null });
    await addDownload(program, orderId, documentId, { completedAt: null });
    await addDownload(program, orderId, documentId, { country: null, ip: "8.8.8.8" });
    const { downloads, leftOut, signIns } = await factsOf(orderId);
    expect(downloads.map(({ ip, place }) => [ip, place])).toEqual([
      ["112.134.1.1", "Sri Lanka"],
      ["8.8.8.8", "United States of America"],
    ]);
    expect(leftOut).toEqual({ automated: 2, incomplete: 1 });
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

  it("know the contact with the customer by the comments that are marked so, and no other", async () => {
    const { orderId } = await clearOrder(program);
    await addContact(program, orderId, "On WhatsApp");
    await addContact(program, orderId, "On the telephone", "telephone");
    await addContact(program, orderId, "On both", "both");
    await call(program.address, "POST", "/api/admin/add-new-remark", {
      token,
      body: { orderId, remark: "An inner note" },
    });
    const { contact } = await factsOf(orderId);
    expect(contact.map(({ channel, text }) => [channel, text])).toEqual([
      ["WhatsApp", "On WhatsApp"],
      ["Telephone", "On the telephone"],
      ["WhatsApp and telephone", "On both"],
    ]);
  });

  it("never hold the passport number or a card number, wherever somebody wrote them", async () => {
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
    const earlier = { ...given, paid_at: "2025-09-01T00:00:00Z", device_id: "dev_4711" };
    await intake(program, { ...PURCHASE, ...earlier });
    const { orderId, documentId } = await clearOrder(program, given);
    const data = { ip: "112.134.1.1", user_agent: `${PASSPORT}/2.0`, country: "LK" };
    await tell(program, orderId, "2026-02-22T08:00:00Z", { type: "tracked", data });
    await tell(program, orderId, "2026-02-22T09:00:00Z", {
      type: "paid",
      data: { status: "New", transaction_id: PASSPORT, merchant_name: PASSPORT },
    });
    await addDownload(program, orderId, documentId, { userAgent: `${PASSPORT}/3.0` });
    await addMail(program, orderId, documentId, { toAddress: `${PASSPORT}@example.net`, messageId: `<${PASSPORT}@x>` });
    await addContact(program, orderId, `Her passport is ${spaced}, her card 4111-1111-1111-1111.`);
    await openDispute(program, orderId);
    await program.db.execute(`update disputes set case_id = 'case ${PASSPORT}' where order_id = ${orderId}`);
    for (const type of [1, 2]) {
      told = undefined;
      const text = JSON.stringify(await factsOf(orderId, type)).replace(/[^a-z0-9]/gi, "");
      expect(text).not.toMatch(new RegExp(PASSPORT, "i"));
      expect(text).not.toContain("4111111111111111");
      expect(text).toContain("1111");
    }
  });

  it("say null for what is not held, and claim nothing", async () => {
    const { order_id: orderId } = await intake(program);
    await set(orderId, { status: "Completed", nationalityCode: null, nationalityText: null });
    expect(await factsOf(orderId)).toMatchObject({
      order: { telephone: null, passportNumber: null, birthYear: null, nationality: null, flightNumber: null },
      payment: { transactionId: null, amount: null, avs: null, cvc: null, threeDs: null },
      purchase: { ip: null, place: null, device: null, browser: null, os: null },
      terms: { version: null, acceptedAt: null, refundPolicyVersion: null },
      document: null,
      deliveryMail: null,
      downloads: [],
      signIns: [],
      leftOut: { automated: 0, incomplete: 0 },
    });
  });

  it("tell of the open dispute, and of the money that went back", async () => {
    const { orderId } = await clearOrder(program);
    await set(orderId, { refundedAt: new Date("2026-03-01T00:00:00Z") });
    await openDispute(program, orderId);
    const reason: DisputeReason = "not_received";
    await program.db.execute(
      `update disputes set reason = '${reason}', amount = 123456789012.3456, currency = 'USD', due_date = '2026-04-01', case_id = 'C-1' where order_id = ${orderId}`,
    );
    expect(await factsOf(orderId)).toMatchObject({
      dispute: { reason, amount: "123456789012.3456", currency: "USD", dueDate: "2026-04-01", caseId: "C-1" },
      refund: { recordedAt: "2026-03-01T00:00:00.000Z", isDue: false },
    });
  });
});

describe("the names of the payment are graded", () => {
  const save = (orderId: number, transactionId: string) =>
    call(program.address, "POST", "/api/admin/save-transaction-details", {
      token,
      body: { orderId, transactionId, merchantName: "Arrival Card Ltd" },
    });

  it("S as the checkout supplied them, T once staff entered them, S again after a payment", async () => {
    const { orderId } = await clearOrder(program);
    expect((await factsOf(orderId)).payment.grade).toBe("S");
    await save(orderId, "ch_by_hand");
    expect((await factsOf(orderId)).payment).toMatchObject({ grade: "T", transactionId: "ch_by_hand" });
    const data = { status: "New", transaction_id: "ch_by_hand", merchant_name: "Arrival Card Ltd" } as const;
    await tell(program, orderId, new Date().toISOString(), { type: "paid", data });
    expect((await factsOf(orderId)).payment.grade).toBe("S");
  });

  it("S when the payment came later, with a line of its own", async () => {
    const { transaction_id, merchant_name, paid_at: _paidAt, ...unpaid } = PURCHASE;
    const { order_id: orderId } = await intake(program, { ...unpaid, paid: false });
    const paid = await call(program.address, "POST", `/api/intake/orders/${orderId}/payment`, {
      token: INTAKE_KEY,
      body: { transaction_id, merchant_name },
    });
    expect(paid.code).toBe(200);
    await set(orderId, { status: "Completed" });
    const { payment, delivery } = await factsOf(orderId);
    expect(payment.grade).toBe("S");
    expect(delivery.map(({ text }) => text)).toEqual([
      "Order received from the checkout",
      "Payment recorded, transaction ch_3MqL9x",
    ]);
  });
});

const DAY = 86_400_000;
const DISPUTED_AT = Date.parse(PURCHASE.paid_at);
const daysBefore = (days: number) => new Date(DISPUTED_AT - days * DAY).toISOString();
/** Each case has customers, cards and devices of its own. */
let customers = 0;

interface EarlierWish extends Record<string, unknown> {
  days?: number;
  isDisputed?: boolean;
}

/** The second pack of an order, with these earlier ones of the same customer beside it. */
async function withEarlier(
  wishes: EarlierWish[],
  disputed: Record<string, unknown> = {},
): Promise<PackFacts["earlier"]> {
  customers += 1;
  const own = {
    email: `ce${customers}@example.com`,
    device_id: `dev_ce_${customers}`,
    purchase_ip: `112.134.2.${customers}`,
    payment_fingerprint: `fp_ce_${customers}`,
    card_last4: String(1000 + customers),
    telephone_number: `7700 9${String(customers).padStart(5, "0")}`,
    full_name: `Customer Number ${"i".repeat(customers)}`,
  };
  for (const { days = 200, isDisputed = false, ...given } of wishes) {
    const { order_id: id } = await intake(program, { ...PURCHASE, ...own, paid_at: daysBefore(days), ...given });
    if (isDisputed) await openDispute(program, id);
  }
  const { orderId } = await clearOrder(program, { ...own, ...disputed });
  return (await factsOf(orderId, 2)).earlier;
}

describe("compelling evidence", () => {
  const CASES: [string, EarlierWish[], PackFacts["earlier"]["verdict"], RegExp | null, Record<string, unknown>?][] = [
    ["two orders that share all", [{}, { days: 300 }], "eligible", null],
    ["the first and the last day", [{ days: 120 }, { days: 365 }], "eligible", null],
    ["one that is too young", [{ days: 119 }, { days: 200 }], "not_eligible", /1 earlier order paid 120 to 365 days/],
    ["one that is too old", [{ days: 366 }, { days: 200 }], "not_eligible", /1 earlier order paid 120 to 365 days/],
    ["one order alone", [{}], "not_eligible", /1 earlier order paid with the same card; 2 are needed/],
    ["no earlier order", [], "not_eligible", /no earlier orders paid with the same card/],
    ["one that was disputed", [{}, { isDisputed: true }], "not_eligible", /1 earlier order without a dispute/],
    ["a third one beside a disputed", [{}, {}, { isDisputed: true }], "eligible", null],
    ["address and e-mail address", [{ device_id: "x1" }, { device_id: null }], "eligible", null],
    ["device and e-mail address", [{ purchase_ip: "8.8.8.8" }, { purchase_ip: null }], "eligible", null],
    ["address and device", [{ email: "a@example.com" }, { email: "b@example.com" }], "eligible", null],
    [
      "neither address nor device",
      [{}, { purchase_ip: "8.8.8.8", device_id: "other" }],
      "not_eligible",
      /share two of address, device and e-mail/,
    ],
    [
      "the address alone",
      [{}, { device_id: "other", email: "c@example.com" }],
      "not_eligible",
      /share two of address, device and e-mail/,
    ],
    ["another card", [{}, { payment_fingerprint: "fp_other" }], "not_eligible", /1 earlier order paid with the same/],
    ["an earlier one without a fingerprint", [{}, { payment_fingerprint: null }], "possible", /fingerprint/],
    ["no fingerprint at all", [{}, {}], "possible", /fingerprint/, { payment_fingerprint: null }],
    [
      "no fingerprint and another name on the card",
      [{}, {}],
      "not_eligible",
      /no earlier orders paid with the same card/,
      { payment_fingerprint: null, billing_name: "Somebody Else" },
    ],
    [
      "a card of another scheme",
      [{}, {}],
      "not_eligible",
      /Visa's, and the card is Mastercard/,
      { card_brand: "Mastercard" },
    ],
    ["a card of an unknown scheme", [{}, {}], "possible", /brand of the card/, { card_brand: null }],
    ["an unpaid earlier order", [{}, { paid: false }], "not_eligible", /1 earlier order paid with the same card/],
  ];

  it.each(CASES)("%s", async (_what, wishes, verdict, missing, disputed = {}) => {
    const earlier = await withEarlier(wishes, disputed);
    expect([earlier.verdict, earlier.missing]).toEqual([
      verdict,
      missing === null ? null : expect.stringMatching(missing),
    ]);
    const qualifying = earlier.orders.filter(({ qualifies }) => qualifies);
    if (verdict === "eligible") expect(qualifying.length).toBeGreaterThanOrEqual(2);
  });

  it("tells each earlier order with what it shares, those that qualify first", async () => {
    const { orders: found } = await withEarlier([
      { days: 10 },
      { days: 150, transaction_id: "ch_150", device_id: "other" },
      { days: 160, isDisputed: true },
    ]);
    expect(found.map(({ ageDays, qualifies, hadDispute }) => [ageDays, qualifies, hadDispute])).toEqual([
      [150, true, false],
      [10, false, false],
      [160, false, true],
    ]);
    expect(found[0]).toMatchObject({
      transactionId: "ch_150",
      amount: "49.90",
      place: "Sri Lanka",
      device: "Mobile iPhone",
      browser: "Safari 18.5",
      os: "iOS 18.5",
      shares: ["ip", "email", "telephone", "name"],
      samePaymentCredential: true,
    });
  });

  it("leaves out who only has a card with the same four digits, later orders and purged ones", async () => {
    const stranger = {
      payment_fingerprint: "fp_stranger",
      email: "stranger@example.com",
      device_id: "dev_stranger",
      purchase_ip: "8.8.8.8",
      telephone_number: "1",
      full_name: "A Stranger",
    };
    const later = { days: -5 };
    expect((await withEarlier([stranger, later])).orders).toEqual([]);
    const { orders: found } = await withEarlier([{}]);
    await set(found[0]?.id ?? 0, { purgedAt: new Date() });
    const { orderId } = await clearOrder(program, {
      payment_fingerprint: `fp_ce_${customers}`,
      email: "d@example.com",
    });
    expect((await factsOf(orderId, 2)).earlier.orders.map(({ id }) => id)).not.toContain(found[0]?.id);
  });
});
