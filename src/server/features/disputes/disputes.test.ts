import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { notDay } from "#contract/dates.ts";
import { DISPUTE_OUTCOMES, DISPUTE_REASONS, type Dispute, type DisputeRow } from "#contract/disputes.ts";
import { MESSAGES } from "#contract/messages.ts";
import type { OrderDetails } from "#contract/orders.ts";
import { ROLES } from "#contract/roles.ts";
import { call, intake } from "#test/support/client.ts";
import { openDispute } from "#test/support/evidence-order.ts";
import { fixedClock } from "#test/support/fixed-clock.ts";
import { brokenEvents, historyOf, putOrder } from "#test/support/orders.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

const NOW = new Date("2026-03-10T12:00:00Z");
const clock = fixedClock(NOW.toISOString());
let program: TestProgram;
let token: string;

beforeAll(async () => {
  program = await startTestProgram({ now: clock.now });
  token = await program.signIn("Team");
});
afterAll(() => program.stop());
beforeEach(async () => {
  clock.at = NOW;
  await program.db.execute(sql`delete from disputes`);
});

const post = <T = Dispute>(name: string, body: object, as = token) =>
  call<T>(program.address, "POST", `/api/admin/${name}`, { token: as, body });
const detailsOf = async (id: number) =>
  (await call<OrderDetails>(program.address, "GET", `/api/admin/get-orders-details/${id}`, { token })).body.data;
const list = async (query = "") =>
  (await call<DisputeRow[]>(program.address, "GET", `/api/admin/disputes${query}`, { token })).body;
const empty = { reason: null, amount: null, currency: null, dueDate: null, caseId: null };
const known = { reason: "not_received", amount: "49.9", currency: "USD", dueDate: "2026-03-20", caseId: "dp_1N2" };

/** An order with an open dispute. */
async function disputed(given: Record<string, unknown> = {}): Promise<{ orderId: number; disputeId: number }> {
  const { order_id: orderId } = await intake(program, given);
  await openDispute(program, orderId);
  const disputeId = (await detailsOf(orderId)).dispute?.id ?? 0;
  return { orderId, disputeId };
}
const lastEvent = async (orderId: number) => (await detailsOf(orderId)).timeline.at(-1);

