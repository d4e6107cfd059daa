import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GATEWAY_MESSAGES } from "#contract/gateways/messages.ts";
import { INTAKE_MESSAGES } from "#contract/intake/messages.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { call, intake, intakeBody } from "#test/support/client.ts";
import { databaseFingerprint } from "#test/support/database-fingerprint.ts";
import { fixedClock } from "#test/support/fixed-clock.ts";
import { brokenEvents, eventTypesOf, orderIn, putOrder } from "#test/support/orders.ts";
import { INTAKE_KEY, startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { releaseDueOrders } from "../orders/moves/release-orders.jobs.ts";

/** 10 March in Colombo; the staff's session lasts beyond midnight there. */
const DAYTIME = "2026-03-10T08:00:00Z";
const clock = fixedClock(DAYTIME);
let program: TestProgram;
let staff: string;

beforeAll(async () => {
  program = await startTestProgram({ now: clock.now, environment: { SESSION_IDLE_MINUTES: "720" } });
  staff = await program.signIn("Team");
});
afterAll(() => program.stop());
beforeEach(() => {
  clock.at = new Date(DAYTIME);
});

interface Received {
  order_id: number;
  process_status: string;
}
const post = (key: string, body: unknown, token = `Bearer ${INTAKE_KEY}`) =>
  call<Received>(program.address, "POST", "/api/intake/orders", { token, body, headers: { "idempotency-key": key } });
const detailsOf = async (id: number) =>
  (await call<OrderDetails>(program.address, "GET", `/api/admin/get-orders-details/${id}`, { token: staff })).body.data;
const countOrders = async () =>
  (await program.db.execute<{ count: number }>(sql`select count(*)::int as count from orders`)).rows[0]?.count;

describe("the first queue", () => {
  // The window of three days is open for arrivals up to 13 March.
  it.each([
    ["unpaid", { paid: false, processing_mode: "Priority", arrival_date: "2026-03-11" }, "Pending", "Priority"],
    ["unpaid and early", { paid: false, arrival_date: "2026-12-24" }, "Pending", "Standard"],
    ["Priority", { processing_mode: "Priority", arrival_date: "2026-03-11" }, "Priority", "Priority"],
    ["Priority and early", { processing_mode: "Priority", arrival_date: "2026-12-24" }, "Priority", "Priority"],
    ["the last open day", { arrival_date: "2026-03-13" }, "New", "Standard"],
    ["the first early day", { arrival_date: "2026-03-14" }, "Future", "Future"],
    ["Standard and early", { processing_mode: "Standard", arrival_date: "2026-12-24" }, "Future", "Future"],
    ["Future and open", { processing_mode: "Future", arrival_date: "2026-03-11" }, "New", "Future"],
    ["already arrived", { arrival_date: "2026-03-01" }, "New", "Standard"],
  ])("of an order that is %s @4-004", async (_what, given, status, mode) => {
    const { order_id: id, process_status } = await intake(program, given);
    expect([process_status, (await detailsOf(id)).processing_mode]).toEqual([status, mode]);
    expect(await eventTypesOf(program, id)).toEqual(["created"]);
  });

  it.each([
    ["the last second of the day in Colombo", "2026-03-10T18:29:59.999Z", "Future", "2026-03-11"],
    ["the first instant of the next", "2026-03-10T18:30:00.000Z", "New", "2026-03-11"],
  ])("is decided by %s @4-004", async (_what, at, status, processingDate) => {
    clock.at = new Date(at);
    const { order_id: id, process_status } = await intake(program, { arrival_date: "2026-03-14" });
    const { processing_date, process_month } = await detailsOf(id);
    expect([process_status, processing_date, process_month]).toEqual([status, processingDate, "Mar"]);
  });

  it("has a processing day three days before arrival, never before the order came @3-011", async () => {
    const later = await detailsOf((await intake(program, { arrival_date: "2026-04-02" })).order_id);
    expect([later.processing_date, later.process_month]).toEqual(["2026-03-30", "Mar"]);
    const past = await detailsOf((await intake(program, { arrival_date: "2026-03-01" })).order_id);
    expect([past.processing_date, past.process_month]).toEqual(["2026-03-10", "Mar"]);
  });
});

describe("one order for one key", () => {
  it("for repeated and concurrent requests", async () => {
    const before = await countOrders();
    const body = intakeBody({ full_name: "Same Request" });
    const answers = await Promise.all(Array.from({ length: 20 }, () => post("same key", body)));
    expect(answers.map(({ code }) => code).sort()).toEqual([...Array<number>(19).fill(200), 201]);
    const ids = new Set(answers.map(({ body: { data } }) => data.order_id));
    expect(ids.size).toBe(1);
    expect(await countOrders()).toBe((before ?? 0) + 1);
    expect(await eventTypesOf(program, [...ids][0] ?? 0)).toEqual(["created"]);
  });

  it("with the body's keys in another sequence", async () => {
    const body = intakeBody({ full_name: "Turned" });
    const turned = Object.fromEntries(Object.entries(body).toReversed());
    const first = await post("turned", body);
    const second = await post("turned", turned);
    expect([first.code, second.code]).toEqual([201, 200]);
    expect(second.body.data).toEqual(first.body.data);
  });

  it("answers a repeat with the order's current status", async () => {
    const body = intakeBody();
    const first = await post("moved in between", body);
    await putOrder(program, first.body.data.order_id, { status: "Awaiting" });
    expect((await post("moved in between", body)).body.data.process_status).toBe("Awaiting");
  });

  it("refuses another body and stores nothing", async () => {
    await post("taken", intakeBody());
    const before = await databaseFingerprint(program.db);
    const { code, body } = await post("taken", intakeBody({ full_name: "Somebody Else" }));
    expect([code, body.code, body.message]).toEqual([409, "conflict_version", INTAKE_MESSAGES.idempotencyConflict]);
    expect(await databaseFingerprint(program.db)).toEqual(before);
  });

  it("leaves the key of a failed request free", async () => {
    const refused = await post("free again", intakeBody({ gateway_id: 99 }));
    expect([refused.code, refused.body.errors?.[0]?.path]).toEqual([400, "gateway_id"]);
    expect((await post("free again", intakeBody())).code).toBe(201);
  });

  it.each([
    ["x".repeat(255), 201],
    ["x".repeat(256), 400],
    ["", 400],
  ])("accepts 1 to 255 characters (%#)", async (key, code) => {
    expect((await post(key, intakeBody())).code).toBe(code);
  });

  it("requires a key", async () => {
    const { code, body } = await call(program.address, "POST", "/api/intake/orders", {
      token: INTAKE_KEY,
      body: intakeBody(),
    });
    expect([code, body.message]).toEqual([400, INTAKE_MESSAGES.idempotencyKey]);
  });
});

describe("intake keys", () => {
  it("are all accepted, with and without Bearer", async () => {
    const keys = ["first-key-of-rotation", "second-key-of-rotation"];
    const other = await startTestProgram({ environment: { INTAKE_API_KEY: keys.join(", ") } });
    const ask = async (token: string) =>
      (await call(other.address, "GET", "/api/intake/active-gateway", { token })).code;
    for (const key of keys) expect([await ask(key), await ask(`Bearer ${key}`)]).toEqual([200, 200]);
    expect([await ask(keys.join(", ")), await ask(`${keys[0]} `.repeat(2)), await ask("")]).toEqual([401, 401, 401]);
    await other.stop();
  });
});

describe("a payment", () => {
  const payment = { transaction_id: "pi_1", merchant_name: "Merchant" };
  const pay = (id: number, body: object = payment) =>
    call<Received>(program.address, "POST", `/api/intake/orders/${id}/payment`, { token: INTAKE_KEY, body });

  it.each([
    ["Standard", "2026-03-11", "New"],
    ["Standard", "2026-12-24", "Future"],
    ["Priority", "2026-12-24", "Priority"],
  ])("releases a Pending order (%s, %s) to %s @4-004", async (processing_mode, arrival_date, status) => {
    const { order_id: id } = await intake(program, { paid: false, processing_mode, arrival_date });
    const { code, body } = await pay(id);
    expect([code, body.data]).toEqual([200, { order_id: id, process_status: status }]);
    const { paid, transaction_id, merchant_name, version, previous_status } = await detailsOf(id);
    expect({ paid, transaction_id, merchant_name, version, previous_status }).toEqual({
      paid: true,
      ...payment,
      version: 2,
      previous_status: "Pending",
    });
  });

  it("changes nothing the second time, nor in ten concurrent calls", async () => {
    const { order_id: id } = await intake(program, { paid: false, arrival_date: "2026-03-11" });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => pay(id, { ...payment, transaction_id: `pi_${index}` })),
    );
    expect(new Set(answers.map(({ code, body }) => `${code} ${body.data.process_status}`))).toEqual(
      new Set(["200 New"]),
    );
    expect(await eventTypesOf(program, id)).toEqual(["created", "paid"]);
    const before = await databaseFingerprint(program.db);
    expect((await pay(id, { transaction_id: "other", merchant_name: "other" })).code).toBe(200);
    expect(await databaseFingerprint(program.db)).toEqual(before);
  });

  it("doesn't move an order that staff have moved", async () => {
    for (const status of ["Deleted", "Awaiting"] as const) {
      const id = await orderIn(program, { status, previousStatus: "Pending", isPaid: false }, { paid: false });
      expect((await pay(id)).body.data.process_status).toBe(status);
      const { paid, process_status, version } = await detailsOf(id);
      expect([paid, process_status, version]).toEqual([true, status, 1]);
    }
  });

  it("is refused for an unknown order and an unknown gateway, and changes nothing", async () => {
    const { order_id: id } = await intake(program, { paid: false });
    const before = await databaseFingerprint(program.db);
    expect((await pay(999_999)).code).toBe(404);
    const { code, body } = await pay(id, { ...payment, gateway_id: 99 });
    expect([code, body.message]).toEqual([400, GATEWAY_MESSAGES.gatewayUnknown]);
    expect(await databaseFingerprint(program.db)).toEqual(before);
  });
});

