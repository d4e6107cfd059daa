import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FACTOR_ANSWERS } from "#contract/factors/answer-messages.ts";
import { FACTOR_MESSAGES } from "#contract/factors/messages.ts";
import type { Role } from "#contract/roles.ts";
import { auditPayloads, memberNotices, members, memberTotp, sessions } from "#server/platform/db/schema.ts";
import { call } from "#test/support/client.ts";
import { fixedClock } from "#test/support/fixed-clock.ts";
import { accountOf, codeAt, createBrowser, setUpApp } from "#test/support/second-factor.ts";
import { emailOf, startTestProgram, type TestProgram } from "#test/support/test-program.ts";

const NOON = Date.UTC(2026, 2, 10, 12);
const MINUTE = 60_000;
const STEP = 30_000;
const clock = fixedClock("2026-03-10T12:00:00Z");
let program: TestProgram;
let tests = 0;

beforeAll(async () => {
  program = await startTestProgram({ now: clock.now, environment: { PUBLIC_URL: "http://localhost:3000" } });
});
afterAll(() => program.stop());
beforeEach(async () => {
  tests += 1;
  clock.at = new Date(NOON + tests * 3_600_000);
  await program.database.pool.query(
    "truncate member_totp, member_passkeys, member_recovery_codes, auth_tickets, sessions, member_notices",
  );
  await program.database.pool.query("delete from rate_limits");
});

const later = (ms: number) => {
  clock.at = new Date(clock.at.getTime() + ms);
};
const browser = () => createBrowser(program.address);
const tokenOf = async (role: Role) => (await browser().signIn(emailOf(role))).token ?? "";
const post = (path: string, token: string, body?: unknown) =>
  call<Record<string, unknown>>(program.address, "POST", `/api/admin/${path}`, { token, body });
const put = (path: string, token: string) => call(program.address, "PUT", `/api/admin/${path}`, { token });

/** A member with an app; the time is two steps after its first code. */
async function withApp(role: Role) {
  const token = await tokenOf(role);
  const app = await setUpApp(program.address, token, clock.at);
  later(2 * STEP);
  return { token, ...app, codes: app.codes ?? [], now: () => codeAt(app.secret, clock.at) };
}

const noticesOf = async (kind: string) =>
  (await program.db.select().from(memberNotices).where(eq(memberNotices.kind, kind))).length;

describe("without a second factor", () => {
  it("the sign-in is as ever, and Your sign-in says that there is none", async () => {
    const answer = await browser().signIn(emailOf("Admin"));
    expect([answer.code, answer.message, answer.due]).toEqual([200, "Signed in successfully.", undefined]);
    expect(await accountOf(program.address, answer.token ?? "")).toEqual({
      totp: null,
      passkeys: [],
      password_sign_in: true,
      passkey_user_id: null,
      recovery_codes_left: 0,
      methods: [],
      required: false,
      passkey_required: false,
      due_at: null,
    });
  });

  it("there are no codes to renew and no app to remove", async () => {
    const token = await tokenOf("Team");
    expect((await post("recovery-codes", token)).body.message).toBe(FACTOR_ANSWERS.factorMissing);
    expect((await put("totp/remove", token)).body.message).toBe(FACTOR_ANSWERS.appRemoved);
  });
});

