import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, intake } from "#test/support/client.ts";
import { clearOrder, openDispute, PURCHASE } from "#test/support/evidence-order.ts";
import { orderDetails } from "#test/support/orders.ts";
import { type PackProgram, startPackProgram } from "#test/support/pack-program.ts";
import type { PackFacts } from "./pack-facts.ts";

let program: PackProgram;

beforeAll(async () => {
  program = await startPackProgram("Manager");
});
afterAll(() => program.stop());

const DAY = 86_400_000;
const DISPUTED_AT = Date.parse(PURCHASE.paid_at);
const daysBefore = (days: number) => new Date(DISPUTED_AT - days * DAY).toISOString();
/** Each case has its own customers, cards and devices. */
let customers = 0;

interface EarlierWish extends Record<string, unknown> {
  days?: number;
  isDisputed?: boolean;
}

/** The facts of Pack 2 of an order, with these earlier orders of the same customer. */
async function withEarlier(
  wishes: EarlierWish[],
  disputed: Record<string, unknown> = {},
): Promise<PackFacts["earlier"]> {
  customers += 1;
  const own = {
    email: `ce${customers}@example.com`,
    device_id: `dev_ce_of_customer_${customers}`,
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
  return (await program.factsOf(orderId, 2)).earlier;
}

describe("compelling evidence", () => {
  const CASES: [string, EarlierWish[], PackFacts["earlier"]["verdict"], RegExp | null, Record<string, unknown>?][] = [
    ["two orders that share all", [{}, { days: 300 }], "eligible", null],
    ["the first and the last day", [{ days: 120 }, { days: 364 }], "eligible", null],
    ["one that is too young", [{ days: 119 }, { days: 200 }], "not_eligible", /1 earlier order paid 120 to 364 days/],
    ["one that is too old", [{ days: 366 }, { days: 200 }], "not_eligible", /1 earlier order paid 120 to 364 days/],
    [
      "one on the day on which the pages differ",
      [{ days: 365 }, {}],
      "not_eligible",
      /\(one is 365 days old, on which/,
    ],
    ["one order alone", [{}], "not_eligible", /1 earlier order paid with the same card; 2 are needed/],
    ["no earlier order", [], "not_eligible", /no earlier orders paid with the same card/],
    ["one that was disputed", [{}, { isDisputed: true }], "not_eligible", /1 earlier order without a dispute/],
    ["a third one beside a disputed", [{}, {}, { isDisputed: true }], "eligible", null],
    ["address and e-mail address", [{ device_id: "x1" }, { device_id: null }], "possible", /account_id/],
    ["device and e-mail address", [{ purchase_ip: "8.8.8.8" }, { purchase_ip: null }], "possible", /account_id/],
    [
      "address and account",
      [
        { device_id: "x1", account_id: "a-1" },
        { device_id: null, account_id: "a-1" },
      ],
      "eligible",
      null,
      { account_id: "a-1" },
    ],
    ["a device id that is too short", [{}, {}], "possible", /account_id/, { device_id: "dev_short_0014" }],
    [
      "device ids of 14 characters on all sides",
      [{ device_id: "dev_short_0014" }, { device_id: "dev_short_0014" }],
      "possible",
      /account_id/,
      { device_id: "dev_short_0014" },
    ],
    [
      "fingerprints of 19 characters",
      [
        { device_id: null, device_fingerprint: "f".repeat(19) },
        { device_id: null, device_fingerprint: "f".repeat(19) },
      ],
      "possible",
      /account_id/,
      { device_fingerprint: "f".repeat(19) },
    ],
    [
      "fingerprints of 20 characters",
      [
        { device_id: null, device_fingerprint: "f".repeat(20) },
        { device_id: null, device_fingerprint: "f".repeat(20) },
      ],
      "eligible",
      null,
      { device_fingerprint: "f".repeat(20) },
    ],
    [
      "a private address",
      [
        { device_id: null, purchase_ip: "10.0.0.7" },
        { device_id: null, purchase_ip: "10.0.0.7" },
      ],
      "not_eligible",
      /share two of public address, device and account/,
      { purchase_ip: "10.0.0.7" },
    ],
    [
      "other elements in each of the two",
      [
        { device_id: "x1", account_id: "a-2" },
        { purchase_ip: "8.8.8.8", account_id: "a-2", device_id: null, email: "other@example.com" },
      ],
      "not_eligible",
      /1 earlier order that share two of public address/,
      { account_id: "a-2" },
    ],
    ["address and device", [{ email: "a@example.com" }, { email: "b@example.com" }], "eligible", null],
    [
      "neither address nor device",
      [{}, { purchase_ip: "8.8.8.8", device_id: "other" }],
      "not_eligible",
      /share two of public address, device and account/,
    ],
    [
      "the address alone",
      [{}, { device_id: "other", email: "c@example.com" }],
      "not_eligible",
      /share two of public address, device and account/,
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
    ["a card of another scheme", [{}, {}], "other_scheme", null, { card_brand: "Mastercard" }],
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
    if (verdict === "eligible") expect(qualifying).toHaveLength(2);
  });

  it("lists each earlier order with what it shares, those that qualify first", async () => {
    const { orders: found } = await withEarlier([
      { days: 10 },
      { days: 150, transaction_id: "ch_150", email: "other@example.com" },
      { days: 160, isDisputed: true },
      { days: 170 },
      { days: 180 },
    ]);
    expect(found.map(({ ageDays, qualifies, hadDispute }) => [ageDays, qualifies, hadDispute])).toEqual([
      [150, true, false],
      [170, true, false],
      [180, false, false],
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
      shares: ["ip", "device", "telephone", "name"],
      grade: "S",
      samePaymentCredential: true,
    });
  });

  it("excludes refunded payments, and counts a dispute opened in error as undisputed", async () => {
    const refunded = await withEarlier([{}, { days: 210 }]);
    await program.set(refunded.orders[0]?.id ?? 0, { refundedAt: new Date() });
    const again = await clearOrder(program, {
      payment_fingerprint: `fp_ce_${customers}`,
      device_id: `dev_ce_of_customer_${customers}`,
      purchase_ip: `112.134.2.${customers}`,
    });
    expect((await program.factsOf(again.orderId, 2)).earlier.missing).toMatch(/1 earlier order without a refund/);

    const before = await withEarlier([{}, { days: 210, isDisputed: true }]);
    expect(before.verdict).toBe("not_eligible");
    const disputed = before.orders.find(({ hadDispute }) => hadDispute)?.id ?? 0;
    const { dispute } = await orderDetails(program, program.token, disputed);
    const { id: disputeId, version } = dispute ?? { id: 0, version: 0 };
    const body = { disputeId, version, outcome: "opened_in_error", reason: "The wrong order" };
    expect((await call(program.address, "POST", "/api/admin/close-dispute", { token: program.token, body })).code).toBe(
      200,
    );
    const { orderId } = await clearOrder(program, {
      payment_fingerprint: `fp_ce_${customers}`,
      device_id: `dev_ce_of_customer_${customers}`,
      purchase_ip: `112.134.2.${customers}`,
    });
    expect((await program.factsOf(orderId, 2)).earlier.verdict).toBe("eligible");
  });

  it("leaves out orders with only the same last four digits, later orders and purged ones", async () => {
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
    await program.set(found[0]?.id ?? 0, { purgedAt: new Date() });
    const { orderId } = await clearOrder(program, {
      payment_fingerprint: `fp_ce_${customers}`,
      email: "d@example.com",
    });
    expect((await program.factsOf(orderId, 2)).earlier.orders.map(({ id }) => id)).not.toContain(found[0]?.id);
  });
});
