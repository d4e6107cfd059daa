import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  DISPUTE_OUTCOMES,
  DISPUTE_STAGES,
  type DisputeOutcome,
  type DisputeStage,
} from "#contract/disputes/disputes.ts";
import type { PerOrderResult } from "#contract/envelope.ts";
import { MESSAGES } from "#contract/messages.ts";
import type { OrderRow } from "#contract/orders/orders.ts";
import { REFUND_MESSAGES } from "#contract/refunds/messages.ts";
import type { Refund, RefundTotal } from "#contract/refunds/refunds.ts";
import { ROLES } from "#contract/roles.ts";
import { call, intake } from "#test/support/client.ts";
import { brokenEvents, eventTypesOf, orderDetails, orderIn, put } from "#test/support/orders.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

let program: TestProgram;
let manager: string;
let team: string;

beforeAll(async () => {
  program = await startTestProgram();
  manager = await program.signIn("Manager");
  team = await program.signIn("Team");
});
afterAll(() => program.stop());

const PAID = { paid: true, amount: "49.99", currency: "USD", transaction_id: "ch_1", merchant_name: "Shop" };
const inRefunds = (given: Record<string, unknown> = PAID) => orderIn(program, { status: "Refunds" }, given);
const newOrder = async () => (await intake(program)).order_id;
const statusOf = (orderId: number) => orderDetails(program, team, orderId);
const refundAll = (orderId: unknown, token = team, reason?: string) =>
  put<PerOrderResult[]>(program, token, "move-to-complete-refund", { orderId, reason });
const post = <T = Refund>(name: string, body: object, token = team) =>
  call<T>(program.address, "POST", `/api/admin/${name}`, { token, body });
/** A refund of a part, by a Team member. */
const record = (orderId: number, given: object = {}, token = team) =>
  post(
    "record-refund",
    { orderId, lastRefundId: null, amount: "20", currency: "USD", reasonCode: "goodwill", ...given },
    token,
  );

async function dispute(orderId: number, given: { stage?: DisputeStage | null; outcome?: DisputeOutcome } = {}) {
  const { stage = null, outcome = null } = given;
  await program.db.execute(sql`
    insert into disputes (order_id, opened_at, stage, outcome, closed_at)
    values (${orderId}, now(), ${stage}, ${outcome}, case when ${outcome}::text is not null then '2026-03-12T10:00:00Z'::timestamptz end)`);
}

