import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import type { Role } from "#contract/roles.ts";
import { members, sessions } from "#server/platform/db/schema.ts";
import { call } from "#test/support/client.ts";
import { fixedClock } from "#test/support/fixed-clock.ts";
import { emailOf, startTestProgram, TEST_PASSWORD, type TestProgram } from "#test/support/test-program.ts";

const NOON = "2026-03-10T06:30:00Z";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const clock = fixedClock(NOON);
let program: TestProgram;
let addresses = 0;

beforeAll(async () => {
  // Behind a proxy, so that tests can use any IP address.
  program = await startTestProgram({ now: clock.now, environment: { TRUSTED_PROXIES: "127.0.0.1" } });
});
afterAll(() => program.stop());
beforeEach(() => {
  clock.at = new Date(NOON);
});

function someAddress(): string {
  addresses += 1;
  return `198.51.100.${addresses}`;
}

const signIn = (body: unknown, address = someAddress()) =>
  call<{ id: number; name: string; email: string; type: Role }>(program.address, "POST", "/api/admin/admin-login", {
    body,
    headers: { "x-forwarded-for": address },
  });

async function tokenOf(role: Role, given: object = {}): Promise<string> {
  const { body } = await signIn({ email: emailOf(role), password: TEST_PASSWORD, ...given });
  return body.jwtToken as string;
}

const whoAmI = (token: string) => call(program.address, "GET", "/api/user_info", { token });
const later = (ms: number) => {
  clock.at = new Date(new Date(NOON).getTime() + ms);
};

describe("signing in", () => {
  it("returns the member and a token that identifies them @2-007", async () => {
    const { code, body } = await signIn({ email: emailOf("Night Staff"), password: TEST_PASSWORD });
    expect([code, body.status, body.message]).toEqual([200, 1, "Signed in successfully."]);
    expect(body.data).toEqual({
      id: expect.any(Number),
      name: "Night Staff Member",
      email: "night.staff@staff.example",
      type: "Night Staff",
    });
    const payload = JSON.parse(Buffer.from(String(body.jwtToken).split(".")[1] ?? "", "base64url").toString());
    const { id, name, type } = body.data;
    expect(payload.user).toEqual({ id, name, type });
    expect((await whoAmI(String(body.jwtToken))).body.data).toEqual(body.data);
  });

  it("accepts the e-mail in any case and with surrounding spaces", async () => {
    expect((await signIn({ email: "  ADMIN@staff.Example ", password: TEST_PASSWORD })).code).toBe(200);
  });

  // The specification's sentences, verbatim.
  it.each([
    [{}, ["Email Address is required", "Password is required"]],
    [{ email: "", password: "" }, ["Email Address is required", "Password is required"]],
    [{ email: "nonsense", password: "x" }, ["Invalid email address"]],
    [{ email: "a@b.co", password: "" }, ["Password is required"]],
    [{ email: null, password: null }, ["Email Address is required", "Password is required"]],
  ])("refuses the sign-in %j with its message @5-001 @5-002 @5-003", async (given, messages) => {
    const { code, body } = await signIn(given);
    expect([code, body.status, body.message]).toEqual([400, 0, messages[0]]);
    expect(body.errors?.map(({ message }) => message)).toEqual(messages);
  });

  it("answers an unknown e-mail and a wrong password alike @2-009", async () => {
    const wrong = await signIn({ email: emailOf("Admin"), password: "wrong horse" });
    const unknown = await signIn({ email: "nobody@staff.example", password: "wrong horse" });
    for (const { code, body } of [wrong, unknown]) {
      expect([code, body.code, body.message]).toEqual([401, "unauthenticated", "Invalid email or password"]);
    }
    expect(Object.keys(unknown.body)).toEqual(Object.keys(wrong.body));
    expect([...unknown.headers.keys()]).toEqual([...wrong.headers.keys()]);
  });

  it("is refused to a removed member", async () => {
    const disable = (disabledAt: Date | null) =>
      program.db
        .update(members)
        .set({ disabledAt })
        .where(eq(members.email, emailOf("Telecaller")));
    await disable(new Date());
    expect((await signIn({ email: emailOf("Telecaller"), password: TEST_PASSWORD })).code).toBe(401);
    await disable(null);
    expect((await signIn({ email: emailOf("Telecaller"), password: TEST_PASSWORD })).code).toBe(200);
  });
});

