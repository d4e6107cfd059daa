import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { ORDER_STATUSES, type OrderStatus } from "#contract/orders/order-status.ts";
import { call, intake } from "#test/support/client.ts";
import { addDocumentRow, brokenEvents, eventTypesOf, orderIn, put, putOrder } from "#test/support/orders.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

/** The specification's transitions, written by hand. */
const SEVEN: readonly OrderStatus[] = [
  "Awaiting",
  "Refunds",
  "Completed",
  "Deleted",
  "Contact Customer",
  "AwaitingGovt",
  "Customer Called",
];

interface Moved {
  process_status: OrderStatus;
  previous_status: OrderStatus;
  next_statuses: OrderStatus[];
  version: number;
}

let program: TestProgram;
let token: string;
// Noon in Colombo, far from the end of a day.
let clock = new Date("2026-03-10T06:30:00Z");

beforeAll(async () => {
  program = await startTestProgram({ now: () => clock });
  token = await program.signIn("Team");
});
afterAll(() => program.stop());

/** An arrival tomorrow makes the order New. */
const newOrder = (given: Record<string, unknown> = {}) => intake(program, { arrival_date: "2026-03-11", ...given });

const move = (orderId: number, updatingStatus: OrderStatus, version?: number) =>
  put<Moved>(program, token, "move-order-status", { orderId, updatingStatus, ...(version && { version }) });

const detailsOf = async (orderId: number) =>
  (await call<Moved>(program.address, "GET", `/api/admin/get-orders-details/${orderId}`, { token })).body.data;

describe.each(ORDER_STATUSES)("from %s", (status) => {
  it("an order without a previous status can move to the seven statuses except its own @4-001 @4-006 @4-007", async () => {
    const orderId = await orderIn(program, { status });
    await addDocumentRow(program, orderId);
    const allowed = SEVEN.filter((target) => target !== status);
    expect(new Set((await detailsOf(orderId)).next_statuses)).toEqual(new Set(allowed));
    for (const target of ORDER_STATUSES) {
      await putOrder(program, orderId, { status });
      const answer = await move(orderId, target);
      const wanted = allowed.includes(target) ? 200 : 422;
      expect([target, answer.code]).toEqual([target, wanted]);
      if (wanted === 200) expect(answer.body.data).toMatchObject({ process_status: target, previous_status: status });
      else expect(answer.body.code).toBe(target === status ? "same_status" : "rule_violation");
    }
  });

  it.each([true, false])(
    "an order can return to its previous status, to Pending only while unpaid (paid: %s)",
    async (isPaid) => {
      const orderId = await orderIn(program, { status }, { arrival_date: "2026-12-24" });
      await addDocumentRow(program, orderId);
      for (const previousStatus of ORDER_STATUSES.filter((each) => each !== status)) {
        await putOrder(program, orderId, { status, previousStatus, isPaid });
        const mayReturn = SEVEN.includes(previousStatus) || previousStatus !== "Pending" || !isPaid;
        const { next_statuses } = await detailsOf(orderId);
        expect([previousStatus, next_statuses.includes(previousStatus)]).toEqual([previousStatus, mayReturn]);
        // The filing rule requires payment first: an unpaid order can't have been in Future.
        if (previousStatus === "Future" && !isPaid) continue;
        const answer = await move(orderId, previousStatus);
        expect([previousStatus, answer.code]).toEqual([previousStatus, mayReturn ? 200 : 422]);
      }
    },
  );
});

describe("undo", () => {
  it("is an event in the timeline, and the chain stays valid", async () => {
    const { order_id: orderId } = await newOrder();
    await move(orderId, "Awaiting", 1);
    const undone = await move(orderId, "New", 2);
    expect(undone.body.data).toMatchObject({ process_status: "New", previous_status: "Awaiting", version: 3 });
    expect(await eventTypesOf(program, orderId)).toEqual(["created", "moved", "returned"]);
    expect(await brokenEvents(program)).toEqual([]);
  });

  it("goes back one step only", async () => {
    const { order_id: orderId } = await newOrder();
    await move(orderId, "Awaiting");
    await move(orderId, "Contact Customer");
    const answer = await move(orderId, "New");
    expect([answer.code, answer.body.message]).toEqual([422, ORDER_MESSAGES.statusNotAllowed]);
  });

  it("restores a deleted order, from the detail screen by anyone @4-011", async () => {
    const { order_id: orderId } = await newOrder({ processing_mode: "Priority" });
    await move(orderId, "Deleted");
    const restored = await move(orderId, "Priority");
    expect(restored.body.data).toMatchObject({ process_status: "Priority" });
    expect(await eventTypesOf(program, orderId)).toEqual(["created", "moved", "returned"]);
  });

  it("returns an order to Future while its window is closed", async () => {
    const { order_id: orderId, process_status } = await newOrder({ arrival_date: "2026-03-20" });
    expect(process_status).toBe("Future");
    await move(orderId, "Contact Customer");
    expect((await move(orderId, "Future")).body.data).toMatchObject({ process_status: "Future" });
  });

  it("returns it to New once the window is open, and not to New twice", async () => {
    const early = clock;
    const { order_id: orderId } = await newOrder({ arrival_date: "2026-03-15" });
    await move(orderId, "Deleted");
    clock = new Date("2026-03-12T06:30:00Z");
    token = await freshToken();
    const restored = await move(orderId, "Future");
    expect([restored.code, restored.body.data?.process_status]).toEqual([200, "New"]);
    await putOrder(program, orderId, { status: "New", previousStatus: "Future" });
    const again = await move(orderId, "Future");
    expect([again.code, again.body.code]).toEqual([422, "same_status"]);
    clock = early;
    token = await freshToken();
  });
});

async function freshToken(): Promise<string> {
  const { body } = await call(program.address, "POST", "/api/admin/admin-login", {
    body: { email: "team@staff.example", password: "correct horse 7" },
  });
  return body.jwtToken as string;
}

describe("a refused move", () => {
  it("of an unknown or purged order is 404", async () => {
    const answer = await move(999_999, "Awaiting");
    expect([answer.code, answer.body.message]).toEqual([404, MESSAGES.orderNotFound]);
    const details = await call(program.address, "GET", "/api/admin/get-orders-details/999999", { token });
    expect([details.code, details.body.code]).toEqual([404, "not_found"]);
  });

  it("with a version that does not exist yet is a conflict, and nothing is written", async () => {
    const { order_id: orderId } = await newOrder();
    expect((await move(orderId, "Awaiting", 7)).code).toBe(409);
    expect(await eventTypesOf(program, orderId)).toEqual(["created"]);
  });

  it("with an outdated version returns the new status and version @4-017", async () => {
    const { order_id: orderId } = await newOrder();
    await move(orderId, "Refunds", 1);
    const late = await move(orderId, "Awaiting", 1);
    expect(late.body.message).toBe(
      "Team Member moved this order to Refund due at 10-03-2026 06:30:00 UTC. Reload it and decide again.",
    );
    expect(late.body.data).toEqual({ order_id: orderId, process_status: "Refunds", version: 2 });
  });
});