describe("the gateway of an order", () => {
  it("is the named one, else the currently active one @4-028", async () => {
    const active = await call<{ id: number; is_active: string }>(program.address, "GET", "/api/intake/active-gateway", {
      token: INTAKE_KEY,
    });
    expect(active.body.data).toMatchObject({ is_active: "1", gateway_name: "Stripe" });
    const names = async (given: object) =>
      (await detailsOf((await intake(program, { ...given })).order_id)).gateway_name;
    expect(await names({})).toBe("Stripe");
    expect(await names({ gateway_id: 2 })).toBe("PayPal");
    await program.db.execute(sql`update gateways set is_active = false`);
    await program.db.execute(sql`update gateways set is_active = true where name = 'PayPal'`);
    expect(await names({})).toBe("PayPal");
  });
});

describe("the release of Future orders", () => {
  const release = () => releaseDueOrders({ db: program.db, now: clock.now });

  it("happens once, even with several processes @4-005", async () => {
    const ids: number[] = [];
    for (let index = 0; index < 15; index += 1) {
      ids.push((await intake(program, { arrival_date: "2026-04-20" })).order_id);
    }
    const early = (await intake(program, { arrival_date: "2026-04-21" })).order_id;
    clock.at = new Date("2026-04-16T18:29:59Z");
    await release();
    expect((await eventTypesOf(program, ids[0] ?? 0)).length).toBe(1);
    clock.at = new Date("2026-04-16T18:30:00Z");
    const released = await Promise.all([release(), release(), release()]);
    expect(released.reduce((sum, count) => sum + count, 0)).toBe(ids.length);
    expect(await release()).toBe(0);
    for (const id of ids) expect(await eventTypesOf(program, id)).toEqual(["created", "released"]);
    expect(await eventTypesOf(program, early)).toEqual(["created"]);
    expect(await brokenEvents(program)).toEqual([]);
    clock.at = new Date(DAYTIME);
    expect(await detailsOf(ids[0] ?? 0)).toMatchObject({
      process_status: "New",
      previous_status: "Future",
      version: 2,
    });
  });
});

