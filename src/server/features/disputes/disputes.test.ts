import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { notDay } from "#contract/date-schemas.ts";
import { DISPUTE_OUTCOMES, DISPUTE_REASONS, type Dispute } from "#contract/disputes/disputes.ts";
import { DISPUTE_MESSAGES } from "#contract/disputes/messages.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { ROLES } from "#contract/roles.ts";
import { call } from "#test/support/client.ts";
import { type DisputeProgram, empty, NOW, startDisputeProgram } from "#test/support/dispute-program.ts";
import { openDispute } from "#test/support/evidence-order.ts";
import { brokenEvents, eventTypesOf, putOrder } from "#test/support/orders.ts";

let program: DisputeProgram;

beforeAll(async () => {
  program = await startDisputeProgram();
});
afterAll(() => program.stop());
beforeEach(() => program.reset());

const known = { reason: "not_received", amount: "49.9", currency: "USD", dueDate: "2026-03-20", caseId: "dp_1N2" };
const lastEvent = async (orderId: number) => (await program.detailsOf(orderId)).timeline.at(-1);

describe("the details of a dispute", () => {
  it("are set by a member, recorded in the timeline and shown in the order", async () => {
    const { orderId, disputeId } = await program.disputed();
    const { code, body } = await program.post("update-dispute", { disputeId, version: 1, ...known });
    expect([code, body.message]).toEqual([200, DISPUTE_MESSAGES.disputeUpdated]);
    expect(body.data).toMatchObject({
      id: disputeId,
      is_open: true,
      opened_by: "Team Member",
      reason: "not_received",
      amount: "49.90",
      currency: "USD",
      due_date: "2026-03-20",
      case_id: "dp_1N2",
      outcome: null,
      closed_at: null,
      closed_by: null,
      version: 2,
    });
    const details = await program.detailsOf(orderId);
    expect(details.dispute).toEqual(body.data);
    expect(details.disputes).toEqual([body.data]);
    expect(await lastEvent(orderId)).toMatchObject({
      type: "dispute-updated",
      actor: { name: "Team Member" },
      data: { dispute_id: disputeId, reason: "not_received", amount: "49.9", currency: "USD", due_date: "2026-03-20" },
    });
    expect(await brokenEvents(program)).toEqual([]);
  });

  it("that are identical write nothing, and all can be cleared", async () => {
    const { orderId, disputeId } = await program.disputed();
    await program.post("update-dispute", { disputeId, version: 1, ...known });
    const again = await program.post("update-dispute", {
      disputeId,
      version: 2,
      ...known,
      amount: "049.9000",
      caseId: " dp_1N2\n",
    });
    expect([again.code, again.body.data.version]).toEqual([200, 2]);
    expect((await eventTypesOf(program, orderId)).filter((type) => type === "dispute-updated")).toHaveLength(1);
    const cleared = await program.post("update-dispute", {
      disputeId,
      version: 2,
      ...empty,
      reason: "",
      dueDate: "",
      caseId: " ",
    });
    expect(cleared.body.data).toMatchObject({ reason: null, amount: null, due_date: null, case_id: null, version: 3 });
  });

  it.each([
    ["5000.00", "JPY", "5000"],
    ["1.2", "KWD", "1.200"],
    ["49", "USD", "49.00"],
  ])("show %s %s in the decimals of the currency", async (amount, currency, shown) => {
    const { disputeId, orderId } = await program.disputed();
    const { code } = await program.post("update-dispute", { disputeId, version: 1, ...empty, amount, currency });
    expect([code, (await program.detailsOf(orderId)).dispute?.amount]).toEqual([200, shown]);
  });

  it("keep all digits of an amount, in the list and in the order", async () => {
    const { orderId, disputeId } = await program.disputed();
    const amount = "999999999999.999";
    const { body } = await program.post("update-dispute", { disputeId, version: 1, ...empty, amount, currency: "KWD" });
    expect(body.data.amount).toBe(amount);
    expect((await program.detailsOf(orderId)).dispute?.amount).toBe(amount);
    expect((await program.list()).data[0]?.amount).toBe(amount);
  });

  it.each(DISPUTE_REASONS)("accept the reason %s", async (reason) => {
    const { disputeId } = await program.disputed();
    expect((await program.post("update-dispute", { disputeId, version: 1, ...empty, reason })).body.data.reason).toBe(
      reason,
    );
  });

  it.each<[string, object, string]>([
    ["reason", { reason: "fraud" }, DISPUTE_MESSAGES.disputeReasonUnknown],
    ["reason", { reason: undefined }, DISPUTE_MESSAGES.disputeReasonUnknown],
    ["amount", { amount: "-1", currency: "USD" }, DISPUTE_MESSAGES.disputeAmountInvalid],
    ["amount", { amount: "1,50", currency: "USD" }, DISPUTE_MESSAGES.disputeAmountInvalid],
    ["amount", { amount: 1.5, currency: "USD" }, DISPUTE_MESSAGES.disputeAmountInvalid],
    ["amount", { amount: "1e9", currency: "USD" }, DISPUTE_MESSAGES.disputeAmountInvalid],
    ["amount", { amount: "1.00001", currency: "USD" }, DISPUTE_MESSAGES.disputeAmountInvalid],
    ["amount", { amount: null, currency: "USD" }, DISPUTE_MESSAGES.disputeAmountMissing],
    ["currency", { amount: "1", currency: null }, DISPUTE_MESSAGES.disputeCurrencyMissing],
    ["currency", { amount: "1", currency: "usd" }, DISPUTE_MESSAGES.disputeCurrencyInvalid],
    ["currency", { amount: "1", currency: "DOLLAR" }, DISPUTE_MESSAGES.disputeCurrencyInvalid],
    ["currency", { amount: "1", currency: "XQZ" }, DISPUTE_MESSAGES.disputeCurrencyUnknown],
    ["amount", { amount: "5000.5", currency: "JPY" }, DISPUTE_MESSAGES.disputeAmountDecimals],
    ["amount", { amount: "49.995", currency: "USD" }, DISPUTE_MESSAGES.disputeAmountDecimals],
    ["dueDate", { dueDate: "2026-02-30" }, notDay],
    ["dueDate", { dueDate: "20.03.2026" }, notDay],
    ["dueDate", { dueDate: "0000-01-01" }, notDay],
    ["caseId", { caseId: "x".repeat(101) }, DISPUTE_MESSAGES.disputeCaseIdLong],
    ["caseId", { caseId: 7 }, DISPUTE_MESSAGES.disputeCaseIdLong],
  ])("are refused at %s: %j", async (field, given, message) => {
    const { orderId, disputeId } = await program.disputed();
    const { code, body } = await program.post("update-dispute", { disputeId, version: 1, ...empty, ...given });
    expect([code, body.message, body.errors]).toEqual([400, message, [{ path: field, message }]]);
    expect((await program.detailsOf(orderId)).dispute?.version).toBe(1);
  });
});