describe("the details of a dispute", () => {
  it("are entered by a member, told in the history, and stand in the order", async () => {
    const { orderId, disputeId } = await disputed();
    const { code, body } = await post("update-dispute", { disputeId, version: 1, ...known });
    expect([code, body.message]).toEqual([200, MESSAGES.disputeUpdated]);
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
    const details = await detailsOf(orderId);
    expect(details.dispute).toEqual(body.data);
    expect(details.disputes).toEqual([body.data]);
    expect(await lastEvent(orderId)).toMatchObject({
      type: "dispute-updated",
      actor: { name: "Team Member" },
      data: { dispute_id: disputeId, reason: "not_received", amount: "49.9", currency: "USD", due_date: "2026-03-20" },
    });
    expect(await brokenEvents(program)).toEqual([]);
  });

  it("that are the same again write nothing, and all can be taken back", async () => {
    const { orderId, disputeId } = await disputed();
    await post("update-dispute", { disputeId, version: 1, ...known });
    const again = await post("update-dispute", {
      disputeId,
      version: 2,
      ...known,
      amount: "049.9000",
      caseId: " dp_1N2\n",
    });
    expect([again.code, again.body.data.version]).toEqual([200, 2]);
    expect((await historyOf(program, orderId)).filter((type) => type === "dispute-updated")).toHaveLength(1);
    const cleared = await post("update-dispute", {
      disputeId,
      version: 2,
      ...empty,
      reason: "",
      dueDate: "",
      caseId: " ",
    });
    expect(cleared.body.data).toMatchObject({ reason: null, amount: null, due_date: null, case_id: null, version: 3 });
  });

  it("keep every digit of an amount, in the list and in the order", async () => {
    const { orderId, disputeId } = await disputed();
    const amount = "999999999999.9999";
    const { body } = await post("update-dispute", { disputeId, version: 1, ...empty, amount, currency: "LKR" });
    expect(body.data.amount).toBe(amount);
    expect((await detailsOf(orderId)).dispute?.amount).toBe(amount);
    expect((await list()).data[0]?.amount).toBe(amount);
  });

  it.each(DISPUTE_REASONS)("know the reason %s", async (reason) => {
    const { disputeId } = await disputed();
    expect((await post("update-dispute", { disputeId, version: 1, ...empty, reason })).body.data.reason).toBe(reason);
  });

  it.each<[string, object, string]>([
    ["reason", { reason: "fraud" }, MESSAGES.disputeReasonUnknown],
    ["reason", { reason: undefined }, MESSAGES.disputeReasonUnknown],
    ["amount", { amount: "-1", currency: "USD" }, MESSAGES.disputeAmountInvalid],
    ["amount", { amount: "1,50", currency: "USD" }, MESSAGES.disputeAmountInvalid],
    ["amount", { amount: 1.5, currency: "USD" }, MESSAGES.disputeAmountInvalid],
    ["amount", { amount: "1e9", currency: "USD" }, MESSAGES.disputeAmountInvalid],
    ["amount", { amount: "1.00001", currency: "USD" }, MESSAGES.disputeAmountInvalid],
    ["amount", { amount: null, currency: "USD" }, MESSAGES.disputeAmountMissing],
    ["currency", { amount: "1", currency: null }, MESSAGES.disputeCurrencyMissing],
    ["currency", { amount: "1", currency: "usd" }, MESSAGES.disputeCurrencyInvalid],
    ["currency", { amount: "1", currency: "DOLLAR" }, MESSAGES.disputeCurrencyInvalid],
    ["dueDate", { dueDate: "2026-02-30" }, notDay],
    ["dueDate", { dueDate: "20.03.2026" }, notDay],
    ["dueDate", { dueDate: "0000-01-01" }, notDay],
    ["caseId", { caseId: "x".repeat(101) }, MESSAGES.disputeCaseIdLong],
    ["caseId", { caseId: 7 }, MESSAGES.disputeCaseIdLong],
  ])("are refused at %s: %j", async (field, given, message) => {
    const { orderId, disputeId } = await disputed();
    const { code, body } = await post("update-dispute", { disputeId, version: 1, ...empty, ...given });
    expect([code, body.message, body.errors]).toEqual([400, message, [{ path: field, message }]]);
    expect((await detailsOf(orderId)).dispute?.version).toBe(1);
  });
});

