import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import type { OrderRow } from "#contract/orders/orders.ts";
import { ROLES } from "#contract/roles.ts";
import { TRANSACTION_MESSAGES } from "#contract/transactions/messages.ts";
import { call, intake } from "#test/support/client.ts";
import { brokenEvents, eventTypesOf, orderIn, putOrder } from "#test/support/orders.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

let program: TestProgram;
let token: string;

beforeAll(async () => {
  program = await startTestProgram();
  token = await program.signIn("Team");
});
afterAll(() => program.stop());

interface Saved {
  order_id: number;
  transaction_id: string;
  merchant_name: string;
}
const save = (body: object, as = token) =>
  call<Saved>(program.address, "POST", "/api/admin/save-transaction-details", { token: as, body });
const detailsOf = async (id: number) =>
  (await call<OrderDetails>(program.address, "GET", `/api/admin/get-orders-details/${id}`, { token })).body.data;
const found = async (searchVal: string) => {
  const body = { start: 0, end: 10, searchVal, folderName: "allOrder" };
  const answer = await call<OrderRow[]>(program.address, "POST", "/api/admin/search-order", { token, body });
  return answer.body.data.map(({ order_id }) => order_id);
};
const wanted = { transactionId: "ch_3MqL9x", merchantName: "Arrival Card Ltd" };

describe("transaction details", () => {
  it("are saved with an event, without a new version of the order", async () => {
    const orderId = await orderIn(program, { status: "Completed" });
    const { version } = await detailsOf(orderId);
    const { code, body } = await save({ orderId, ...wanted });
    expect([code, body.status, body.message]).toEqual([200, 1, TRANSACTION_MESSAGES.transactionSaved]);
    expect(body.data).toEqual({ order_id: orderId, transaction_id: "ch_3MqL9x", merchant_name: "Arrival Card Ltd" });
    const details = await detailsOf(orderId);
    expect(details).toMatchObject({ transaction_id: "ch_3MqL9x", merchant_name: "Arrival Card Ltd", version });
    expect(details.timeline.at(-1)).toMatchObject({
      type: "transaction-saved",
      actor: { name: "Team Member" },
      data: { transaction_id: "ch_3MqL9x", merchant_name: "Arrival Card Ltd" },
    });
    expect(await brokenEvents(program)).toEqual([]);
  });

  it("make the order searchable by the new transaction id, not the old one, and by all other fields as before", async () => {
    const given = { transaction_id: "OLD-4711-XY", full_name: "Searchable Silva", passport_number: "N7788123" };
    const { order_id: orderId } = await intake(program, { ...given, merchant_name: "Shop" });
    expect(await found("old-4711")).toEqual([orderId]);
    await save({ orderId, transactionId: "New 0815 Ä", merchantName: "Shop" });
    expect(await found("old-4711")).toEqual([]);
    for (const text of ["new0815a", "searchable si", "N7788123"])
      expect([text, await found(text)]).toEqual([text, [orderId]]);
  });

  it("write nothing when unchanged", async () => {
    const orderId = await orderIn(program, { status: "Customer Called" });
    await save({ orderId, ...wanted });
    const again = await save({
      orderId: String(orderId),
      transactionId: ` ${wanted.transactionId}\n`,
      merchantName: wanted.merchantName,
    });
    expect([again.code, again.body.message]).toEqual([200, TRANSACTION_MESSAGES.transactionSaved]);
    expect(await eventTypesOf(program, orderId)).toEqual(["created", "transaction-saved"]);
    await save({ orderId, ...wanted, merchantName: "Another" });
    expect(await eventTypesOf(program, orderId)).toEqual(["created", "transaction-saved", "transaction-saved"]);
  });

  it("sent concurrently are written once", async () => {
    const orderId = await orderIn(program, { status: "Completed" });
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => save({ orderId, ...wanted })));
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200]);
    expect(await eventTypesOf(program, orderId)).toEqual(["created", "transaction-saved"]);
  });

  it.each([undefined, null, "", "  ", "\u0000", 5])("require a transaction id (%j) @5-017", async (transactionId) => {
    const { code, body } = await save({ orderId: 100001, ...wanted, transactionId });
    expect([code, body.message]).toEqual([400, "Please enter your Transaction Id"]);
    expect(body.errors?.[0]?.path).toBe("transactionId");
  });

  it.each([undefined, "", "\u202e"])("require a merchant name (%j) @5-018", async (merchantName) => {
    const { code, body } = await save({ orderId: 100001, ...wanted, merchantName });
    expect([code, body.message, body.errors?.[0]?.path]).toEqual([
      400,
      "Please enter your Merchant Name",
      "merchantName",
    ]);
  });

  it("have at most 200 characters", async () => {
    const orderId = await orderIn(program, { status: "Completed" });
    expect((await save({ orderId, ...wanted, transactionId: "x".repeat(201) })).code).toBe(400);
    expect((await save({ orderId, ...wanted, transactionId: "x".repeat(200) })).code).toBe(200);
  });

  it("of an unpaid order are refused, until it is paid", async () => {
    const { order_id: orderId } = await intake(program, { paid: false });
    const { code, body } = await save({ orderId, ...wanted });
    expect([code, body.code, body.message]).toEqual([422, "rule_violation", TRANSACTION_MESSAGES.transactionUnpaid]);
    await putOrder(program, orderId, { status: "Customer Called", isPaid: true });
    expect((await save({ orderId, ...wanted })).code).toBe(200);
  });

  it("of an unknown or purged order are 404", async () => {
    const orderId = await orderIn(program, { status: "Deleted" });
    await program.db.execute(sql`update orders set purged_at = now() where id = ${orderId}`);
    for (const id of [orderId, 999_999]) {
      const { code, body } = await save({ orderId: id, ...wanted });
      expect([code, body.message]).toEqual([404, MESSAGES.orderNotFound]);
    }
  });

  it("can be entered by every role", async () => {
    for (const role of ROLES) {
      const orderId = await orderIn(program, { status: "Completed" });
      expect([role, (await save({ orderId, ...wanted }, await program.signIn(role))).code]).toEqual([role, 200]);
    }
  });
});
