import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { REMARK_MESSAGES } from "#contract/remarks/messages.ts";
import type { Remark } from "#contract/remarks/remarks.ts";
import { call, intake } from "#test/support/client.ts";
import { fixedClock } from "#test/support/fixed-clock.ts";
import { eventTypesOf } from "#test/support/orders.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

const clock = fixedClock("2026-03-08T06:59:59Z");
let program: TestProgram;
let token: string;

beforeAll(async () => {
  program = await startTestProgram({ now: clock.now });
  token = await program.signIn("Telecaller");
});
afterAll(() => program.stop());

const add = (body: object, as = token) =>
  call<Remark>(program.address, "POST", "/api/admin/add-new-remark", { token: as, body });
const newOrder = async () => (await intake(program)).order_id;
const detailsOf = async (id: number) =>
  (await call<OrderDetails>(program.address, "GET", `/api/admin/get-orders-details/${id}`, { token })).body.data;

describe("a comment", () => {
  it("is always attributed to the signed-in member @1-007 @6-009", async () => {
    const orderId = await newOrder();
    const { code, body } = await add({ orderId, remark: "Called the customer", remarkerName: "Somebody Else" });
    expect([code, body.message]).toEqual([200, REMARK_MESSAGES.remarkAdded]);
    expect(body.data).toMatchObject({ order_id: orderId, remark_name: "Telecaller Member", report_error: "N" });
    expect((await detailsOf(orderId)).remark).toEqual([body.data]);
    expect(await eventTypesOf(program, orderId)).toEqual(["created", "commented"]);
  });

  it("can't fill an order: thirty an hour by a member, requests for corrections counted too", async () => {
    const orderId = await newOrder();
    const manager = await program.signIn("Manager");
    const request = async (flight: string) =>
      await call(program.address, "POST", "/api/admin/request-correction", {
        token,
        body: { orderId, fields: { flight_number: flight }, note: "heard" },
      });
    for (let n = 0; n < 29; n += 1) expect((await add({ orderId, remark: `call ${n}` })).code).toBe(200);
    expect((await request("UL 1")).code).toBe(200);
    const refused = [await add({ orderId, remark: "one more" }), await request("UL 2")];
    expect(refused.map(({ code }) => code)).toEqual([429, 429]);
    expect((await add({ orderId: await newOrder(), remark: "another order" })).code).toBe(200);
    expect((await add({ orderId, remark: "another member" }, manager)).code).toBe(200);
  });

  it("has New York's date and time, before and after the clock change @3-033", async () => {
    const orderId = await newOrder();
    const first = await add({ orderId, remark: "before" });
    expect(first.body.data).toMatchObject({
      us_date: "03-08-2026",
      us_time: "01:59:59",
      create_ts: "2026-03-08T06:59:59.000Z",
    });
    clock.at = new Date("2026-03-08T07:00:00Z");
    const second = await add({ orderId, remark: "after" });
    expect(second.body.data).toMatchObject({ us_date: "03-08-2026", us_time: "03:00:00" });
    expect((await detailsOf(orderId)).remark.map(({ remark }) => remark)).toEqual(["after", "before"]);
  });

  it.each([
    ["whatsapp", "whatsapp"],
    ["telephone", "telephone"],
    ["statusRefund", "status_refund"],
    ["voided", "voided"],
    ["chargeBack", "chargeback"],
  ])("can have only the flag %s @3-034 @5-023", async (sent, kept) => {
    const { body } = await add({ orderId: await newOrder(), remark: "flagged", [sent]: "Y" });
    const flags = ["whatsapp", "telephone", "status_refund", "voided", "chargeback", "report_error"] as const;
    expect(flags.filter((flag) => body.data[flag] === "Y")).toEqual([kept]);
  });

  it.each(["y", "yes", true, 1, "", null])("refuses the flag value %j @3-035", async (whatsapp) => {
    const orderId = await newOrder();
    const { code, body } = await add({ orderId, remark: "flagged", whatsapp });
    expect([code, body.message, body.errors?.[0]?.path]).toEqual([400, REMARK_MESSAGES.flagInvalid, "whatsapp"]);
    expect(await eventTypesOf(program, orderId)).toEqual(["created"]);
  });

  it.each([undefined, "", "  ", "\u0000"])("requires a text (%j) @5-013", async (remark) => {
    const { code, body } = await add({ orderId: await newOrder(), remark });
    expect([code, body.message]).toEqual([400, "Please enter your remark"]);
  });

  it("has at most 4,000 characters and may have line breaks", async () => {
    const orderId = await newOrder();
    expect((await add({ orderId, remark: "x".repeat(4000) })).code).toBe(200);
    expect((await add({ orderId, remark: "x".repeat(4001) })).code).toBe(400);
    expect((await add({ orderId, remark: " a\r\n\tb\u0000 " })).body.data.remark).toBe("a\n b");
  });

  it("on an unknown order is 404", async () => {
    const { code, body } = await add({ orderId: 999_999, remark: "hello" });
    expect([code, body.message]).toEqual([404, MESSAGES.orderNotFound]);
  });

  it("with the refund flag does not move the order @5-023", async () => {
    const orderId = await newOrder();
    const { process_status, version } = await detailsOf(orderId);
    await add({ orderId, remark: "refund please", statusRefund: "Y" });
    expect(await detailsOf(orderId)).toMatchObject({ process_status, version });
  });
});

describe("a chargeback", () => {
  it("opens one dispute for any number of concurrent comments @5-023", async () => {
    const orderId = await newOrder();
    const manager = await program.signIn("Manager");
    const answers = await Promise.all(
      [token, manager, token, manager].map((as) => add({ orderId, remark: "chargeback", chargeBack: "Y" }, as)),
    );
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200]);
    const opened = (await eventTypesOf(program, orderId)).filter((type) => type === "dispute-opened");
    expect(opened).toHaveLength(1);
    const { dispute, remark } = await detailsOf(orderId);
    expect(remark).toHaveLength(4);
    expect(dispute).toMatchObject({ is_open: true, opened_by: expect.stringMatching(/^(Telecaller|Manager) Member$/) });
  });

  it("opens a new dispute after the old one is closed", async () => {
    const orderId = await newOrder();
    await add({ orderId, remark: "first", chargeBack: "Y" });
    await program.db.execute(sql`update disputes set closed_at = now() where order_id = ${orderId}`);
    expect((await detailsOf(orderId)).dispute).toBeNull();
    await add({ orderId, remark: "second", chargeBack: "Y" });
    expect((await detailsOf(orderId)).dispute).toMatchObject({ is_open: true });
  });
});