describe("failed attempts", () => {
  const wrong = (email: string, address: string) => signIn({ email, password: "wrong horse" }, address);
  const right = (role: Role, address: string) => signIn({ email: emailOf(role), password: TEST_PASSWORD }, address);

  it("are limited to ten; the right password from another address still works", async () => {
    const address = someAddress();
    for (let count = 0; count < 10; count += 1) expect((await wrong(emailOf("Team"), address)).code).toBe(401);
    for (const answer of [await wrong(emailOf("Team"), address), await right("Team", address)]) {
      expect([answer.code, answer.body.code, answer.body.message]).toEqual([429, "rate_limited", MESSAGES.rateLimited]);
      const wait = Number(answer.headers.get("retry-after"));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(15 * 60);
    }
    expect((await right("Team", someAddress())).code).toBe(200);
    expect((await right("Admin", address)).code).toBe(200);
  });

  it("are cleared by a success", async () => {
    const address = someAddress();
    for (let round = 0; round < 2; round += 1) {
      for (let count = 0; count < 9; count += 1) expect((await wrong(emailOf("Manager"), address)).code).toBe(401);
      expect((await right("Manager", address)).code).toBe(200);
    }
  });

  it("count for the account from any address: after 50 it is locked for a time", async () => {
    const email = "nobody.at.all@staff.example";
    for (let count = 0; count < 50; count += 1) expect((await wrong(email, someAddress())).code).toBe(401);
    const { code, headers } = await wrong(email, someAddress());
    expect([code, Number(headers.get("retry-after")) <= 30]).toEqual([429, true]);
  });

  it("count for a whole IPv6 network", async () => {
    const from = (host: number) => `2001:db8:1:2::${host}`;
    for (let count = 0; count < 10; count += 1) await wrong(emailOf("Night Staff"), from(count + 1));
    expect((await wrong(emailOf("Night Staff"), from(99))).code).toBe(429);
    expect((await wrong(emailOf("Night Staff"), "2001:db8:1:3::1")).code).toBe(401);
  });

  it("are counted for an e-mail of maximum length too", async () => {
    const email = `${"a".repeat(64)}@${["b", "c", "d"].map((letter) => letter.repeat(60)).join(".")}.co`;
    const address = someAddress();
    for (let count = 0; count < 10; count += 1) expect((await wrong(email, address)).code).toBe(401);
    expect((await wrong(email, address)).code).toBe(429);
  });

  it("are not counted when the input is invalid", async () => {
    const address = someAddress();
    for (let count = 0; count < 12; count += 1) await signIn({ email: emailOf("Team"), password: "" }, address);
    expect((await right("Team", address)).code).toBe(200);
  });
});

describe("a session", () => {
  it.each([
    ["12 hours", {}, 12 * HOUR],
    ["12 hours without Remember me", { rememberMe: false }, 12 * HOUR],
    ["14 days when asked to remember", { rememberMe: true }, 14 * 24 * HOUR],
  ])("lasts %s @3-003", async (_what, given, life) => {
    const token = await tokenOf("Admin", given);
    // Used in between: otherwise it ends sooner.
    later(life / 2);
    expect((await whoAmI(token)).code).toBe(200);
    later(life - 1000);
    expect((await whoAmI(token)).code).toBe(200);
    later(life + 1000);
    const ended = await whoAmI(token);
    expect([ended.code, ended.body.code, ended.body.message]).toEqual([
      401,
      "session_ended",
      AUTH_MESSAGES.sessionEnded,
    ]);
  });

  it("ends at logout, without ending others @2-032", async () => {
    const [mine, other] = [await tokenOf("Admin"), await tokenOf("Admin")];
    const { code, body } = await call(program.address, "POST", "/api/admin/logout", { token: mine });
    expect([code, body.message]).toEqual([200, AUTH_MESSAGES.signedOut]);
    expect([(await whoAmI(mine)).body.code, (await whoAmI(other)).code]).toEqual(["session_ended", 200]);
  });

  it("is stored without its token", async () => {
    const token = await tokenOf("Admin");
    const payload = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as { sid: string };
    const rows = await program.db.select().from(sessions);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(payload.sid);
  });
});