describe("a dispute", () => {
  it.each(DISPUTE_OUTCOMES.filter((outcome) => outcome !== "opened_in_error"))(
    "ends %s: it stays in the order, and no money moves",
    async (outcome) => {
      const { orderId, disputeId } = await program.disputed();
      const before = await program.detailsOf(orderId);
      const { code, body } = await program.post("close-dispute", { disputeId, version: 1, outcome });
      expect([code, body.message]).toEqual([200, DISPUTE_MESSAGES.disputeClosed]);
      expect(body.data).toMatchObject({
        is_open: false,
        outcome,
        closed_at: NOW.toISOString(),
        closed_by: "Team Member",
        version: 2,
      });
      const { dispute, disputes, process_status, refund_date, version } = await program.detailsOf(orderId);
      expect([dispute, disputes]).toEqual([null, [body.data]]);
      expect({ process_status, refund_date, version }).toEqual({
        process_status: before.process_status,
        refund_date: before.refund_date,
        version: before.version,
      });
      expect(await lastEvent(orderId)).toMatchObject({
        type: "dispute-closed",
        data: { dispute_id: disputeId, outcome },
      });
    },
  );

  it("needs an outcome to be closed, and is closed once", async () => {
    const { disputeId } = await program.disputed();
    for (const outcome of [undefined, null, "", "draw"]) {
      const { code, body } = await program.post("close-dispute", { disputeId, version: 1, outcome });
      expect([code, body.errors]).toEqual([
        400,
        [{ path: "outcome", message: DISPUTE_MESSAGES.disputeOutcomeRequired }],
      ]);
    }
    await program.post("close-dispute", { disputeId, version: 1, outcome: "won" });
    const answers = [
      await program.post("close-dispute", { disputeId, version: 2, outcome: "lost" }),
      await program.post("update-dispute", { disputeId, version: 2, ...known }),
    ];
    for (const { code, body } of answers) {
      expect([code, body.code, body.message]).toEqual([422, "rule_violation", DISPUTE_MESSAGES.disputeIsClosed]);
    }
  });

  it("is reopened with its details, unless the order has another open one", async () => {
    const { orderId, disputeId } = await program.disputed();
    await program.post("update-dispute", { disputeId, version: 1, ...known });
    expect((await program.post("reopen-dispute", { disputeId, version: 2 })).body.message).toBe(
      DISPUTE_MESSAGES.disputeIsOpen,
    );
    await program.post("close-dispute", { disputeId, version: 2, outcome: "lost" });
    const { code, body } = await program.post("reopen-dispute", { disputeId, version: 3 });
    expect([code, body.message]).toEqual([200, DISPUTE_MESSAGES.disputeReopened]);
    expect(body.data).toMatchObject({
      is_open: true,
      outcome: null,
      closed_by: null,
      reason: "not_received",
      version: 4,
    });
    expect(await lastEvent(orderId)).toMatchObject({ type: "dispute-reopened", data: { dispute_id: disputeId } });

    await program.post("close-dispute", { disputeId, version: 4, outcome: "lost" });
    await openDispute(program, orderId);
    const refused = await program.post("reopen-dispute", { disputeId, version: 5 });
    expect([refused.code, refused.body.message]).toEqual([422, DISPUTE_MESSAGES.disputeOtherOpen]);
    const { dispute, disputes } = await program.detailsOf(orderId);
    expect(disputes.map(({ id, is_open }) => [id, is_open])).toEqual([
      [dispute?.id, true],
      [disputeId, false],
    ]);
  });

  it("that another member has changed is refused with their name", async () => {
    const { disputeId } = await program.disputed();
    await program.post("update-dispute", { disputeId, version: 1, ...known }, await program.signIn("Manager"));
    for (const [name, given] of [
      ["update-dispute", known],
      ["close-dispute", { outcome: "won" }],
      ["reopen-dispute", {}],
    ] as const) {
      const { code, body } = await program.post<unknown>(name, { disputeId, version: 1, ...given });
      expect([code, body.code, body.data]).toEqual([409, "conflict_version", { dispute_id: disputeId, version: 2 }]);
      expect(body.message).toBe(
        "Manager Member changed this dispute at 10-03-2026 12:00:00 UTC. Reload it and decide again.",
      );
    }
  });

  it("is closed as opened in error by a Manager, with a reason, while the processor has no case", async () => {
    const { orderId, disputeId } = await program.disputed();
    const manager = await program.signIn("Manager");
    const close = (given: object, token?: string) =>
      call<Dispute>(program.address, "POST", "/api/admin/close-dispute", {
        token: token ?? manager,
        body: { disputeId, version: 1, outcome: "opened_in_error", reason: "The wrong order", ...given },
      });
    expect((await close({}, await program.signIn("Team"))).code).toBe(403);
    expect(await close({ reason: " " })).toMatchObject({
      code: 400,
      body: { errors: [{ path: "reason", message: DISPUTE_MESSAGES.disputeErrorReasonRequired }] },
    });
    const known = await program.post("update-dispute", { disputeId, version: 1, ...empty, caseId: "dp_1" });
    expect(known.body.data.case_id).toBe("dp_1");
    expect(await close({ version: 2 })).toMatchObject({
      code: 422,
      body: { message: DISPUTE_MESSAGES.disputeErrorHasCase },
    });
    await program.post("update-dispute", { disputeId, version: 2, ...empty });
    expect(await close({ version: 3 })).toMatchObject({ code: 200, body: { data: { outcome: "opened_in_error" } } });
    expect(await lastEvent(orderId)).toMatchObject({
      type: "dispute-closed",
      data: { dispute_id: disputeId, outcome: "opened_in_error", reason: "The wrong order" },
    });
  });

  it("opened in error is found by no filter, nor is the flag that opened it, until it is reopened", async () => {
    const { orderId, disputeId } = await program.disputed();
    const manager = await program.signIn("Manager");
    const found = async (filter: string) => {
      const path = `/api/admin/get-orders-list/allOrder?limit=500&${filter}`;
      const { body } = await call<{ order_id: number }[]>(program.address, "GET", path, { token: manager });
      return body.data.some(({ order_id }) => order_id === orderId);
    };
    const states = async () => [
      await found("flag=chargeback"),
      await found("dispute=open"),
      await found("dispute=closed"),
    ];
    expect(await states()).toEqual([true, true, false]);
    const body = { disputeId, version: 1, outcome: "opened_in_error", reason: "The wrong order" };
    await call(program.address, "POST", "/api/admin/close-dispute", { token: manager, body });
    expect(await states()).toEqual([false, false, false]);
    await program.post("reopen-dispute", { disputeId, version: 2 });
    expect(await states()).toEqual([true, true, false]);
  });

  it("is closed by one of many concurrent calls", async () => {
    const { orderId, disputeId } = await program.disputed();
    const answers = await Promise.all(
      ["won", "lost", "accepted", "withdrawn"].map((outcome) =>
        program.post("close-dispute", { disputeId, version: 1, outcome }),
      ),
    );
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409, 409, 409]);
    expect((await eventTypesOf(program, orderId)).filter((type) => type === "dispute-closed")).toHaveLength(1);
  });

  it("reopened while a comment opens another leaves one open", async () => {
    const { orderId, disputeId } = await program.disputed();
    await program.post("close-dispute", { disputeId, version: 1, outcome: "lost" });
    await Promise.all([program.post("reopen-dispute", { disputeId, version: 2 }), openDispute(program, orderId)]);
    expect((await program.detailsOf(orderId)).disputes.filter(({ is_open }) => is_open)).toHaveLength(1);
    expect(await brokenEvents(program)).toEqual([]);
  });

  it("returns 404 if it is unknown or its order was purged", async () => {
    const { orderId, disputeId } = await program.disputed();
    await program.db.execute(sql`update orders set purged_at = now() where id = ${orderId}`);
    for (const id of [disputeId, 999_999]) {
      const { code, body } = await program.post("close-dispute", { disputeId: id, version: 1, outcome: "won" });
      expect([code, body.message]).toEqual([404, DISPUTE_MESSAGES.disputeNotFound]);
    }
    for (const bad of [{ disputeId: 0 }, { disputeId: "x" }, { version: 0 }, { version: null }, { version: 1.5 }]) {
      expect((await program.post("reopen-dispute", { disputeId, version: 1, ...bad })).code).toBe(400);
    }
  });

  it("blocks the purge of its order while open, but not when closed", async () => {
    const { orderId, disputeId } = await program.disputed();
    const admin = await program.signIn("Admin");
    const purge = () =>
      call(program.address, "PUT", "/api/admin/change-order-status", {
        token: admin,
        body: { orderId, updatingStatus: "Deleted", permanentDeletedFlag: true },
      });
    await putOrder(program, orderId, { status: "Deleted" });
    expect((await purge()).body.message).toBe(ORDER_MESSAGES.purgeOpenDispute);
    await program.post("close-dispute", { disputeId, version: 1, outcome: "withdrawn" });
    expect((await purge()).code).toBe(200);
    expect((await program.list("?state=closed")).total).toBe(0);
  });

  it("can be edited by every role", async () => {
    const { disputeId } = await program.disputed();
    let version = 1;
    for (const role of ROLES) {
      const as = await program.signIn(role);
      const closed = await program.post("close-dispute", { disputeId, version, outcome: "won" }, as);
      const reopened = await program.post("reopen-dispute", { disputeId, version: version + 1 }, as);
      expect([role, closed.code, reopened.code]).toEqual([role, 200, 200]);
      version += 2;
    }
  });
});