describe("a dispute", () => {
  it.each(DISPUTE_OUTCOMES)("ends %s: it stays in the order, and no money moves", async (outcome) => {
    const { orderId, disputeId } = await disputed();
    const before = await detailsOf(orderId);
    const { code, body } = await post("close-dispute", { disputeId, version: 1, outcome });
    expect([code, body.message]).toEqual([200, MESSAGES.disputeClosed]);
    expect(body.data).toMatchObject({
      is_open: false,
      outcome,
      closed_at: NOW.toISOString(),
      closed_by: "Team Member",
      version: 2,
    });
    const { dispute, disputes, process_status, refund_date, version } = await detailsOf(orderId);
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
  });

  it("needs an outcome to end, and ends once", async () => {
    const { disputeId } = await disputed();
    for (const outcome of [undefined, null, "", "draw"]) {
      const { code, body } = await post("close-dispute", { disputeId, version: 1, outcome });
      expect([code, body.errors]).toEqual([400, [{ path: "outcome", message: MESSAGES.disputeOutcomeRequired }]]);
    }
    await post("close-dispute", { disputeId, version: 1, outcome: "won" });
    const answers = [
      await post("close-dispute", { disputeId, version: 2, outcome: "lost" }),
      await post("update-dispute", { disputeId, version: 2, ...known }),
    ];
    for (const { code, body } of answers) {
      expect([code, body.code, body.message]).toEqual([422, "rule_violation", MESSAGES.disputeIsClosed]);
    }
  });

  it("is opened again with what was known of it, unless the order has another open one", async () => {
    const { orderId, disputeId } = await disputed();
    await post("update-dispute", { disputeId, version: 1, ...known });
    expect((await post("reopen-dispute", { disputeId, version: 2 })).body.message).toBe(MESSAGES.disputeIsOpen);
    await post("close-dispute", { disputeId, version: 2, outcome: "lost" });
    const { code, body } = await post("reopen-dispute", { disputeId, version: 3 });
    expect([code, body.message]).toEqual([200, MESSAGES.disputeReopened]);
    expect(body.data).toMatchObject({
      is_open: true,
      outcome: null,
      closed_by: null,
      reason: "not_received",
      version: 4,
    });
    expect(await lastEvent(orderId)).toMatchObject({ type: "dispute-reopened", data: { dispute_id: disputeId } });

    await post("close-dispute", { disputeId, version: 4, outcome: "lost" });
    await openDispute(program, orderId);
    const refused = await post("reopen-dispute", { disputeId, version: 5 });
    expect([refused.code, refused.body.message]).toEqual([422, MESSAGES.disputeOtherOpen]);
    const { dispute, disputes } = await detailsOf(orderId);
    expect(disputes.map(({ id, is_open }) => [id, is_open])).toEqual([
      [dispute?.id, true],
      [disputeId, false],
    ]);
  });

  it("that somebody else changed is refused with who it was", async () => {
    const { disputeId } = await disputed();
    await post("update-dispute", { disputeId, version: 1, ...known }, await program.signIn("Manager"));
    for (const [name, given] of [
      ["update-dispute", known],
      ["close-dispute", { outcome: "won" }],
      ["reopen-dispute", {}],
    ] as const) {
      const { code, body } = await post<unknown>(name, { disputeId, version: 1, ...given });
      expect([code, body.code, body.data]).toEqual([409, "conflict_version", { dispute_id: disputeId, version: 2 }]);
      expect(body.message).toBe(
        "Manager Member changed this dispute at 10-03-2026 12:00:00 UTC. Reload it and decide again.",
      );
    }
  });

  it("closed by many at once is closed by one", async () => {
    const { orderId, disputeId } = await disputed();
    const answers = await Promise.all(
      DISPUTE_OUTCOMES.map((outcome) => post("close-dispute", { disputeId, version: 1, outcome })),
    );
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409, 409, 409]);
    expect((await historyOf(program, orderId)).filter((type) => type === "dispute-closed")).toHaveLength(1);
  });

  it("opened again while a comment opens another leaves one open", async () => {
    const { orderId, disputeId } = await disputed();
    await post("close-dispute", { disputeId, version: 1, outcome: "lost" });
    await Promise.all([post("reopen-dispute", { disputeId, version: 2 }), openDispute(program, orderId)]);
    expect((await detailsOf(orderId)).disputes.filter(({ is_open }) => is_open)).toHaveLength(1);
    expect(await brokenEvents(program)).toEqual([]);
  });

  it("that is unknown, or whose order was purged, is 404", async () => {
    const { orderId, disputeId } = await disputed();
    await program.db.execute(sql`update orders set purged_at = now() where id = ${orderId}`);
    for (const id of [disputeId, 999_999]) {
      const { code, body } = await post("close-dispute", { disputeId: id, version: 1, outcome: "won" });
      expect([code, body.message]).toEqual([404, MESSAGES.disputeNotFound]);
    }
    for (const bad of [{ disputeId: 0 }, { disputeId: "1" }, { version: 0 }, { version: null }, { version: 1.5 }]) {
      expect((await post("reopen-dispute", { disputeId, version: 1, ...bad })).code).toBe(400);
    }
  });

  it("that is open keeps its order from being purged, a closed one does not", async () => {
    const { orderId, disputeId } = await disputed();
    const admin = await program.signIn("Admin");
    const purge = () =>
      call(program.address, "PUT", "/api/admin/change-order-status", {
        token: admin,
        body: { orderId, updatingStatus: "Deleted", permanentDeletedFlag: true },
      });
    await putOrder(program, orderId, { status: "Deleted" });
    expect((await purge()).body.message).toBe(MESSAGES.purgeOpenDispute);
    await post("close-dispute", { disputeId, version: 1, outcome: "withdrawn" });
    expect((await purge()).code).toBe(200);
    expect((await list("?state=closed")).total).toBe(0);
  });

  it("is every role's to work on", async () => {
    const { disputeId } = await disputed();
    let version = 1;
    for (const role of ROLES) {
      const as = await program.signIn(role);
      const closed = await post("close-dispute", { disputeId, version, outcome: "won" }, as);
      const reopened = await post("reopen-dispute", { disputeId, version: version + 1 }, as);
      expect([role, closed.code, reopened.code]).toEqual([role, 200, 200]);
      version += 2;
    }
  });
});