describe("changing one's own password", () => {
  const change = (token: string, body: object) =>
    call(program.address, "POST", "/api/admin/change-password", { token, body });
  const reset = async (role: Role) => {
    const [other] = await program.db
      .select()
      .from(members)
      .where(eq(members.email, emailOf("Admin")));
    await program.db
      .update(members)
      .set({ passwordHash: other?.passwordHash ?? "" })
      .where(eq(members.email, emailOf(role)));
  };

  it("works within 15 minutes of the sign-in and ends all sessions of the member @1-013 @2-125 @4-034", async () => {
    const [token, elsewhere, colleague] = [await tokenOf("Team"), await tokenOf("Team"), await tokenOf("Manager")];
    later(15 * MINUTE);
    const { code, body } = await change(token, { newPassword: "another horse 8" });
    expect([code, body.message]).toEqual([200, AUTH_MESSAGES.passwordChanged]);
    expect([(await whoAmI(token)).code, (await whoAmI(elsewhere)).code]).toEqual([401, 401]);
    expect((await whoAmI(colleague)).code).toBe(200);
    expect((await signIn({ email: emailOf("Team"), password: TEST_PASSWORD })).code).toBe(401);
    expect((await signIn({ email: emailOf("Team"), password: "another horse 8" })).code).toBe(200);
    await reset("Team");
  });

  it("later requires the current password and accepts it @7-008", async () => {
    const token = await tokenOf("Team");
    later(15 * MINUTE + 1);
    const asked = await change(token, { newPassword: "another horse 8" });
    expect([asked.code, asked.body.code]).toEqual([422, "current_password_required"]);
    expect(asked.body.message).toBe(AUTH_MESSAGES.currentPasswordRequired);
    const wrong = await change(token, { newPassword: "another horse 8", currentPassword: "wrong" });
    expect([wrong.code, wrong.body.errors?.[0]?.path]).toEqual([400, "currentPassword"]);
    expect((await whoAmI(token)).code).toBe(200);
    const { code } = await change(token, { newPassword: "another horse 8", currentPassword: TEST_PASSWORD });
    expect(code).toBe(200);
    await reset("Team");
  });

  it("checks a given current password, however fresh the sign-in", async () => {
    const { code } = await change(await tokenOf("Team"), { newPassword: "another horse 8", currentPassword: "wrong" });
    expect(code).toBe(400);
  });

  it("can't be used to guess the current one", async () => {
    const token = await tokenOf("Night Staff");
    const guess = () => change(token, { newPassword: "another horse 8", currentPassword: "guess" });
    for (let count = 0; count < 10; count += 1) expect((await guess()).code).toBe(400);
    expect((await guess()).code).toBe(429);
  });

  it.each([
    ["", "Please enter your New Password."],
    [undefined, "Please enter your New Password."],
    ["12345", "New Password must be at least 6 characters."],
    ["x".repeat(201), "New Password must be at most 200 characters."],
    ["123456", AUTH_MESSAGES.newPasswordCommon],
    ["Password 123", AUTH_MESSAGES.newPasswordCommon],
    ["Team@staff.example", AUTH_MESSAGES.newPasswordCommon],
  ])("refuses the new password %j with its message @5-005 @5-006 @9-012", async (newPassword, message) => {
    const token = await tokenOf("Team");
    const { code, body } = await change(token, { newPassword });
    expect([code, body.message, body.errors]).toEqual([400, message, [{ path: "newPassword", message }]]);
    expect((await whoAmI(token)).code).toBe(200);
  });

  it("accepts spaces, emoji and six characters unchanged @9-012", async () => {
    for (const newPassword of [" q z m ", "🐎🐪🦎🐢🦜🐘x", "amp9xz"]) {
      expect((await change(await tokenOf("Telecaller"), { newPassword })).code).toBe(200);
      expect((await signIn({ email: emailOf("Telecaller"), password: newPassword })).code).toBe(200);
      await reset("Telecaller");
    }
  });
});