describe("Refunded it", () => {
  it("writes the date once and leaves the order listed in Refunds @4-024", async () => {
    const id = await orderIn(program, { status: "Refunds" });
    const first = await refundAll([{ id, status: "Refunds" }]);
    expect([first.code, first.body.message]).toEqual([200, REFUND_MESSAGES.refundRecorded]);
    const { refund_date, process_status } = await statusOf(id);
    expect([process_status, typeof refund_date]).toEqual(["Refunds", "string"]);
    const again = await refundAll([{ id, status: "Refunds" }]);
    expect([again.code, again.body.message]).toEqual([422, REFUND_MESSAGES.refundAlready]);
    expect((await statusOf(id)).refund_date).toBe(refund_date);
    expect(await eventTypesOf(program, id)).toEqual(["created", "refund-recorded"]);
  });

  it("returns a result for each order of a mixed selection @4-026", async () => {
    const due = await orderIn(program, { status: "Refunds" });
    const elsewhere = await newOrder();
    const { code, body } = await refundAll([{ id: due }, { id: elsewhere }, { id: 999_999 }, { id: due }]);
    expect([code, body.message]).toEqual([200, "1 of 3 orders recorded as refunded. The order is not in Refunds."]);
    expect(body.data.map(({ order_id, status, message }) => [order_id, status, message])).toEqual([
      [due, 1, REFUND_MESSAGES.refundRecorded],
      [elsewhere, 0, REFUND_MESSAGES.refundWrongStatus],
      [999_999, 0, MESSAGES.orderNotFound],
    ]);
  });

  it("is recorded once by two concurrent calls", async () => {
    const id = await orderIn(program, { status: "Refunds" });
    const answers = await Promise.all([refundAll([{ id }]), refundAll([{ id }]), refundAll([{ id }])]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 422, 422]);
    expect(await eventTypesOf(program, id)).toEqual(["created", "refund-recorded"]);
  });

  it("can be taken back by the member who recorded it, within an hour, and recorded again", async () => {
    const undo = (token: string, ids: number[]) =>
      put<PerOrderResult[]>(program, token, "undo-refunds", { orderId: ids.map((id) => ({ id })) });
    const [own, old, moved] = await Promise.all([1, 2, 3].map(() => orderIn(program, { status: "Refunds" })));
    const ids = [own, old, moved].map((id) => id ?? 0);
    await refundAll(ids.map((id) => ({ id })));
    await program.db.execute(sql`with late as (update refunds set recorded_at = now() - interval '61 minutes' where order_id = ${old} returning *)
      update orders set refunded_at = late.recorded_at from late where orders.id = ${old}`);
    await program.db.execute(sql`update orders set status = 'Completed' where id = ${moved}`);
    const foreign = await undo(await program.signIn("Manager"), ids);
    expect([foreign.code, foreign.body.message]).toEqual([422, REFUND_MESSAGES.refundUndoRefused]);
    const { code, body } = await undo(team, [...ids, 999_999]);
    expect([code, body.message]).toEqual([200, expect.stringMatching(/^1 of 4 orders taken back\./)]);
    expect(body.data.map(({ order_id, message }) => [order_id, message])).toEqual([
      [own, REFUND_MESSAGES.refundUndone],
      [old, REFUND_MESSAGES.refundUndoRefused],
      [moved, REFUND_MESSAGES.refundUndoRefused],
      [999_999, MESSAGES.orderNotFound],
    ]);
    expect((await statusOf(own ?? 0)).refund_date).toBeNull();
    expect((await undo(team, [own ?? 0])).code).toBe(422);
    expect((await refundAll([{ id: own }])).code).toBe(200);
    expect(await eventTypesOf(program, own ?? 0)).toEqual([
      "created",
      "refund-recorded",
      "refund-undone",
      "refund-recorded",
    ]);
    expect(await brokenEvents(program)).toEqual([]);
  });

  it.each([[[]], [undefined], ["text"], [[{}]], [[{ id: 0 }]]])("refuses %j @4-027", async (orderId) => {
    const { code, body } = await refundAll(orderId);
    expect([code, body.status, body.code]).toEqual([400, 0, "invalid_input"]);
  });
});

describe("a refund without particulars", () => {
  it("is of what is left of the payment, marked as assumed", async () => {
    const id = await inRefunds();
    await refundAll([{ id }]);
    const { refunds, refund_position } = await statusOf(id);
    expect(refunds).toMatchObject([
      { amount: "49.99", currency: "USD", is_assumed: true, recorded_by: "Team Member", undone_at: null },
    ]);
    expect(refund_position).toEqual({ recorded: "49.99", left: "0.00", currency: "USD" });
  });

  it("is of the rest after a part", async () => {
    const id = await inRefunds();
    await record(id);
    await refundAll([{ id }]);
    const { refunds, refund_date } = await statusOf(id);
    expect(refunds.map(({ amount, is_assumed }) => [amount, is_assumed])).toEqual([
      ["29.99", true],
      ["20.00", false],
    ]);
    expect(refund_date).not.toBeNull();
  });

  it("has no amount where that of the payment is unknown", async () => {
    const id = await inRefunds({ paid: true });
    expect((await statusOf(id)).refund_position).toEqual({ recorded: "0.00", left: null, currency: null });
    await refundAll([{ id }]);
    const { refunds, refund_position } = await statusOf(id);
    expect(refunds).toMatchObject([{ amount: null, currency: null, is_assumed: false }]);
    expect(refund_position).toEqual({ recorded: null, left: null, currency: null });
  });

  it("of an earlier version, a date alone, has an amount that is not recorded", async () => {
    const id = await inRefunds();
    await program.db.execute(sql`update orders set refunded_at = '2026-01-02T03:04:05Z' where id = ${id}`);
    expect((await statusOf(id)).refund_position).toEqual({ recorded: null, left: "0.00", currency: "USD" });
  });

  it.each(["JPY", "KWD"])("has the decimals of %s", async (currency) => {
    const id = await inRefunds({ ...PAID, amount: "5000", currency });
    await refundAll([{ id }]);
    expect((await statusOf(id)).refunds[0]?.amount).toBe(currency === "JPY" ? "5000" : "5000.000");
  });
});

