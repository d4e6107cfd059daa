import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod";
import type { recordPayment } from "#contract/intake/intake.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { call, intake } from "#test/support/client.ts";
import { INTAKE_KEY, startTestProgram, type TestProgram } from "#test/support/test-program.ts";

let program: TestProgram;
let token: string;

beforeAll(async () => {
  program = await startTestProgram();
  token = await program.signIn("Manager");
});
afterAll(() => program.stop());

type Recorded = z.infer<typeof recordPayment.data>;
const NAMES = { transaction_id: "ch_1", merchant_name: "Shop" };
const EVIDENCE = {
  amount: "49.90",
  currency: "USD",
  paid_at: "2026-02-20T09:00:00Z",
  charge_id: "py_1",
  payment_fingerprint: "fp_1",
  card_brand: "Visa",
  card_last4: "4242",
  card_country: "GB",
  avs_result: "Y",
  cvc_result: "M",
  three_ds_result: "authenticated",
  billing_name: "N Perera",
  purchase_ip: "112.134.1.1",
  user_agent: "A browser",
  device_id: "dev_4711_0123456",
  device_fingerprint: "f".repeat(20),
  account_id: "account 1",
};
const COLUMNS = Object.keys(EVIDENCE).join(", ");

const pay = (id: number, body: object) =>
  call<Recorded>(program.address, "POST", `/api/intake/orders/${id}/payment`, { token: INTAKE_KEY, body });
const move = (orderId: number, updatingStatus: string) =>
  call(program.address, "PUT", "/api/admin/move-order-status", { token, body: { orderId, updatingStatus } });
const detailsOf = async (id: number) =>
  (await call<OrderDetails>(program.address, "GET", `/api/admin/get-orders-details/${id}`, { token })).body.data;
async function heldOf(id: number): Promise<Record<string, unknown>> {
  const { rows } = await program.db.execute(`select ${COLUMNS} from orders where id = ${id}`);
  const { paid_at, amount, ...row } = rows[0] ?? {};
  return { ...row, amount: Number(amount).toFixed(2), paid_at: new Date(String(paid_at)).toISOString() };
}
const stored = { ...EVIDENCE, paid_at: "2026-02-20T09:00:00.000Z" };

describe("a payment", () => {
  it("stores card, checks, device and account, and records it in the timeline", async () => {
    const { order_id: id } = await intake(program, { paid: false });
    const { code, body: answer } = await pay(id, { ...NAMES, ...EVIDENCE });
    expect([code, answer.data]).toEqual([200, { order_id: id, process_status: "New" }]);
    expect(await heldOf(id)).toEqual(stored);
    const { timeline } = await detailsOf(id);
    const completed = timeline.find(({ type }) => type === "payment-completed");
    expect(completed?.data).toEqual({ fields: expect.arrayContaining(Object.keys(EVIDENCE)) });
  });

  it("adds to an order that was paid before, once, and changes nothing it has", async () => {
    const { order_id: id } = await intake(program, {
      ...NAMES,
      paid: true,
      paid_at: EVIDENCE.paid_at,
      card_brand: "visa",
    });
    const first = await pay(id, { ...NAMES, ...EVIDENCE });
    expect(first.body.data.warnings).toEqual([
      { field: "card_brand", code: "payment_differs", message: expect.any(String) },
    ]);
    expect(await heldOf(id)).toEqual({ ...stored, card_brand: "visa" });
    await pay(id, { ...NAMES, ...EVIDENCE });
    const { timeline } = await detailsOf(id);
    expect(timeline.filter(({ type }) => type === "payment-completed")).toHaveLength(1);
  });

  it("of another transaction adds nothing to a paid order", async () => {
    const { order_id: id } = await intake(program, { ...NAMES, paid: true });
    const { body: answer } = await pay(id, { ...NAMES, transaction_id: "ch_other", card_brand: "Visa" });
    expect(answer.data.warnings?.map(({ field }) => field)).toEqual(["transaction_id"]);
    expect((await heldOf(id)).card_brand).toBeNull();
  });

  it("that differs from the order is reported, and the order's value stays", async () => {
    const { order_id: id } = await intake(program, { paid: false, amount: "10", currency: "USD" });
    const same = await pay(id, { ...NAMES, amount: "10.00", currency: "EUR" });
    expect(same.body.data.warnings?.map(({ field }) => field)).toEqual(["currency"]);
    expect(await detailsOf(id)).toMatchObject({ amount: "10.00", currency: "USD" });
  });

  it("reports device facts that are too short, at intake and again for the same request", async () => {
    const { order_id: id } = await intake(program, { paid: false });
    const { body: answer } = await pay(id, { ...NAMES, device_id: "short", device_fingerprint: "f".repeat(19) });
    expect(answer.data.warnings?.map(({ code }) => code)).toEqual(["device_id_short", "device_fingerprint_short"]);
  });
});

describe("a payment for a deleted order", () => {
  it("is marked on the order, in the timeline and in the list that needs attention", async () => {
    const { order_id: id } = await intake(program, { paid: false, full_name: "Late Payer" });
    await move(id, "Deleted");
    expect((await pay(id, { ...NAMES, amount: "49.90", currency: "USD" })).body.data.process_status).toBe("Deleted");
    const { paid_while_deleted_at: at, timeline } = await detailsOf(id);
    expect(at).toMatch(/^\d{4}-/);
    expect(timeline.map(({ type }) => type)).toContain("paid-while-deleted");
    const list = async () =>
      (await call(program.address, "GET", "/api/admin/disputes", { token })).body.paid_while_deleted;
    expect(await list()).toEqual([
      { order_id: id, full_name: "Late Payer", transaction_id: "ch_1", amount: "49.90", currency: "USD", at },
    ]);
    await move(id, "Refunds");
    expect(await list()).toEqual([]);
    expect((await detailsOf(id)).paid_while_deleted_at).toBeNull();
    // A member who deletes it now knows of the payment.
    await move(id, "Deleted");
    expect(await list()).toEqual([]);
  });
});