describe("nationality", () => {
  it.each([
    ["GB", "United Kingdom"],
    ["gbr", "United Kingdom"],
    ["  united   kingdom ", "United Kingdom"],
    ["LKA", "Sri Lanka"],
    ["sri lanka", "Sri Lanka"],
    ["Côte d'Ivoire", "Cote d'Ivoire"],
    ["cote d'ivoire", "Cote d'Ivoire"],
    ["USA", "United States of America"],
    ["Atlantis", "Unknown"],
    ["XX", "Unknown"],
    ["ZZZ", "Unknown"],
  ])("%j is shown as %s", async (nationality, shown) => {
    expect((await detailsOf((await intake(program, { nationality })).order_id)).nationality).toBe(shown);
  });
});

describe("the fields of a checkout", () => {
  it("are all stored, cleaned, and missing values are null @3-047", async () => {
    const { order_id: id } = await intake(program, {
      full_name: " Zoe\u0308 \u202eX ",
      place_of_stay: "",
      sex: null,
      amount: "49.9",
      currency: "USD",
      date_of_birth: "1990-02-28",
    });
    expect(await detailsOf(id)).toMatchObject({
      full_name: "Zoë X",
      place_of_stay: null,
      sex: null,
      flight_number: null,
      amount: "49.90",
      currency: "USD",
      date_of_birth: "1990-02-28",
      arrival_date: intakeBody().arrival_date,
    });
  });

  it.each(["full_name", "email", "nationality", "arrival_date", "paid"])("are refused without %s", async (field) => {
    const { code, body } = await post(`without ${field}`, { ...intakeBody(), [field]: undefined });
    expect([code, body.errors?.map(({ path }) => path)]).toEqual([400, [field]]);
  });
});