describe("a refund of a part", () => {
  it("keeps its particulars and leaves the rest due", async () => {
    const id = await inRefunds();
    const { code, body } = await record(id, { reference: "re_1", note: "one of two" });
    expect([code, body.message]).toEqual([200, REFUND_MESSAGES.refundRecorded]);
    const stated = { amount: "20.00", currency: "USD", reason_code: "goodwill", reference: "re_1", note: "one of two" };
    expect(body.data).toMatchObject({ ...stated, is_assumed: false, override_reason: null });
    const { refund_date, refund_position, timeline } = await statusOf(id);
    expect([refund_date, refund_position]).toEqual([null, { recorded: "20.00", left: "29.99", currency: "USD" }]);
    expect(timeline.at(-1)).toMatchObject({ type: "refund-recorded", data: { amount: "20.00", reference: "re_1" } });
  });

  it("is recorded once when the call is repeated, and by one of two members at once", async () => {
    const id = await inRefunds();
    const answers = await Promise.all([record(id), record(id), record(id, {}, manager)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409]);
    expect((await statusOf(id)).refunds).toHaveLength(1);
  });

  it("completes the refund when nothing is left, and no further one is recorded", async () => {
    const id = await inRefunds();
    const first = (await record(id)).body.data.id;
    const second = await record(id, { lastRefundId: first, amount: "29.99" });
    expect(second.code).toBe(200);
    expect((await statusOf(id)).refund_date).toBe(second.body.data.recorded_at);
    const third = await record(id, { lastRefundId: second.body.data.id, amount: "0.01" });
    expect([third.code, third.body.message]).toEqual([422, REFUND_MESSAGES.refundAlready]);
  });

  it.each([
    [{ amount: "50" }, "amount", "At most 49.99 USD is left of the payment."],
    [{ currency: "EUR" }, "currency", "The payment was made in USD: enter the refund in USD."],
    [{ currency: "XYZ" }, "currency", "This is no currency code of ISO 4217."],
    [{ amount: "1.001" }, "amount", "The amount has more decimals than its currency."],
    [{ amount: "0.00" }, "amount", REFUND_MESSAGES.refundAmountInvalid],
    [{ amount: "-5" }, "amount", REFUND_MESSAGES.refundAmountInvalid],
    [{ reasonCode: "whim" }, "reasonCode", REFUND_MESSAGES.refundReasonUnknown],
    [{ note: "x".repeat(501) }, "note", "At most 500 characters."],
  ])("refuses %j and records nothing", async (given, path, message) => {
    const id = await inRefunds();
    const { code, body } = await record(id, given);
    expect([code, body.errors?.[0]]).toEqual([400, { path, message }]);
    expect((await statusOf(id)).refunds).toEqual([]);
  });

  it("needs an order in Refunds", async () => {
    const id = await newOrder();
    const { code, body } = await record(id);
    expect([code, body.message]).toEqual([422, REFUND_MESSAGES.refundWrongStatus]);
    expect((await record(999_999)).code).toBe(404);
  });
});