describe("an authenticator app", () => {
  it("is on after its first right code, which brings ten recovery codes", async () => {
    const token = await tokenOf("Team");
    const begun = await post("totp/begin", token);
    expect(String(begun.body.data.uri)).toMatch(/^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}.*issuer=/);
    expect((await post("totp/confirm", token, { code: "000000" })).body.message).toBe(FACTOR_MESSAGES.codeWrong);
    expect((await browser().signIn(emailOf("Team"))).code).toBe(200);
    const code = codeAt(String(begun.body.data.secret), clock.at);
    const confirmed = await post("totp/confirm", token, { code });
    expect(confirmed.body.data.codes).toHaveLength(10);
    expect(new Set(confirmed.body.data.codes as string[]).size).toBe(10);
    expect((await accountOf(program.address, token)).methods).toEqual(["totp", "recovery_code"]);
    expect(await noticesOf("factor-changed")).toBe(1);
  });

  it("waits ten minutes for that code", async () => {
    const token = await tokenOf("Team");
    const { body } = await post("totp/begin", token);
    later(10 * MINUTE + 1000);
    const late = await post("totp/confirm", token, { code: codeAt(String(body.data.secret), clock.at) });
    expect([late.code, late.body.message]).toEqual([422, FACTOR_ANSWERS.appNotBegun]);
  });

  it("is stored sealed, for its member alone", async () => {
    const { secret } = await withApp("Team");
    const { rows } = await program.database.pool.query("select t::text as row from member_totp t");
    expect(rows).toHaveLength(1);
    for (const form of [secret, Buffer.from(secret).toString("hex")]) expect(rows[0].row).not.toContain(form);
    // Copied to another member, it does not open.
    const [stored] = await program.db.select().from(memberTotp);
    const [other] = await program.db
      .select()
      .from(members)
      .where(eq(members.email, emailOf("Manager")));
    await program.db.insert(memberTotp).values({ ...stored, memberId: other?.id ?? 0 });
    expect((await browser().enter(emailOf("Manager"), { code: codeAt(secret, clock.at) })).code).toBe(500);
  });

  it("is asked for after the password: the ticket and the code give what the sign-in would", async () => {
    const { now } = await withApp("Manager");
    const mine = browser();
    const first = await mine.signIn(emailOf("Manager"), undefined, true);
    expect([first.code, first.refusal, first.token]).toEqual([401, "second_factor_required", undefined]);
    expect(first.message).toBe(
      "Your password is right. Please open localhost:3000 in a browser and confirm with your passkey or code.",
    );
    expect(first.ticket?.methods).toEqual(["totp", "recovery_code"]);
    expect(first.ticket?.expires_at).toBe(new Date(clock.at.getTime() + 5 * MINUTE).toISOString());
    expect((await mine.answer(first.ticket?.ticket, { code: "000000" })).message).toBe(FACTOR_MESSAGES.codeWrong);
    const second = await mine.answer(first.ticket?.ticket, { code: `${now().slice(0, 3)} ${now().slice(3)}` });
    expect([second.code, second.message]).toEqual([200, "Signed in successfully."]);
    const rows = await program.db.select().from(sessions).where(eq(sessions.method, "password and code"));
    // The one in which the app was set up, and the new one, which is remembered as the first step said.
    expect(rows.map(({ isRemembered }) => isRemembered).sort()).toEqual([false, true]);
    const events = await program.db.select().from(auditPayloads);
    expect(JSON.stringify(events)).toContain("password and code");
  });

  it.each([
    [-2, 401],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 401],
  ])("on a telephone whose clock is %s steps off: %s", async (steps, code) => {
    const { secret } = await withApp("Team");
    const answer = await browser().enter(emailOf("Team"), { code: codeAt(secret, clock.at.getTime() + steps * STEP) });
    expect(answer.code).toBe(code);
  });

  it("can be replaced: the old one works until the new one has shown a code", async () => {
    const { token, now } = await withApp("Team");
    const begun = await post("totp/begin", token);
    expect((await browser().enter(emailOf("Team"), { code: now() })).code).toBe(200);
    later(STEP);
    const old = now();
    const code = codeAt(String(begun.body.data.secret), clock.at);
    expect((await post("totp/confirm", token, { code })).body.data.codes).toBeNull();
    expect((await browser().enter(emailOf("Team"), { code: old })).code).toBe(401);
  });

  it("is removed together with the codes", async () => {
    const { token } = await withApp("Team");
    expect((await put("totp/remove", token)).code).toBe(200);
    expect((await browser().signIn(emailOf("Team"))).code).toBe(200);
    expect((await accountOf(program.address, token)).recovery_codes_left).toBe(0);
    expect(await noticesOf("factor-changed")).toBe(2);
  });
});

describe("a recovery code", () => {
  it("replaces the app once, in any case and without hyphens, and is mailed", async () => {
    const { codes } = await withApp("Team");
    const typed = (codes[3] ?? "").toLowerCase().replaceAll("-", " ");
    const entered = await browser().enter(emailOf("Team"), { recoveryCode: typed });
    expect(entered.code).toBe(200);
    expect((await accountOf(program.address, entered.token ?? "")).recovery_codes_left).toBe(9);
    expect((await browser().enter(emailOf("Team"), { recoveryCode: codes[3] })).code).toBe(401);
    expect(await noticesOf("recovery-code-used")).toBe(1);
  });

  it("gives one session to two at once", async () => {
    const { codes } = await withApp("Team");
    const both = [browser(), browser()].map((each) => each.enter(emailOf("Team"), { recoveryCode: codes[0] }));
    expect((await Promise.all(both)).map(({ code }) => code).sort()).toEqual([200, 401]);
  });

  it("of a new set works, and those of the old one end", async () => {
    const { token, codes } = await withApp("Team");
    const { body } = await post("recovery-codes", token);
    const renewed = body.data.codes as string[];
    expect(renewed).toHaveLength(10);
    expect((await browser().enter(emailOf("Team"), { recoveryCode: codes[1] })).code).toBe(401);
    expect((await browser().enter(emailOf("Team"), { recoveryCode: renewed[1] })).code).toBe(200);
  });
});

describe("Confirm it is you", () => {
  it("takes password and code of a member with an app", async () => {
    const { token, now, codes } = await withApp("Manager");
    const password = "correct horse 7";
    const confirm = (body: object) => post("confirm-identity", token, body);
    expect((await confirm({ password })).body.errors).toEqual([{ path: "code", message: FACTOR_ANSWERS.codeMissing }]);
    expect((await confirm({ password, code: "000000" })).body.errors?.[0]?.path).toBe("code");
    expect((await confirm({ password: "wrong horse", code: now() })).body.errors?.[0]?.path).toBe("password");
    const { code, body } = await confirm({ password, code: now() });
    expect(code).toBe(200);
    const next = await post("confirm-identity", String(body.jwtToken), { password, recoveryCode: codes[0] });
    expect(next.code).toBe(200);
  });

  it("is asked again before a factor is changed in a session that the password alone opened", async () => {
    const old = await tokenOf("Team");
    const { now } = await withApp("Team");
    for (const path of ["totp/begin", "recovery-codes"]) {
      expect((await post(path, old)).body.code).toBe("reauthentication_required");
    }
    expect((await put("totp/remove", old)).body.code).toBe("reauthentication_required");
    const { body } = await post("confirm-identity", old, { password: "correct horse 7", code: now() });
    expect((await put("totp/remove", String(body.jwtToken))).code).toBe(200);
  });
});
