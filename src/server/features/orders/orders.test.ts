import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { call, intake } from "#test/support/client.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

let program: TestProgram;
let token: string;

beforeAll(async () => {
  program = await startTestProgram();
  token = await program.signIn("Team");
});
afterAll(() => program.stop());

const move = (body: unknown, as = token) =>
  call<{ process_status: string; version: number }>(program.address, "PUT", "/api/admin/move-order-status", {
    token: as,
    body,
  });

describe("moving one order", () => {
  it("moves it, increments the version and allows the return @1-006", async () => {
    const { order_id: orderId } = await intake(program);
    const moved = await move({ orderId, updatingStatus: "Contact Customer", version: 1 });
    expect(moved.code).toBe(200);
    expect(moved.body.data).toMatchObject({ process_status: "Contact Customer", version: 2, previous_status: "New" });
    const back = await move({ orderId, updatingStatus: "New", version: 2 });
    expect(back.body.data).toMatchObject({ process_status: "New", version: 3 });
  });

  it("refuses an outdated version and names who moved the order first @4-017 @7-014", async () => {
    const { order_id: orderId } = await intake(program);
    await move({ orderId, updatingStatus: "Awaiting", version: 1 }, await program.signIn("Manager"));
    const late = await move({ orderId, updatingStatus: "Deleted", version: 1 });
    expect(late.code).toBe(409);
    expect(late.body.code).toBe("conflict_version");
    expect(late.body.message).toContain("Manager Member moved this order to Awaiting Response at ");
  });

  it("lets exactly one of two simultaneous moves with one version through @4-017", async () => {
    const { order_id: orderId } = await intake(program);
    const [first, second] = await Promise.all([
      move({ orderId, updatingStatus: "Awaiting", version: 1 }),
      move({ orderId, updatingStatus: "AwaitingGovt", version: 1 }, await program.signIn("Admin")),
    ]);
    expect([first?.code, second?.code].sort()).toEqual([200, 409]);
  });

  it("refuses Completed without a document and the current status @4-010", async () => {
    const { order_id: orderId } = await intake(program);
    const completed = await move({ orderId, updatingStatus: "Completed" });
    expect([completed.code, completed.body.message]).toEqual([422, ORDER_MESSAGES.completedNeedsDocument]);
    const same = await move({ orderId, updatingStatus: "New" });
    expect([same.code, same.body.code]).toEqual([422, "same_status"]);
  });
});