describe("the guard", () => {
  const isBlocked = (stage: DisputeStage | null, outcome?: DisputeOutcome) =>
    outcome === undefined ? stage !== "inquiry" : outcome === "lost" || outcome === "accepted";
  const cases = [null, ...DISPUTE_STAGES].flatMap((stage) =>
    [undefined, ...DISPUTE_OUTCOMES].map((outcome) => ({ stage, outcome, blocks: isBlocked(stage, outcome) })),
  );

  it.each(cases)("of a dispute at stage $stage with the outcome $outcome blocks: $blocks", async (given) => {
    const { blocks, stage, outcome } = given;
    const message =
      outcome === undefined ? REFUND_MESSAGES.refundDisputeOpen : /^The bank took this money back on 12-03-2026\./;
    const [many, one] = [await inRefunds(), await inRefunds()];
    for (const id of [many, one]) await dispute(id, { stage, ...(outcome !== undefined && { outcome }) });
    for (const answer of [await refundAll([{ id: many }]), await record(one)]) {
      if (!blocks) expect(answer.code).toBe(200);
      else
        expect([answer.code, answer.body]).toEqual([
          422,
          expect.objectContaining({ code: "refund_disputed", message: expect.stringMatching(message) }),
        ]);
    }
    expect((await statusOf(many)).refund_date === null).toBe(blocks);
    expect((await statusOf(one)).refunds).toHaveLength(blocks ? 0 : 1);
  });

  it("refuses the disputed rows of a selection alone, and a Manager records those with a reason", async () => {
    const [free, disputed] = [await inRefunds(), await inRefunds()];
    await dispute(disputed);
    const items = [{ id: free }, { id: disputed }];
    const { code, body } = await refundAll(items);
    expect([code, body.message]).toEqual([
      200,
      expect.stringMatching(/^1 of 2 orders recorded as refunded\. A dispute/),
    ]);
    expect(body.data[1]).toMatchObject({ order_id: disputed, status: 0, code: "refund_disputed" });
    const override = await refundAll([{ id: disputed }], manager, "the bank agreed");
    expect(override.code).toBe(200);
    expect((await statusOf(disputed)).refunds[0]?.override_reason).toBe("the bank agreed");
    expect((await statusOf(disputed)).timeline.at(-1)?.data).toMatchObject({ override_reason: "the bank agreed" });
  });

  it("keeps the reason of a Manager for the disputed rows alone", async () => {
    const [free, disputed] = [await inRefunds(), await inRefunds()];
    await dispute(disputed, { outcome: "lost" });
    expect((await refundAll([{ id: free }, { id: disputed }], manager, "agreed")).code).toBe(200);
    const reasons = [
      (await statusOf(free)).refunds[0]?.override_reason,
      (await statusOf(disputed)).refunds[0]?.override_reason,
    ];
    expect(reasons).toEqual([null, "agreed"]);
  });

  it.each(ROLES)("lets only Admins and Managers give a reason: %s", async (role) => {
    const token = await program.signIn(role);
    const [many, one] = [await inRefunds(), await inRefunds()];
    for (const id of [many, one]) await dispute(id);
    const expected = role === "Admin" || role === "Manager" ? 200 : 403;
    expect((await refundAll([{ id: many }], token, "agreed")).code).toBe(expected);
    expect((await record(one, { overrideReason: "agreed" }, token)).code).toBe(expected);
  });

  it("sees a dispute that is opened while the refund waits for the order", async () => {
    const id = await inRefunds();
    const refunding = await program.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from orders where id = ${id} for update`);
      await tx.execute(sql`insert into disputes (order_id, opened_at) values (${id}, now())`);
      return { answer: refundAll([{ id }]) };
    });
    expect((await refunding.answer).body.code).toBe("refund_disputed");
  });
});

describe("undoing a refund", () => {
  const undo = (refundId: number, token = manager, reason: unknown = "wrong order") =>
    post("undo-refund", { refundId, reason }, token);

  it("needs a reason, keeps the refund and makes it due again", async () => {
    const id = await inRefunds();
    await refundAll([{ id }]);
    const refundId = (await statusOf(id)).refunds[0]?.id ?? 0;
    expect((await undo(refundId, manager, " ")).code).toBe(400);
    const { code, body } = await undo(refundId);
    expect([code, body.data]).toEqual([
      200,
      expect.objectContaining({ undone_by: "Manager Member", undo_reason: "wrong order" }),
    ]);
    const { refund_date, refund_position, refunds } = await statusOf(id);
    expect([refund_date, refund_position.left, refunds.length]).toEqual([null, "49.99", 1]);
    expect((await undo(refundId)).body.message).toBe(REFUND_MESSAGES.refundAlreadyUndone);
    await refundAll([{ id }]);
    expect(await eventTypesOf(program, id)).toEqual(["created", "refund-recorded", "refund-undone", "refund-recorded"]);
    expect(await brokenEvents(program)).toEqual([]);
  });

  it("of one of two leaves its amount due", async () => {
    const id = await inRefunds();
    const first = (await record(id)).body.data.id;
    await refundAll([{ id }]);
    await undo(first);
    const { refund_date, refund_position } = await statusOf(id);
    expect([refund_date, refund_position]).toEqual([null, { recorded: "29.99", left: "20.00", currency: "USD" }]);
  });

  it("is done once by two members at once", async () => {
    const id = await inRefunds();
    await refundAll([{ id }]);
    const refundId = (await statusOf(id)).refunds[0]?.id ?? 0;
    const answers = await Promise.all([undo(refundId), undo(refundId), undo(refundId)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 422, 422]);
  });

  it.each(ROLES)("is for Admins and Managers alone: %s", async (role) => {
    const id = await inRefunds();
    await refundAll([{ id }]);
    const refundId = (await statusOf(id)).refunds[0]?.id ?? 0;
    const { code } = await undo(refundId, await program.signIn(role));
    expect(code).toBe(role === "Admin" || role === "Manager" ? 200 : 403);
  });
});

it("survives a move out of Refunds and back: only an undo clears its date", async () => {
  const id = await inRefunds();
  await refundAll([{ id }]);
  const { refund_date } = await statusOf(id);
  for (const updatingStatus of ["Contact Customer", "Refunds"]) {
    await put(program, team, "move-order-status", { orderId: id, updatingStatus });
  }
  const { process_status, refund_date: after } = await statusOf(id);
  expect([process_status, after]).toEqual(["Refunds", refund_date]);
});

it("is summed by currency for Managers and Admins, never across currencies", async () => {
  await program.db.execute(sql`update orders set status = 'Deleted'`);
  const [part, whole] = [await inRefunds(), await inRefunds()];
  await inRefunds({ ...PAID, amount: "1000", currency: "JPY" });
  await inRefunds({ paid: true });
  const old = await inRefunds();
  await record(part);
  await refundAll([{ id: whole }]);
  await program.db.execute(sql`update orders set refunded_at = now() where id = ${old}`);
  const totals = (token: string) => call<RefundTotal[]>(program.address, "GET", "/api/admin/refund-totals", { token });
  expect((await totals(manager)).body.data).toEqual([
    { currency: "JPY", due: "1000", recorded: "0", unknown_due: 0, unknown_recorded: 0 },
    { currency: "USD", due: "29.99", recorded: "69.99", unknown_due: 0, unknown_recorded: 1 },
    { currency: null, due: "0.00", recorded: "0.00", unknown_due: 1, unknown_recorded: 0 },
  ]);
  expect((await totals(team)).code).toBe(403);
});

it("is shown in the list and narrowed to what is due, partly refunded or refunded", async () => {
  await program.db.execute(sql`update orders set status = 'Deleted'`);
  const [due, part, whole] = [await inRefunds(), await inRefunds(), await inRefunds()];
  await record(part);
  await refundAll([{ id: whole }]);
  const idsOf = async (status: string) => {
    const path = `/api/admin/get-orders-list/refundOrder?limit=10&columns=refund&status=${encodeURIComponent(status)}`;
    const { body } = await call<OrderRow[]>(program.address, "GET", path, { token: team });
    return new Map(body.data.map((row) => [row.order_id, row.refund]));
  };
  expect([...(await idsOf("Refund due")).keys()].sort()).toEqual([due, part]);
  expect([...(await idsOf("Refund due,Partly refunded")).keys()].sort()).toEqual([due, part]);
  expect(await idsOf("Partly refunded")).toEqual(
    new Map([[part, { recorded: "20.00", left: "29.99", currency: "USD" }]]),
  );
  expect(await idsOf("Refunded")).toEqual(new Map([[whole, { recorded: "49.99", left: "0.00", currency: "USD" }]]));
});

it("of a part is told by every row, whatever its columns", async () => {
  const [due, part, whole] = [await inRefunds(), await inRefunds(), await inRefunds()];
  await record(part);
  await refundAll([{ id: whole }]);
  const { body } = await call<OrderRow[]>(program.address, "GET", "/api/admin/get-orders-list/refundOrder?limit=1000", {
    token: team,
  });
  const told = new Map(body.data.map((row) => [row.order_id, row.partly_refunded]));
  expect([due, part, whole].map((id) => told.get(id))).toEqual([undefined, true, undefined]);
});