describe("the list of disputes", () => {
  const due = (disputeId: number, dueDate: string | null, reason: string | null = null) =>
    post("update-dispute", { disputeId, version: 1, ...empty, dueDate, reason });

  it("has the open ones by their due date: overdue first, the undated last", async () => {
    const days = ["2026-03-25", null, "2026-03-01", "2026-03-17", "2026-03-10", "2026-03-18", null];
    const ids: number[] = [];
    for (const day of days) {
      const { disputeId } = await disputed();
      if (day !== null) await due(disputeId, day);
      ids.push(disputeId);
    }
    const body = await list();
    expect(body.data.map(({ due_date, days_left }) => [due_date, days_left])).toEqual([
      ["2026-03-01", -9],
      ["2026-03-10", 0],
      ["2026-03-17", 7],
      ["2026-03-18", 8],
      ["2026-03-25", 15],
      [null, null],
      [null, null],
    ]);
    expect(body.data.slice(5).map(({ id }) => id)).toEqual([ids[1], ids[6]]);
    expect([body.total, body.open, body.due_soon]).toEqual([7, 7, 3]);

    const pages = [await list("?limit=3"), await list("?perPage=3&page=2"), await list("?limit=3&page=3")];
    expect(pages.map(({ data }) => data.length)).toEqual([3, 3, 1]);
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(body.data.map(({ id }) => id));
    expect(pages.map(({ total }) => total)).toEqual([7, 7, 7]);
    expect((await list("?page=99")).data).toEqual([]);
  });

  it("tells each with its order, the pack that answers it and how many were made since", async () => {
    const { orderId, disputeId } = await disputed({
      full_name: "Anna Silva",
      transaction_id: "ch_1",
      merchant_name: "Shop",
    });
    await putOrder(program, orderId, { status: "Refunds" });
    await program.db.execute(sql`update orders set refunded_at = now() where id = ${orderId}`);
    await due(disputeId, "2026-03-12", "not_authorised");
    const pack = (at: string) =>
      program.db.execute(sql`
        insert into defence_packs (order_id, type, created_at, chain_seq, chain_head, facts, facts_digest, storage_key, sha256, bytes, pages)
        values (${orderId}, 1, ${at}::timestamptz, 1, '\\x00', '{}', '\\x00', ${`packs/${at}`}, '\\x00', 1, 1)`);
    await pack("2026-03-09T12:00:00Z");
    await pack("2026-03-10T12:00:01Z");
    expect((await list()).data).toEqual([
      {
        ...(await detailsOf(orderId)).dispute,
        order_id: orderId,
        full_name: "Anna Silva",
        process_status: "Refunds",
        status_label: "Refunded",
        transaction_id: "ch_1",
        suggested_pack: 2,
        packs_made: 1,
        days_left: 2,
      },
    ]);
  });

  it("has the closed ones newest first, and still says how many are open", async () => {
    const [first, second, open] = [await disputed(), await disputed(), await disputed()];
    await due(open.disputeId, "2026-03-11");
    clock.at = new Date("2026-03-10T13:00:00Z");
    await post("close-dispute", { disputeId: second.disputeId, version: 1, outcome: "won" });
    clock.at = new Date("2026-03-10T14:00:00Z");
    await post("close-dispute", { disputeId: first.disputeId, version: 1, outcome: "lost" });
    const body = await list("?state=closed");
    expect(body.data.map(({ id, outcome }) => [id, outcome])).toEqual([
      [first.disputeId, "lost"],
      [second.disputeId, "won"],
    ]);
    expect([body.total, body.open, body.due_soon]).toEqual([2, 1, 1]);
    expect((await list("?state=open")).data.map(({ id }) => id)).toEqual([open.disputeId]);
  });

  it("is due by the calendar of UTC", async () => {
    const { disputeId } = await disputed();
    await due(disputeId, "2026-03-10");
    clock.at = new Date("2026-03-09T23:59:59.999Z");
    expect((await list()).data[0]?.days_left).toBe(1);
    clock.at = new Date("2026-03-10T00:00:00Z");
    expect((await list()).data[0]?.days_left).toBe(0);
  });

  it.each(["?state=all", "?page=0", "?limit=-1", "?limit=x", "?page=1.5"])("refuses %s", async (query) => {
    const { code, body } = await call(program.address, "GET", `/api/admin/disputes${query}`, { token });
    expect([code, body.code]).toEqual([400, "invalid_input"]);
  });
});
