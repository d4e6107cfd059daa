import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { call } from "#test/support/client.ts";
import { contractOperations, operationName } from "#test/support/operations.ts";
import { orderIn, put } from "#test/support/orders.ts";
import { emailOf, startTestProgram, TEST_PASSWORD, type TestProgram } from "#test/support/test-program.ts";

const MINUTE = 60_000;

let program: TestProgram;
let clock = Date.now();
let token: string;

beforeAll(async () => {
  program = await startTestProgram({ now: () => new Date(clock) });
});
afterAll(() => program.stop());
beforeEach(async () => {
  const body = { email: emailOf("Admin"), password: TEST_PASSWORD };
  const answer = await call(program.address, "POST", "/api/admin/admin-login", { body });
  token = answer.body.jwtToken as string;
});

const confirm = (password: string, by = token) =>
  call<{ until: string }>(program.address, "POST", "/api/admin/confirm-identity", { token: by, body: { password } });
const isSignedIn = async (by: string) =>
  (await call(program.address, "GET", "/api/user_info", { token: by })).code === 200;

async function probe(name: string, by = token) {
  const [method = "", pattern = ""] = name.split(" ");
  const url = `/api${pattern.replace(":orderName", "newOrder").replace(/:\w+/, "999999")}`;
  const response = await fetch(program.address + url, {
    method,
    headers: { authorization: by, ...(method !== "GET" && { "content-type": "application/json" }) },
    ...(method !== "GET" && { body: "{}" }),
  });
  const text = await response.text();
  return { code: response.status, refusal: response.ok ? null : (JSON.parse(text) as Record<string, unknown>) };
}

const fresh = (await contractOperations()).filter((operation) => operation.fresh === true).map(operationName);

describe.each(fresh)("a screen that was left open: %s", (name) => {
  it("is refused once the sign-in is older than a quarter of an hour, before the input is checked", async () => {
    clock += 15 * MINUTE;
    expect((await probe(name)).refusal?.code).not.toBe("reauthentication_required");
    clock += 1;
    const { code, refusal } = await probe(name);
    expect([code, refusal?.code]).toEqual([403, "reauthentication_required"]);
    expect(refusal?.message).toBe("Please sign out and in again to do this.");
  });
});

describe("permanent deletion", () => {
  it("requires a fresh sign-in, and moving to Deleted does not", async () => {
    const order = await orderIn(program, { status: "Deleted" });
    const moved = await orderIn(program, { status: "New" });
    clock += 16 * MINUTE;
    const body = { orderId: order, updatingStatus: "Deleted", permanentDeletedFlag: true };
    const refused = await put(program, token, "change-order-status", body);
    expect([refused.code, refused.body.code]).toEqual([403, "reauthentication_required"]);
    const deleted = await put(program, token, "change-order-status", { orderId: moved, updatingStatus: "Deleted" });
    expect(deleted.code).toBe(200);
    const renewed = (await confirm(TEST_PASSWORD)).body.jwtToken as string;
    expect((await put(program, renewed, "change-order-status", body)).code).toBe(200);
  });
});

describe("a member who confirms their identity", () => {
  it("gets a new token that is fresh for a quarter of an hour; the old one is void", async () => {
    clock += 16 * MINUTE;
    const { code, body } = await confirm(TEST_PASSWORD);
    expect([code, body.status, body.data.until]).toEqual([200, 1, new Date(clock + 15 * MINUTE).toISOString()]);
    const renewed = body.jwtToken as string;
    expect(await isSignedIn(token)).toBe(false);
    expect(await isSignedIn(renewed)).toBe(true);
    expect((await probe("POST /admin/add-team-member", renewed)).code).toBe(400);
    clock += 16 * MINUTE;
    expect((await probe("POST /admin/add-team-member", renewed)).code).toBe(403);
  });

  it("does not extend the session", async () => {
    clock += 6 * 60 * MINUTE;
    expect(await isSignedIn(token)).toBe(true);
    clock += 5 * 60 * MINUTE - 1;
    const renewed = (await confirm(TEST_PASSWORD)).body.jwtToken as string;
    // Tokens have a resolution of one second.
    clock += 60 * MINUTE - 1000;
    expect(await isSignedIn(renewed)).toBe(true);
    clock += 1001;
    expect(await isSignedIn(renewed)).toBe(false);
  });

  it("is refused with a wrong password, and after ten of them even with the right one", async () => {
    const wrong = await confirm("not the password");
    expect([wrong.code, wrong.body.code, wrong.body.errors?.[0]?.path]).toEqual([400, "invalid_input", "password"]);
    for (let tries = 0; tries < 9; tries += 1) expect((await confirm("not the password")).code).toBe(400);
    expect((await confirm(TEST_PASSWORD)).code).toBe(429);
    expect(await isSignedIn(token)).toBe(true);
    await program.database.pool.query("delete from rate_limits");
  });

  it("may change the password without entering the current one again", async () => {
    clock += 16 * MINUTE;
    const body = { newPassword: "louder ocean 5" };
    const change = (by: string) => call(program.address, "POST", "/api/admin/change-password", { token: by, body });
    const asked = await change(token);
    expect([asked.code, asked.body.code]).toEqual([422, "current_password_required"]);
    const renewed = (await confirm(TEST_PASSWORD)).body.jwtToken as string;
    expect((await change(renewed)).code).toBe(200);
  });
});