describe("text from outside", () => {
  it("is stored without what nobody sees, and keeps apart what a tab divides", async () => {
    const given = { full_name: "Maria\tLo\u200bpez\u00a0Paz", email: "\u200bmaria.lopez@example.com\u2060" };
    const { order_id } = await intake(program, given);
    expect(await detailsOf(order_id)).toMatchObject({ full_name: "Maria Lopez Paz", email: "maria.lopez@example.com" });
  });

  it.each([
    [{ email: "user@example.com\ufffd" }, "email is not an e-mail address."],
    [{ email: "‘user@example.com’" }, "email is not an e-mail address."],
    [{ email: "user@example.com/" }, "email is not an e-mail address."],
    [{ full_name: "\u200b\u3164" }, "full_name is required."],
    [{ full_name: "- 12 -" }, "full_name must have a letter."],
    [{ full_name: "\u0640\u0640" }, "full_name must have a letter."],
  ])("is refused with its sentence: %j", async (given, sentence) => {
    const { code, body } = await post(`odd ${encodeURIComponent(JSON.stringify(given))}`, intakeBody(given));
    expect([code, body.errors?.map(({ message }) => message)]).toEqual([400, [sentence]]);
  });

  it("is refused, not damaged, when it is not UTF-8", async () => {
    const before = await countOrders();
    const latin = Buffer.from(JSON.stringify(intakeBody({ full_name: "René Dupé" })), "latin1");
    for (const type of ["application/json", "application/json; charset=iso-8859-1"]) {
      const response = await fetch(`${program.address}/api/intake/orders`, {
        method: "POST",
        headers: { authorization: `Bearer ${INTAKE_KEY}`, "content-type": type, "idempotency-key": `latin ${type}` },
        body: latin,
      });
      expect([response.status, (await response.json()).message]).toEqual([
        400,
        "The request body must be text in UTF-8.",
      ]);
    }
    expect(await countOrders()).toBe(before);
  });
});
